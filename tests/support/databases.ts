import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe } from 'vitest'
import type { Database, DatabaseOptions } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import {
  administer,
  type Cluster,
  createCluster,
  OWN_DATABASE,
  startCluster,
  urlOf,
} from './postgres-cluster.ts'
import { findPostgres } from './postgres-programs.ts'
import { describeWith } from './describe-with.ts'
import { openMemoryDatabase } from './memory-database.ts'
import { oncePerRun } from './test-run.ts'
import { withoutUnpromisedOrder } from './unpromised-order.ts'
import { PATIENCE_MS } from './wait-for.ts'

const TEMPLATE = 'numerito_template'

/**
 * A new database with today's tables and nothing in them, closed by itself after the test or the suite that
 * opened it. Rows whose order no statement says come in another than on disk.
 */
export type OpenDatabase = (options?: Partial<DatabaseOptions>) => Promise<Database>

/**
 * Declares the same tests on the embedded database and on a real PostgreSQL. Without one on the machine the
 * second half is skipped and says so; with CI=true it fails.
 */
export function eachDatabase(
  name: string,
  declare: (open: OpenDatabase, kind: Database['kind']) => void,
): void {
  describe(`${name} · embedded`, () => {
    declare(closedAfterUse(openMemoryDatabase), 'embedded')
  })
  onPostgres(name, freshUrl => {
    declare(
      closedAfterUse(async options =>
        openDatabase({
          dataDirectory: ':memory:',
          databaseUrl: await freshUrl(),
          poolSize: 5,
          acquireTimeout: PATIENCE_MS,
          ...options,
        }),
      ),
      'postgres',
    )
  })
}

/**
 * Tests that ask about PostgreSQL alone. `freshUrl` gives the address of a new database with today's tables.
 */
export function onPostgres(name: string, declare: (freshUrl: () => Promise<string>) => void): void {
  const howToInstall = 'There is no PostgreSQL here: install one (Debian: apt-get install postgresql).'
  describeWith(findPostgres() ? undefined : howToInstall, `${name} · PostgreSQL`, () =>
    declare(freshPostgresUrl),
  )
}

/** The address of a new database with today's tables, in the run's shared cluster. It goes with the run. */
async function freshPostgresUrl(): Promise<string> {
  const cluster = await oncePerRun('postgres', startSharedCluster)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(urlOf(cluster, OWN_DATABASE), `create database ${name} template ${TEMPLATE}`)
  return urlOf(cluster, name)
}

async function startSharedCluster(folder: string): Promise<Cluster> {
  const cluster = createCluster(folder)
  await startCluster(cluster)
  await administer(urlOf(cluster, OWN_DATABASE), `create database ${TEMPLATE}`)
  const database = await openDatabase({
    dataDirectory: ':memory:',
    databaseUrl: urlOf(cluster, TEMPLATE),
  })
  await migrate(database)
  await database.close()
  return cluster
}

function closedAfterUse(open: OpenDatabase): OpenDatabase {
  const ofSuite: Database[] = []
  const ofTest: Database[] = []
  let inTest = false
  const closeAll = (databases: Database[]) => Promise.all(databases.splice(0).map(each => each.close()))

  beforeEach(() => {
    inTest = true
  })
  afterEach(async () => {
    inTest = false
    await closeAll(ofTest)
  })
  afterAll(async () => {
    await closeAll(ofSuite)
  })
  return async options => {
    const list = inTest ? ofTest : ofSuite
    const database = withoutUnpromisedOrder(await open(options))
    list.push(database)
    return database
  }
}
