import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { administer, createCluster, endCluster, startCluster, urlOf } from './postgres-cluster.ts'
import { findPostgres } from './postgres-programs.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

/**
 * Lends an empty database of a PostgreSQL of its own, which writes to the disk as one in production does, and
 * ends it.
 * @returns null where the machine has no PostgreSQL
 */
export async function onPrivatePostgres<T>(use: (databaseUrl: string) => Promise<T>): Promise<T | null> {
  if (!findPostgres()) return null
  const { path, remove } = makeTemporaryDirectory('private-postgres')
  // PostgreSQL runs as somebody else when we run as root, and must get through to its own folder.
  chmodSync(path, 0o755)
  const folder = join(path, 'cluster')
  mkdirSync(folder)
  const cluster = createCluster(folder)
  try {
    await startCluster(cluster, { durable: true })
    await administer(urlOf(cluster, 'postgres'), 'create database private')
    return await use(urlOf(cluster, 'private'))
  } finally {
    await endCluster(cluster)
    remove()
  }
}
