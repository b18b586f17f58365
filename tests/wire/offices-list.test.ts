import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { officeList } from '#contract/rest/offices.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { createOfficeList } from '#server/offices/office-list.ts'
import { loadOffices } from '#server/offices/load/load-offices.ts'
import { officesRoutes } from '#server/offices/routes.ts'
import type { App } from '#server/web/app.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { type Bendable, sampleFile } from '../unit/offices/sample-file.ts'
import { serveRoutes } from './offices-app.ts'

const NOON = new Date('2026-11-21T15:00:00Z')

const serve = async (database: Database, clock: MovingClock): Promise<App> => {
  const { v3 } = officesRoutes({
    database,
    clock,
    linesOf: async () => ({ seq: 0, lines: [] }),
    officeWaits: async () => [],
  })
  return await serveRoutes({ '/api/v3': v3 })
}

const list = (app: App, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url: '/api/v3/offices/web', headers })

eachDatabase('the list of offices', open => {
  async function setUp() {
    const database = await open()
    const clock = new MovingClock(NOON)
    const load = (file: object) =>
      loadOffices({ database, clock }, [{ file: 'offices.json', text: JSON.stringify(file) }], 'retire')
    await load(sampleFile())
    const counted = countedStatements(database)
    return { database, clock, load, counted, app: await serve(counted.database, clock) }
  }

  it('[OFF-02] comes from GET /api/v3/offices/web, may be kept for ten minutes, and is tagged', async () => {
    const { app } = await setUp()
    const response = await list(app)
    const offices = v.parse(officeList, response.json())
    expect(offices.map(office => office.slug)).toEqual(['notaria-uno', 'salud-en-linea'])
    expect(offices[0]?.line_categories).toHaveLength(1)
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=600',
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
    })
    const again = await list(app, { 'if-none-match': `"other", ${response.headers.etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', response.headers.etag])
  })

  it('is sent as small as the asker can read it, each form with a tag of its own', async () => {
    const { app } = await setUp()
    const plain = await list(app)
    const gzip = await list(app, { 'accept-encoding': 'gzip, deflate' })
    const brotli = await list(app, { 'accept-encoding': 'gzip, deflate, br' })
    const refused = await list(app, { 'accept-encoding': 'br;q=0, gzip;q=0.0' })
    expect([plain, gzip, brotli, refused].map(one => one.headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
      undefined,
    ])
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    expect(new Set([plain, gzip, brotli].map(one => one.headers.etag)).size).toBe(3)
    const other = await list(app, { 'accept-encoding': 'br', 'if-none-match': String(gzip.headers.etag) })
    expect(other.statusCode).toBe(200)
  })

  it('is written once for everybody, and asks no more than once in half a minute whether it changed', async () => {
    const { app, clock, counted } = await setUp()
    const many = () => Promise.all(Array.from({ length: 50 }, () => list(app)))
    expect(await counted.during(many)).toBe(2)
    expect(await counted.during(many)).toBe(0)
    clock.advance(30_000)
    expect(await counted.during(many)).toBe(1)
  })

  it('is new within half a minute of a load, on the other servers too', async () => {
    const { app, clock, load } = await setUp()
    const before = await list(app)
    const file: Bendable = sampleFile()
    file.offices[0].lines[0].line_category = null
    await load(file)
    clock.advance(29_000)
    expect((await list(app)).headers.etag).toBe(before.headers.etag)
    clock.advance(1_000)
    const after = await list(app, { 'if-none-match': String(before.headers.etag) })
    expect(after.statusCode).toBe(200)
    expect(after.json()[0].line_categories).toEqual([])
  })

  it('notices a load that has the time of the one before, or an earlier one', async () => {
    const { app, clock, database } = await setUp()
    await list(app)
    const file: Bendable = sampleFile()
    file.offices.pop()
    file.clerks = []
    const behind = new MovingClock(new Date(NOON.getTime() - 3_600_000))
    await loadOffices({ database, clock: behind }, [{ file: 'f.json', text: JSON.stringify(file) }], 'retire')
    clock.advance(30_000)
    expect((await list(app)).json()).toHaveLength(1)
  })

  it('fails for nobody but those who ask while the database is away', async () => {
    const { database, clock } = await setUp()
    let isAway = true
    const flaky = database.db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new DatabaseUnavailable('away')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const app = await serve({ ...database, db: flaky }, clock)
    expect((await list(app)).statusCode).toBe(503)
    isAway = false
    expect((await list(app)).statusCode).toBe(200)
  })

  it('stays cheap with ten thousand offices', async () => {
    const { database, clock, counted } = await setUp()
    const hours = json([1, 2, 3, 4, 5].map(weekday => ({ weekday, from: '09:00', to: '14:00' })))
    for (let start = 0; start < 10_000; start += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, index) => ({
        slug: `oficina-${start + index}`,
        name: `Oficina ${start + index}`,
        category_slug: 'servipag',
        organization_id: 2,
        address: `Calle Larga ${start + index}`,
        district: 'Santiago',
        region: 'Metropolitana de Santiago',
        latitude: -33 - index / 10_000,
        longitude: -70 - start / 100_000,
        time_zone: 'America/Santiago',
        hours,
        closures: json([]),
        updated_at: clock.now(),
      }))
      await database.db.insertInto('offices').values(rows).execute()
    }
    const { representation } = createOfficeList({
      database: counted.database,
      clock,
      linesOf: async () => ({ seq: 0, lines: [] }),
      officeWaits: async () => [],
    })
    const { body } = await representation('br')
    expect(brotliDecompressSync(body).toString()).toContain('oficina-9999')
    expect(body.length).toBeLessThan(400_000)
    // Written and packed once: whoever asks is given the very same bytes, without a look at the database.
    const again = async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => representation('br')))
      expect(answers.every(answer => answer.body === body)).toBe(true)
    }
    expect(await counted.during(again)).toBe(0)
    // Nor is it written anew where half a minute later nothing has changed.
    clock.advance(30_000)
    expect(await counted.during(again)).toBe(1)
  })
})
