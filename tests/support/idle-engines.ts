import type { Database } from '#server/database/database.ts'

/**
 * Embedded databases that tests of this process have given back. Starting an engine takes a second of the
 * processor; emptying the tables of one that runs, a moment. They stand by themselves, so that files without
 * a database read nothing of it.
 */
export const idleEngines: { database: Database; catalogue: string }[] = []

/** Ends the engines that nobody uses any more. */
export async function endIdleEngines(): Promise<void> {
  await Promise.all(idleEngines.splice(0).map(({ database }) => database.close()))
}
