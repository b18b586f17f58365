import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  administer,
  createCluster,
  endCluster,
  OWN_DATABASE,
  startCluster,
  urlOf,
} from '../postgres-cluster.ts'
import { findPostgres } from '../postgres-programs.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../small-disk.ts'
import { makeTemporaryDirectory } from '../temporary-directory.ts'
import { WELL } from './ailment.ts'
import type { MortalServer } from './servers.ts'

/** Room for all that one history writes. */
const DISK_MB = 768

/** Where the database is, as a server's settings and `openDatabase` name it, and what may befall it there. */
export interface Place {
  settings: Record<string, string>
  dataDirectory: string
  databaseUrl?: string
  /** One where the database is embedded. */
  servers: number
  /** On which the database alone is; null where this machine mounts none for us. */
  disk: SmallDisk | null
  /** Each time that the database waits for its disk it waits so much longer, until it is told 0. */
  slow(ms: number, servers: readonly MortalServer[]): Promise<void>
  /** As whoever supervises it does: a database that is gone is started. */
  rise(): Promise<void>
}

interface Ground {
  path: string
  disk: SmallDisk | null
}

async function onGround<T>(use: (ground: Ground) => Promise<T>): Promise<T> {
  const disk = whyNoSmallDisk() === undefined ? mountSmallDisk(DISK_MB) : null
  const ground = disk ?? makeTemporaryDirectory('history')
  try {
    return await use({ path: ground.path, disk })
  } finally {
    ground.remove()
  }
}

/** Lends a place where one server has its database embedded. */
export const onEmbedded = <T>(use: (place: Place) => Promise<T>): Promise<T> =>
  onGround(({ path, disk }) =>
    use({
      settings: { NUMERITO_DATA: path },
      dataDirectory: join(path, 'database'),
      servers: 1,
      disk,
      async slow(ms, servers) {
        for (const server of servers) server.suffer({ ...WELL, syncMs: ms })
      },
      rise: async () => undefined,
    }),
  )

/**
 * Lends a place where two servers share a PostgreSQL of their own.
 * @returns null where the machine has none
 */
export async function onPostgres<T>(use: (place: Place) => Promise<T>): Promise<T | null> {
  if (!findPostgres()) return null
  return onGround(async ({ path, disk }) => {
    // PostgreSQL runs as somebody else when we run as root, and must get through to its own folder.
    chmodSync(path, 0o755)
    const folder = join(path, 'cluster')
    mkdirSync(folder)
    const cluster = createCluster(folder)
    const rise = () => startCluster(cluster, { durable: true })
    const databaseUrl = urlOf(cluster, OWN_DATABASE)
    try {
      await rise()
      return await use({
        settings: { DATABASE_URL: databaseUrl },
        dataDirectory: ':memory:',
        databaseUrl,
        servers: 2,
        disk,
        async slow(ms) {
          // PostgreSQL's own way to wait before each write of its log to the disk.
          await administer(databaseUrl, `alter system set commit_delay = ${ms * 1_000}`)
          await administer(databaseUrl, 'alter system set commit_siblings = 0')
          await administer(databaseUrl, 'select pg_reload_conf()')
        },
        rise,
      })
    } finally {
      await endCluster(cluster)
    }
  })
}
