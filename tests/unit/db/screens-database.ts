import { afterEach, beforeEach } from 'vitest'
import { type Database, openDatabase } from '#src/db/open-database.ts'
import { databasePart } from '#src/queries/parts.ts'
import { browserTimers } from '#src/platform/timers.ts'

let made = 0

/** For each test of a file an empty database, the one that the screens read. @returns that of the moment */
export function screensDatabase(): () => Database {
  let database: Database
  beforeEach(() => {
    database = openDatabase({
      name: `screens-${++made}`,
      timers: browserTimers,
      onProblem: () => undefined,
      hasRoom: async () => true,
    })
    databasePart.provide(async () => database)
  })
  afterEach(() => database.close())
  return () => database
}
