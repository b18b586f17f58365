import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { DirectoryInUse } from '#server/database/embedded/directory-lock.ts'
import { DatabaseNewer, migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { adoptRestored } from '#server/keeping/adopt-restored.ts'
import { demandNotMoved } from '#server/keeping/moved-mark.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import type { Surroundings } from './surroundings.ts'

/** Something that the person at the terminal can mend, worded for them. */
export class Complaint extends Error {}

/** Another process, most likely the server, holds the embedded database. */
export class HeldElsewhere extends Complaint {
  readonly dataDirectory: string

  constructor(message: string, dataDirectory: string) {
    super(message)
    this.dataDirectory = dataDirectory
  }
}

function complaintOf(error: unknown, { dataDirectory }: Settings): unknown {
  if (error instanceof DirectoryInUse) {
    return new HeldElsewhere(
      `${error.message}: the embedded database in ${dataDirectory} serves one process at a time. Stop the server first.`,
      dataDirectory,
    )
  }
  const isTheirs = error instanceof DatabaseUnavailable || error instanceof DatabaseNewer
  return isTheirs ? new Complaint(error.message) : error
}

/**
 * Works on the database of the settings, brought up to date.
 * @throws Complaint where it cannot be had now
 */
export async function withDatabase<T>(
  { environment }: Pick<Surroundings, 'environment'>,
  work: (database: Database, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = readSettings(environment, path => readFileSync(path, 'utf8'))
  const { dataDirectory, databaseUrl } = settings
  let database: Database
  try {
    if (databaseUrl === null) adoptRestored(dataDirectory)
    database = await openDatabase({
      dataDirectory: join(dataDirectory, 'database'),
      databaseUrl: databaseUrl ?? undefined,
    })
  } catch (error) {
    throw complaintOf(error, settings)
  }
  try {
    await migrate(database).catch((error: unknown) => {
      throw complaintOf(error, settings)
    })
    await demandNotMoved(database).catch((error: Error) => {
      throw new Complaint(error.message)
    })
    return await work(database, settings)
  } finally {
    await database.close()
  }
}
