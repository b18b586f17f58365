import { chmodSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '../support/databases.ts'
import {
  type Cluster,
  createCluster,
  endCluster,
  OWN_DATABASE,
  startCluster,
  urlOf,
} from '../support/postgres-cluster.ts'
import { startWriter } from '../support/start-writer.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts'
import { waitFor } from '../support/wait-for.ts'

onPostgres('a database on a server that keeps its word', () => {
  let directory: TemporaryDirectory
  let cluster: Cluster

  beforeAll(async () => {
    directory = makeTemporaryDirectory('cluster')
    chmodSync(directory.path, 0o755)
    cluster = createCluster(directory.path)
    await startCluster(cluster, { durable: true })
  })
  afterAll(async () => {
    await endCluster(cluster)
    directory.remove()
  })

  const options = () => ({ dataDirectory: ':memory:', databaseUrl: urlOf(cluster, OWN_DATABASE) })

  async function idsThere(): Promise<number[]> {
    const database = await openDatabase(options())
    const { rows } = await sql<{ id: number }>`select id from writes order by id`.execute(database.db)
    await database.close()
    return rows.map(({ id }) => id)
  }

  describe('when the server is killed', () => {
    it('has every row whose commit it acknowledged', async () => {
      const writer = startWriter({ database: options(), atOnce: 8, finally: 'close' })
      await writer.says('many rows', () => writer.acknowledged().length > 500)
      await endCluster(cluster, 'SIGKILL')
      await writer.ends()
      await startCluster(cluster, { durable: true })
      const there = await idsThere()
      expect(writer.acknowledged().length).toBeGreaterThan(500)
      expect(writer.acknowledged().filter(id => !there.includes(id))).toEqual([])
    })

    it('answers again by itself once the server is back, and listens again', async () => {
      const database = await openDatabase(options())
      const heard: string[] = []
      let gaps = 0
      await database.listen(
        'one',
        payload => heard.push(payload),
        () => {
          gaps += 1
        },
      )
      await endCluster(cluster, 'SIGKILL')
      await expect(database.ping()).rejects.toThrow()
      await startCluster(cluster, { durable: true })
      await waitFor('an answer', () =>
        database.ping().then(
          () => true,
          () => false,
        ),
      )
      await waitFor('the gap to be told', () => gaps === 1, 30_000)
      await database.notify('one', 'back')
      await waitFor('the payload', () => heard.includes('back'))
      await database.close()
    })
  })

  describe('when our process is killed', () => {
    it('has every row whose commit was acknowledged, and lets go of what an unfinished transaction held', async () => {
      const writer = startWriter({ database: options(), rows: 100, atOnce: 8, finally: 'hold' })
      await writer.says('done', lines => lines.includes('done'))
      await writer.kill()
      const database = await openDatabase(options())
      // The row that the killed process inserted and never committed: had it kept its lock, this would wait.
      await sql`set statement_timeout to '10s'; insert into writes (id) values (0)`.execute(database.db)
      await database.close()
      const there = await idsThere()
      expect(there).toContain(0)
      expect(writer.acknowledged().filter(id => !there.includes(id))).toEqual([])
    })
  })
})
