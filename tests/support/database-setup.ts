import { join } from 'node:path'
import { endCluster } from './postgres-cluster.ts'
import { abandonedTestRuns, beginTestRun, removeTestRun } from './test-run.ts'

/**
 * Vitest's globalSetup where tests use databases. Nothing starts here: the first test that asks starts the
 * run's PostgreSQL, and it ends here, with everything that the run has left.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  await Promise.all(abandonedTestRuns().map(end))
  const folder = beginTestRun()
  return folder === undefined ? undefined : () => end(folder)
}

async function end(folder: string): Promise<void> {
  await endCluster({ folder: join(folder, 'postgres') })
  removeTestRun(folder)
}
