import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { knowsZone } from '#contract/rules/zone-format.ts'
import type { Database } from '#server/database/database.ts'
import { DirectoryInUse } from '#server/database/embedded/directory-lock.ts'
import { foreignZones } from '#server/database/foreign-zones.ts'
import { migrations } from '#server/database/migrations/list.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { DatabaseUnfit, type Unfitness } from '#server/database/unfit.ts'
import { KeepingFault } from '#server/keeping/keeping-fault.ts'
import { demandNotMoved } from '#server/keeping/moved-mark.ts'
import { createProtection } from '#server/secrets/protection.ts'
import { loadSecretFile } from '#server/secrets/secret-file.ts'
import type { Settings } from '#server/settings/settings.ts'
import { askRunningServer } from './ask-running-server.ts'
import { judgeClock } from './check-clock.ts'
import { fail, type Finding, ok, reasonOf, warn } from './finding.ts'

const PATIENCE_MS = 5_000

const hasTable = async ({ db }: Database, table: string): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(
    db,
  )
  return rows[0]?.there === true
}

/** How far the tables are: behind this release, as it wants them, or beyond it. */
async function checkTables(database: Database): Promise<Finding> {
  if (!(await hasTable(database, 'kysely_migration')))
    return ok(
      'database',
      'empty: its tables are made at the first start',
      'vacía: sus tablas se crean en el primer inicio',
    )
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database.db,
  )
  const known = Object.keys(migrations)
  const newer = rows.filter(({ name }) => !known.includes(name))
  if (newer.length > 0)
    return fail(
      'database',
      `a newer release has brought its tables further (${newer.at(-1)?.name}): start that one, or restore a backup`,
      `una versión más nueva ya cambió sus tablas (${newer.at(-1)?.name}): inicia esa, o restaura un respaldo`,
    )
  const open = known.length - rows.length
  return open === 0
    ? ok('database', 'its tables are as this release wants them', 'sus tablas son las de esta versión')
    : ok(
        'database',
        `the next start brings its tables up to date (${open} steps): take a backup before`,
        `el próximo inicio actualiza sus tablas (${open} pasos): respáldala antes`,
      )
}

/** Whether it serves at all: one that moved away looks in order, and nobody is called from it. */
async function checkMoved(database: Database): Promise<Finding[]> {
  if (!(await hasTable(database, 'moves'))) return []
  try {
    await demandNotMoved(database)
    return []
  } catch (error) {
    if (!(error instanceof KeepingFault)) throw error
    const { message } = error
    return [fail('database', message, `se trasladó, o su traslado quedó a medias, y no atiende: ${message}`)]
  }
}

/** Whether the secret opens what was sealed with it: else every phone falls silent. */
async function checkKeys(database: Database, settings: Settings): Promise<Finding[]> {
  if (!(await hasTable(database, 'push_keys'))) return []
  const row = await database.db.selectFrom('push_keys').select('private_key').executeTakeFirst()
  if (!row) return []
  try {
    const secret = settings.secret ?? (await loadSecretFile(settings.dataDirectory, async () => true))
    createProtection(secret).keySeal.open(row.private_key)
  } catch {
    return [
      fail(
        'push',
        'this secret does not open the push keys: it is not the one with which they were made',
        'este secreto no abre las claves de los avisos: no es aquel con que se crearon',
      ),
    ]
  }
  return [ok('push', 'the secret opens the push keys', 'el secreto abre las claves de los avisos')]
}

/**
 * Whether the days of all offices can be counted: one may have come from a database whose list is newer, or
 * from a Node whose is.
 */
