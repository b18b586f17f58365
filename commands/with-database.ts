import { readFileSync } from 'node:fs'
import type { Database } from '#server/database/database.ts'
import { DirectoryInUse } from '#server/database/embedded/directory-lock.ts'
import { DatabaseNewer, migrate, standOfTables } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { adoptRestored } from '#server/keeping/adopt-restored.ts'
import { demandNotMoved } from '#server/keeping/moved-mark.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { RELEASE } from '#server/platform/release.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { embeddedIn, hasEmbedded } from './embedded.ts'
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

const noInstallation = ({ dataDirectory, databaseUrl }: Settings): Complaint =>
  databaseUrl === null
    ? new Complaint(`there is no installation in ${dataDirectory}: NUMERITO_DATA says where it is`)
    : new Complaint('there is no installation in the database of DATABASE_URL')

/** A start alone brings tables up to date: on them no earlier release can be started any more. */
async function demandTables(database: Database, settings: Settings, mayBegin: boolean): Promise<void> {
  const stand = await standOfTables(database)
  if (stand === 'current') return
  if (stand === 'earlier')
    throw new Complaint(
      `the tables are of an earlier release, and this is ${RELEASE}: take a backup, start the server of ` +
        'this release, which brings them up to date, and try again. Nothing was changed',
    )
  if (!mayBegin) throw noInstallation(settings)
  await migrate(database)
}

/**
 * Works on the database of the settings.
 * @param mayBegin also where nothing is yet: its tables are made
 * @throws Complaint where it cannot be had now, or is not there
 */
export async function withDatabase<T>(
  { environment }: Pick<Surroundings, 'environment'>,
  work: (database: Database, settings: Settings) => Promise<T>,
  mayBegin = false,
): Promise<T> {
  const settings = readSettings(environment, path => readFileSync(path, 'utf8'))
  const { dataDirectory, databaseUrl } = settings
  // Opening it would make one.
  if (databaseUrl === null && !mayBegin && !hasEmbedded(dataDirectory)) throw noInstallation(settings)
  let database: Database
  try {
    if (databaseUrl === null) adoptRestored(dataDirectory)
    database = await openDatabase({
      dataDirectory: embeddedIn(dataDirectory),
      databaseUrl: databaseUrl ?? undefined,
    })
  } catch (error) {
    throw complaintOf(error, settings)
  }
  try {
    await demandTables(database, settings, mayBegin).catch((error: unknown) => {
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
