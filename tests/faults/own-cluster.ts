import { chmodSync } from 'node:fs'
import {
  type Cluster,
  createCluster,
  endCluster,
  OWN_DATABASE,
  startCluster,
  urlOf,
} from '#tests/support/postgres-cluster.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

export interface OwnCluster {
  url: string
  /** Ends it as a crash would, and starts it again on what it left. */
  crash(): Promise<void>
  restart(): Promise<void>
  remove(): Promise<void>
}

/** A PostgreSQL that no other test uses, so that it can be ended; what it acknowledges is on the disk. */
export async function startOwnCluster(): Promise<OwnCluster> {
  const directory = makeTemporaryDirectory('own-cluster')
  // It runs as another user than root, and must get through to its files.
  chmodSync(directory.path, 0o755)
  const cluster: Cluster = createCluster(directory.path)
  const start = () => startCluster(cluster, { durable: true })
  await start()
  return {
    url: urlOf(cluster, OWN_DATABASE),
    crash: () => endCluster(cluster, 'SIGQUIT'),
    restart: start,
    async remove() {
      await endCluster(cluster)
      directory.remove()
    },
  }
}
