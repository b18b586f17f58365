import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachDatabase } from '#tests/support/databases.ts'
import { type FuzzedRoute, fuzzServer, withRoutes } from '#tests/support/fuzz-server.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { routesOf } from './access-matrix/routes-of.ts'

/** `npm run bench -- fuzz` asks a hundred times as often. */
const TRIES = 500

eachDatabase('whatever it is asked', open => {
  let server: TestServer
  let routes: FuzzedRoute[]
  beforeAll(async () => {
    const database = await open()
    const started = await withRoutes(() => startTestServer({ database, clock: new MovingClock(NOON) }))
    server = started.made
    routes = started.routes
  })
  afterAll(async () => {
    await closeEverything()
    await server.close()
  })

  it('every route of the running server is among those that are asked', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(routesOf(server.app).filter(route => !route.includes('*'))),
    )
  })

  it('[SEC-02] no body, query, path or frame brings it to a fault of its own, or to silence', async () => {
    const seed = Number(process.env.NUMERITO_TEST_SEED ?? 20_261_124)
    const report = await fuzzServer(server, routes, { tries: TRIES, seed })
    expect(report.faults).toEqual([])
    // It comes through the door, too: what is refused there tries nothing.
    expect(report.statuses['200']).toBeGreaterThan(TRIES / 10)
    expect(report.requests).toBeGreaterThan(TRIES)
    expect(report.frames).toBeGreaterThan(TRIES / 2)
  })
})
