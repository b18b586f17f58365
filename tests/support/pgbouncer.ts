import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { administer } from './postgres-cluster.ts'
import { findOnPath } from './on-path.ts'
import { postgresUser } from './postgres-programs.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'
import { waitFor } from './wait-for.ts'

/** Debian keeps servers where only root looks for programs. */
const PATH = `${process.env.PATH}:/usr/sbin`
const PORT = 6432
const START_MS = 15_000

/** What is missing for it, in a sentence; undefined where it is there. */
export function missingPgBouncer(): string | undefined {
  if (findOnPath(['pgbouncer'], { PATH })) return undefined
  return 'There is no PgBouncer here: install it (Debian: apt-get install pgbouncer).'
}

export interface PgBouncer {
  /** The same database as the server's own address, by the pooler. */
  urlOf(databaseUrl: string): string
  /** All that it said until now. */
  output(): string
  /** Ends every connection, and is there again. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A PgBouncer before the PostgreSQL of this address, as an operator would run it but for the sockets. */
export async function startPgBouncer(
  databaseUrl: string,
  { mode, size = 40 }: { mode: 'session' | 'transaction' | 'statement'; size?: number },
): Promise<PgBouncer> {
  const directory = makeTemporaryDirectory('pgbouncer')
  const folder = join(directory.path, 'socket')
  const file = join(directory.path, 'pgbouncer.ini')
  const user = postgresUser()
  chmodSync(directory.path, 0o755)
  mkdirSync(folder)
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const there = new URL(databaseUrl)
  writeFileSync(
    file,
    `[databases]
* = host=${there.searchParams.get('host')} port=${there.port} user=postgres
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
`,
  )
  function urlOf(url: string): string {
    const by = new URL(url)
    by.port = String(PORT)
    by.searchParams.set('host', folder)
    return by.href
  }
  let output = ''
  let child: ChildProcess | null = null
  const kill = () => child?.kill('SIGKILL')
  process.on('exit', kill)

  async function start(): Promise<void> {
    const started = spawn('pgbouncer', [file], {
      ...user,
      cwd: '/',
      env: { PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    started.stderr.on('data', chunk => {
      output += String(chunk)
    })
    await waitFor(
      'PgBouncer to serve',
      async () => {
        if (started.exitCode !== null) throw new Error(`pgbouncer ended with ${started.exitCode}:\n${output}`)
        return administer(urlOf(databaseUrl), 'select 1').then(
          () => true,
          () => false,
        )
      },
      START_MS,
    )
  }
  async function stop(): Promise<void> {
    if (!child) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    child = null
  }
  await start()
  return {
    urlOf,
    output: () => output,
    async restart() {
      await stop()
      await start()
    },
    async close() {
      await stop()
      process.off('exit', kill)
      directory.remove()
    },
  }
}