async function checkZones(database: Database): Promise<Finding[]> {
  if (!(await hasTable(database, 'offices'))) return []
  const offices = await database.db
    .selectFrom('offices')
    .select(['slug', 'time_zone'])
    .orderBy('slug')
    .execute()
  const zones = new Set(offices.map(({ time_zone }) => time_zone))
  const slugsOf = (zone: string) =>
    offices.flatMap(({ slug, time_zone }) => (time_zone === zone ? slug : [])).join(', ')
  const foreign = [...(await foreignZones(database.db, [...zones]))].map(zone =>
    fail(
      'database',
      `it does not know the time zone ${zone} of ${slugsOf(zone)}: bring its list up to date (tzdata)`,
      `no conoce la zona horaria ${zone} de ${slugsOf(zone)}: actualiza su lista (tzdata)`,
    ),
  )
  const unknown = [...zones].filter(zone => !knowsZone(zone))
  return [
    ...foreign,
    ...unknown.map(zone =>
      fail(
        'server',
        `Node does not know the time zone ${zone} of ${slugsOf(zone)}: bring it up to date`,
        `Node no conoce la zona horaria ${zone} de ${slugsOf(zone)}: actualízalo`,
      ),
    ),
  ]
}

/** What a PostgreSQL server was set up to be. */
async function checkServer(database: Database, at: () => Date): Promise<Finding[]> {
  const before = at().getTime()
  const { rows } = await sql<{
    version: string
    read_only: string
    fsync: string
    now: Date
  }>`
    select current_setting('server_version') as version, current_setting('transaction_read_only') as read_only,
      current_setting('fsync') as fsync, clock_timestamp() as now`.execute(database.db)
  const [row] = rows
  if (!row) return []
  const half = (at().getTime() - before) / 2
  const findings = [judgeClock(row.now.getTime() - before - half, 'PostgreSQL')]
  if (row.read_only === 'on')
    findings.push(
      fail(
        'database',
        'PostgreSQL lets nothing be written (default_transaction_read_only)',
        'PostgreSQL no deja escribir (default_transaction_read_only)',
      ),
    )
  else findings.push(ok('database', `PostgreSQL ${row.version}`, `PostgreSQL ${row.version}`))
  if (row.fsync !== 'on')
    findings.push(
      warn(
        'database',
        'fsync is off: a loss of power loses numbers that were given',
        'fsync está apagado: un corte de luz pierde números ya entregados',
      ),
    )
  return findings
}

const IN_SPANISH: Record<Unfitness, string> = {
  'too-old': 'este PostgreSQL es demasiado antiguo: Numerito necesita la versión 15 o una posterior',
  encoding: 'la base de datos no está en UTF8, y tiene que estarlo',
  standby: 'este PostgreSQL es una réplica, que no deja escribir: DATABASE_URL debe llevar al primario',
  'no-sessions':
    'hay un agrupador delante de PostgreSQL que da otra conexión a cada transacción: Numerito necesita sesiones ' +
    'que se conserven (PgBouncer: pool_mode = session), o una DATABASE_URL que lleve al mismo PostgreSQL',
  'too-few-connections':
    'el agrupador delante de PostgreSQL no dio una segunda conexión: cada proceso de Numerito necesita 11 propias ' +
    '(PgBouncer: default_pool_size)',
}

/** Looks at the database itself, or asks the server that has it open. No table is made or changed. */
export async function checkDatabase(settings: Settings, at: () => Date): Promise<Finding[]> {
  const { dataDirectory, databaseUrl } = settings
  const directory = join(dataDirectory, 'database')
  if (databaseUrl === null && !existsSync(directory))
    return [
      ok('database', 'embedded: will be made at the first start', 'integrada: se creará en el primer inicio'),
    ]
  let database: Database
  try {
    database = await openDatabase({
      dataDirectory: directory,
      databaseUrl: databaseUrl ?? undefined,
      acquireTimeout: PATIENCE_MS,
      poolSize: 1,
    })
  } catch (error) {
    if (error instanceof DirectoryInUse) return await askRunningServer(settings)
    if (error instanceof DatabaseUnfit) return [fail('database', error.message, IN_SPANISH[error.unfitness])]
    const reason = reasonOf(error)
    return [fail('database', `it cannot be opened: ${reason}`, `no se puede abrir: ${reason}`)]
  }
  try {
    return [
      ...(database.kind === 'postgres' ? await checkServer(database, at) : []),
      await checkTables(database),
      ...(await checkMoved(database)),
      ...(await checkKeys(database, settings)),
      ...(await checkZones(database)),
    ]
  } finally {
    await database.close()
  }
}
