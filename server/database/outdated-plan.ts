import pg from 'pg'

/**
 * Whether PostgreSQL refused to run a kept plan because a table has changed since: "cached plan must not
 * change result type". It looks before it begins, so nothing has been done. The code alone also stands for
 * other things that the database cannot do, and the message is in the server's language.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
