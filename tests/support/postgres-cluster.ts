import { execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { findPostgres, postgresUser } from './postgres-programs.ts'
import { waitFor } from './wait-for.ts'

const START_MS = 30_000
const PORT = 5432
/** The database that every cluster has, to speak to the cluster itself. */
export const OWN_DATABASE = 'postgres'

/** Faster than a disk, and gone after a crash: for tests that do not ask about disks. */
const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

export interface Cluster {
  /** Where its files, its log and its socket are. */
  folder: string
}

const dataOf = ({ folder }: Cluster) => join(folder, 'data')
const socketOf = ({ folder }: Cluster) => join(folder, 'socket')

/** Where it is let in. */
export const entranceOf = (cluster: Cluster): string => join(socketOf(cluster), `.s.PGSQL.${PORT}`)

/** The address of one of its databases. A Unix socket: no port that somebody else could take meanwhile. */
export const urlOf = (cluster: Cluster, database: string): string =>
  `postgresql://postgres@localhost:${PORT}/${database}?host=${encodeURIComponent(socketOf(cluster))}`

/** Makes a cluster of its own in an empty `folder`. It does not run yet. */
export function createCluster(folder: string): Cluster {
  const cluster = makeFolders(folder)
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const options = [
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    `--locale=${locale}`,
    '--username=postgres',
  ]
  execFileSync(program('initdb'), ['-D', dataOf(cluster), ...options], HOW())
  return cluster
}

/** Makes, in an empty `folder`, a standby of one that runs: it follows it once it is started. */
export function createStandby(folder: string, primary: Cluster): Cluster {
  const cluster = makeFolders(folder)
  const from = ['-h', socketOf(primary), '-p', String(PORT), '-U', 'postgres']
  execFileSync(
    program('pg_basebackup'),
    [...from, '-D', dataOf(cluster), '--write-recovery-conf', '--checkpoint=fast'],
    HOW(),
  )
  return cluster
}

const HOW = () => ({ ...postgresUser(), cwd: '/', stdio: 'pipe' }) as const

function makeFolders(folder: string): Cluster {
  const cluster = { folder }
  const user = postgresUser()
  for (const path of [dataOf(cluster), socketOf(cluster)]) {
    mkdirSync(path, { mode: 0o700 })
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
  }
  return cluster
}

/** Starts it unless it runs, outliving this process, and resolves once it takes connections. */
export async function startCluster(cluster: Cluster, { durable = false } = {}): Promise<void> {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${socketOf(cluster)}`,
    `port=${PORT}`,
    'max_connections=200',
    ...(durable ? [] : FORGETFUL),
  ]
  const log = openSync(join(cluster.folder, 'log'), 'a')
  let runs = false
  const run = () => {
    runs = true
    const postgres = spawn(
      program('postgres'),
      ['-D', dataOf(cluster), ...settings.flatMap(setting => ['-c', setting])],
      { ...postgresUser(), cwd: '/', detached: true, stdio: ['ignore', log, log] },
    )
    postgres.on('exit', () => {
      runs = false
    })
    postgres.unref()
  }
  try {
    await waitFor(
      'PostgreSQL to start',
      async () => {
        if (await answers(cluster)) return true
        // Right after a kill the processes it has left behind keep it from starting for a moment.
        if (!runs) run()
        return false
      },
      START_MS,
    )
  } catch (cause) {
    throw new Error(readFileSync(join(cluster.folder, 'log'), 'utf8'), { cause })
  } finally {
    closeSync(log)
  }
}

/**
 * Ends it at once, as a power cut would (SIGKILL) or as its own quickest stop does (SIGQUIT), and waits for
 * the end.
 */
export async function endCluster(cluster: Cluster, signal: 'SIGKILL' | 'SIGQUIT' = 'SIGQUIT'): Promise<void> {
  const file = join(dataOf(cluster), 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  try {
    process.kill(pid, signal)
  } catch {
    return
  }
  await waitFor('PostgreSQL to end', () => !isRunning(pid), START_MS)
}

/** Runs one statement on a connection of its own. */
export async function administer(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function answers(cluster: Cluster): Promise<boolean> {
  try {
    await administer(urlOf(cluster, OWN_DATABASE), 'select 1')
    return true
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function program(name: string): string {
  const folder = findPostgres()
  if (folder === undefined) throw new Error('there is no PostgreSQL on this machine')
  // The PATH may hold links to some of them.
  return join(dirname(realpathSync(join(folder, 'initdb'))), name)
}
