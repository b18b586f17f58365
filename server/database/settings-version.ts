import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: which writing of a line and of its office this is. Another one as soon as anybody, on whatever
 * process, has written either: so whoever judges by settings that were read before can see that they moved.
 * @param line, office as the statement calls the two
 */
export const settingsVersion = (line: string, office: string): RawBuilder<string> =>
  sql<string>`${sql.ref(`${line}.xmin`)}::text || ' ' || ${sql.ref(`${office}.xmin`)}::text`
