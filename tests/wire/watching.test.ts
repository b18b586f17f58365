import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { officeTopic } from '#contract/channel/office-channel.ts'
import { PRESS_HEADER } from '#contract/rest/desk-press.ts'
import { LINES_PER_SECOND } from '#server/http/line-budget.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { readDueJobs } from '#server/jobs/read-due-jobs.ts'
import { JOB_ATTEMPTS_MAX } from '#server/jobs/run-jobs.ts'
import { systemTimers, type Timers } from '#server/platform/timers.ts'
import { LINE_STANDS_MS, readWaiting } from '#server/queue/lines/read-waiting.ts'
import { LOOK_EVERY_MS, lookAtOffice } from '#server/watched.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { ManualTime } from '#tests/phoenix/manual-time.ts'
import { connectRaw } from '#tests/phoenix/raw-client.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { prepareVerb } from '#tests/support/desk-verbs.ts'
import { explaining, type Plan, rowsRead } from '#tests/support/explained-plans.ts'
import { fuzzServer, startFuzzedServer } from '#tests/support/fuzz-server.ts'
import { holdConnections } from '#tests/support/held-connections.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { readFigures } from '#tests/support/read-figures.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { withoutPolling } from '#tests/support/without-polling.ts'

/**
 * What one look found is forgotten at once: a test looks again before five seconds are over. Nobody but a
 * test waits for the database.
 */
const hasty: Timers = {
  ...withoutPolling,
  after: (ms, run) => systemTimers.after(ms === LOOK_EVERY_MS ? 0 : ms, run),
}
/** Of the kinds that the server runs, one whose jobs no test's server gets round to. */
const KIND = 'push-message'

eachDatabase('what the office feels, by /metrics', (open, kind) => {
  let database: Database
  let server: TestServer
  beforeAll(async () => {
    database = await open()
    server = await startTestServer({ database, clock: new MovingClock(NOON), timers: hasty })
  })
  afterEach(closeEverything)
  afterAll(() => server.close())

  const figures = () => readFigures(server.origin)

  it('[CALL-01] measures from a call to the moment in which a browser says that it showed it, once', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const [tuid = ''] = await office.fill(line, 1)
    await office.call(await office.clerk())
    const user_id = (await office.ticket(tuid)).user_id ?? ''
    async function delivery(kind: string, calls: number | null) {
      const id = randomUUID()
      const about = { id, user_id, subscription_id: randomUUID(), ticket_id: tuid, kind, calls }
      const sent_at = server.clock.now()
      await database.db
        .insertInto('push_deliveries')
        .values({ ...about, sent_at, status: 201, shown_at: null })
        .execute()
      return () => server.ask('push', `/deliveries/${id}`, { body: { shown: true } })
    }
    const showCall = await delivery('call', 1)
    const showOther = await delivery('almost_there', null)
    server.clock.advance(7_000)
    const showSecondCall = await delivery('call', 2)
    server.clock.advance(400)
    await showCall()
    await showCall()
    await showOther()
    await showSecondCall()
    const seen = await figures()
    expect(seen.get('numerito_call_shown_seconds_count')).toBe(2)
    expect(seen.get('numerito_call_shown_seconds_bucket{le="0.25"}')).toBe(0)
    expect(seen.get('numerito_call_shown_seconds_bucket{le="0.5"}')).toBe(1)
    expect(seen.get('numerito_call_shown_seconds_bucket{le="5"}')).toBe(1)
    expect(seen.get('numerito_call_shown_seconds_bucket{le="10"}')).toBe(2)
    expect(seen.get('numerito_call_shown_seconds_sum')).toBeCloseTo(7.8)
  })

  it('measures who asks for our health by what was asked, and not as a page', async () => {
    const probes = ['/livez', '/readyz', '/healthz'] as const
    for (const path of probes) await (await fetch(server.origin + path)).text()
    const measured = [...(await figures()).keys()]
    for (const path of probes)
      expect(measured).toContain(
        `http_request_duration_seconds_count{method="GET",route="${path}",status="200"}`,
      )
  })

  it('counts who waits, and who waits in a line that calls nobody', async () => {
    const before = await readWaiting(database.db, NOON)
    const office = await queueOffice(database)
    const [moving, still] = [await office.line(), await office.line()]
    await office.fill(moving, 4)
    await office.fill(still, 3)
    const clerk = await office.clerk()
    office.clock.advance(LINE_STANDS_MS - 1_000)
    expect(await readWaiting(database.db, office.clock.now())).toMatchObject({
      waiting: before.waiting + 7,
      uncalled: 0,
    })
    await office.call(clerk, [moving])
    office.clock.advance(1_000)
    const { uncalled, waiting, longest_ms } = await readWaiting(database.db, office.clock.now())
    expect([waiting - before.waiting, uncalled, longest_ms]).toEqual([6, 3, LINE_STANDS_MS])
    // Whoever comes last makes nobody's wait shorter; a call does.
    await office.fill(still, 1)
    expect((await readWaiting(database.db, office.clock.now())).uncalled).toBe(4)
    office.clock.advance(LINE_STANDS_MS)
    await office.call(clerk, [still])
    expect((await readWaiting(database.db, office.clock.now())).uncalled).toBe(3)
    server.clock.advance(office.clock.now().getTime() - server.clock.now().getTime())
    const seen = await figures()
    expect(seen.get('numerito_waiting_people')).toBe(before.waiting + 6)
    expect(seen.get('numerito_waiting_uncalled_people')).toBe(3)
    expect(seen.get('numerito_line_longest_still_seconds')).toBe(LINE_STANDS_MS / 1_000 + 1)
    expect(seen.get('numerito_database_answers')).toBe(1)
  })

  it('reads who waits and one call of each of their lines, not all that ever was', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const clerk = await office.clerk()
    await office.fill(line, 30)
    for (let called = 0; called < 28; called += 1) await office.call(clerk, [line])
    const { waiting } = await readWaiting(database.db, office.clock.now())
    const plans: Plan[] = []
    await readWaiting(database.db.withPlugin(explaining(plans)), office.clock.now())
    const lines = await database.db
      .selectFrom('tickets')
      .select('line_id')
      .distinct()
      .where('state', '=', 'waiting')
      .execute()
    expect(plans).toHaveLength(1)
    expect(rowsRead(plans[0]!, 'tickets')).toBeLessThanOrEqual(waiting + lines.length)
  })

  it('says how long the oldest job of each kind is due, and untried, and how many were given up', async () => {
    const at = server.clock.now().getTime()
    const job = (kind: string, key: string, ago: number, attempts = 0) => ({
      kind,
      key,
      payload: json({}),
      run_at: new Date(at - ago),
      attempts,
      locked_until: new Date(at + 3_600_000),
    })
    await database.db
      .insertInto('jobs')
      .values([
        job(KIND, 'a', 90_000),
        job(KIND, 'b', 30_000),
        job(KIND, 'under way', 100_000, 1),
        job(KIND, 'later', -60_000),
        job(KIND, 'over', 900_000, JOB_ATTEMPTS_MAX),
        job(KIND, 'put aside', 0, JOB_ATTEMPTS_MAX),
        job(KIND, 'failed', -3_600_000, 5),
        job(KIND, 'failed, and due again', 110_000, 2),
        job('of-a-later-release', 'x', 5_000),
      ])
      .execute()
    // Two of these are not due now: one is tried again in an hour, the other never.
    await sql`
      update jobs set failing_since = ${new Date(at - 120_000)},
        run_at = case key when 'put aside' then 'infinity' else run_at end
      where key in ('failed', 'failed, and due again', 'put aside')`.execute(database.db)
    const seen = await figures()
    expect(seen.get(`numerito_job_oldest_seconds{kind="${KIND}"}`)).toBe(120)
    // Whoever wakes somebody by it must not be one browser whose push service takes nothing.
    expect(seen.get(`numerito_job_untried_seconds{kind="${KIND}"}`)).toBe(100)
    expect(seen.get('numerito_job_untried_seconds{kind="push-call"}')).toBeDefined()
    expect(seen.get(`numerito_jobs_given_up{kind="${KIND}"}`)).toBe(2)
    expect(seen.get('numerito_job_oldest_seconds{kind="push-call"}')).toBeDefined()
    expect([...seen.keys()].join()).not.toContain('of-a-later-release')
    await database.db.deleteFrom('jobs').where('kind', 'in', [KIND, 'of-a-later-release']).execute()
    const after = await figures()
    for (const name of ['numerito_job_oldest_seconds', 'numerito_job_untried_seconds'])
      expect(after.get(`${name}{kind="${KIND}"}`)).toBe(0)
  })

  it('reads what is due and what failed, and none of the many jobs of later', async () => {
    const at = server.clock.now()
    // Left by the calls of the tests before.
    const { rows: due } = await sql`select from jobs where run_at <= ${at}::timestamptz`.execute(database.db)
    await sql`
      insert into jobs (kind, key, payload, run_at, failing_since, attempts)
      select ${KIND}, 'n' || n, '{}', ${at}::timestamptz + n * interval '1 minute',
        case when n % 500 = 0 then ${at}::timestamptz end, 0
      from generate_series(1, 5000) as n`.execute(database.db)
    await sql`vacuum (analyze) jobs`.execute(database.db)
    const read = await rowsReadByKeptPlans(database, 'jobs', async here => {
      const { db } = here
      // A kept plan does not know the moment, and takes a third of all for due: PostgreSQL keeps none here.
      await sql`set local enable_seqscan = off`.execute(db)
      await readDueJobs(db, at)
    })
    await database.db.deleteFrom('jobs').where('kind', '=', KIND).execute()
    expect(read).toBeLessThan(due.length + 50)
  })

  it('counts what clerks press, by what became of it; and nothing that is no press', async () => {
    const verb = await prepareVerb(database, server.clock.now(), 'POST /offices/:id/call')
    const press = (path: string, id: string | null = randomUUID()) =>
      server.ask('desk', path, {
        method: verb.method,
        body: verb.body,
        token: verb.token,
        headers: id === null ? {} : { [PRESS_HEADER]: id },
      })
    const id = randomUUID()
    expect((await press(verb.path, id)).status).toBe(200)
    const { code } = await (await press(verb.path, id)).json()
    await press(verb.path, null)
    await server.ask('desk', '/session', { body: { user: 'x', password: 'y' } })
    await server.ask('desk', verb.path.replace(/call$/, 'queue'), { token: verb.token })
    const seen = [...(await figures())].filter(([name]) => name.startsWith('numerito_desk_presses_total'))
    expect(seen).toEqual([
      ['numerito_desk_presses_total{outcome="done"}', 1],
      [`numerito_desk_presses_total{outcome="${code}"}`, 1],
    ])
  })

  it('counts what is done again and again, by how it ended: all at 0 before', async () => {
    const ended = (outcome: string) => `numerito_upkeep_total{task="prune presses",outcome="${outcome}"}`
    const counts = async (origin: string) => {
      const seen = await readFigures(origin)
      return Object.fromEntries(['done', 'held', 'failed'].map(how => [how, seen.get(ended(how))]))
    }
    await waitFor('the first round', async () => (await counts(server.origin)).done === 1)
    expect(await counts(server.origin)).toEqual({ done: 1, held: 0, failed: 0 })
    await sql`alter table desk_presses rename to presses_away`.execute(database.db)
    try {
      const failing = await startTestServer({ database, clock: new MovingClock(NOON), timers: hasty })
      await waitFor('a failure', async () => (await counts(failing.origin)).failed === 1)
      expect(await counts(failing.origin)).toEqual({ done: 0, held: 0, failed: 1 })
      await failing.close()
    } finally {
      await sql`alter table presses_away rename to desk_presses`.execute(database.db)
    }
  })

  it('[KEEP-03] takes away by itself what was given up before the days for which people are known', async () => {
    const since = new Date(NOON.getTime() - 31 * 24 * 3_600_000)
    await sql`
      insert into jobs (kind, key, payload, run_at, failing_since, attempts)
      values (${KIND}, 'long ago', '{}', 'infinity', ${since}, ${JOB_ATTEMPTS_MAX})`.execute(database.db)
    const left = () => database.db.selectFrom('jobs').select('id').where('key', '=', 'long ago').execute()
    const next = await startTestServer({ database, clock: new MovingClock(NOON), timers: hasty })
    await waitFor('it to go', async () => (await left()).length === 0)
    await next.close()
  })

  it('counts joins, by channel and by what they were answered', async () => {
    const office = await queueOffice(database)
    const { token } = await server.signInTemporary()
    const client = await connectRaw({ ws: `${server.origin.replace('http', 'ws')}/socket` }, { token })
    const topics = [
      officeTopic(office.slug),
      officeTopic('nowhere'),
      `meet:${randomUUID()}`,
      `meet:${randomUUID()}`,
    ]
    for (const [index, topic] of topics.entries()) {
      client.send(
        String(index),
        String(index),
        topic,
        'phx_join',
        topic.startsWith('meet') ? { page: randomUUID() } : {},
      )
      await client.next()
    }
    const seen = await figures()
    expect(seen.get('numerito_joins_total{channel="office",outcome="ok"}')).toBe(1)
    expect(seen.get('numerito_joins_total{channel="office",outcome="not-found"}')).toBe(1)
    expect(seen.get('numerito_joins_total{channel="meet",outcome="not-found"}')).toBe(2)
  })

  it('says who waits for a connection, and for how long; and where the database does not answer, so', async () => {
    const letGo = await holdConnections(database, 'actors', kind === 'postgres' ? 5 : 1)
    const waiting = [1, 2].map(() => database.ping())
    await waitFor('the first to have waited', () => database.waiting().actors.longestMs > 20)
    const seen = readFigures(server.origin)
    await waitFor('the look to wait', () => database.waiting().readers.count > 0)
    await letGo()
    await Promise.all(waiting)
    expect((await seen).get('numerito_database_waiting{lane="actors"}')).toBe(2)
    expect((await seen).get('numerito_database_longest_wait_seconds{lane="actors"}')).toBeGreaterThanOrEqual(
      0.02,
    )
    const after = await figures()
    expect(after.get('numerito_database_waiting{lane="actors"}')).toBe(0)
    expect(after.get('numerito_database_longest_wait_seconds{lane="actors"}')).toBe(0)
  })
})

eachDatabase('a look at the office', open => {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  it('is one for all who look within five seconds, and the next not before', async () => {
    const { database, during } = countedStatements(await open())
    const time = new ManualTime()
    const look = lookAtOffice({ database, clock: new MovingClock(NOON), timers: time })
    expect(await during(() => Promise.all([look(), look(), look()]))).toBe(2)
    time.advance(LOOK_EVERY_MS - 1)
    expect(await during(look)).toBe(0)
    time.advance(1)
    expect(await during(look)).toBe(2)
  })

  it('keeps nobody waiting for a database that does not answer, and asks it no second time meanwhile', async () => {
    const opened = await open({ poolSize: 1 })
    const { database, during } = countedStatements(opened)
    const time = new ManualTime()
    const look = lookAtOffice({ database, clock: new MovingClock(NOON), timers: time })
    const letGo = await holdConnections(opened, 'actors', 1)
    closing.push(letGo)
    const looked = look()
    time.advance(3_000)
    const late = new Promise(resolve => setTimeout(resolve, 5_000, 'late'))
    expect(await Promise.race([looked, late])).toBeNull()
    time.advance(LOOK_EVERY_MS * 2)
    expect(await during(look)).toBe(0)
    await letGo()
    await waitFor('the late look to be forgotten', () => {
      time.advance(LOOK_EVERY_MS)
      return look()
    })
  })
})

describe('the log', () => {
  it('has a line for each request with its id, and one for each fact with its own; a flood is counted', async () => {
    const time = new ManualTime()
    const timers: Timers = {
      ...systemTimers,
      after: (ms, run) => (ms === 1_000 ? time : systemTimers).after(ms, run),
    }
    const server = await startTestServer({ clock: new MovingClock(NOON), timers })
    const office = await queueOffice(server.database)
    const { token, user_id } = await server.signInTemporary()
    const body = { line_id: await office.line(), request_id: randomUUID() }
    const taken = await server.ask('v1', `/offices/${office.office_id}/tickets/new`, { body, token })
    const { tuid } = (await taken.json()) as { tuid: string }
    const lines = () => server.logged.map(line => JSON.parse(line) as Record<string, unknown>)
    const saying = (msg: string) => lines().filter(line => line.msg === msg)
    await waitFor('its line', () =>
      saying('answered').some(line => line.reqId === taken.headers.get('x-request-id')),
    )
    expect(saying('told')).toMatchObject([{ office_id: office.office_id, fact: 'ticket:created', seq: 1 }])
    for (const secret of [user_id, tuid, token]) expect(server.logged.join('')).not.toContain(secret)
    time.advance(1_000)
    const before = saying('answered').length
    await Promise.all(Array.from({ length: LINES_PER_SECOND + 20 }, () => server.ask('v1', '/categories')))
    time.advance(1_000)
    await server.close()
    expect(saying('answered').length - before).toBe(LINES_PER_SECOND)
    expect(saying('more was answered than is written')).toMatchObject([{ left_out: 20 }])
  })
})

describe('the labels of the figures', () => {
  /** Of one name, however often and for whatever is asked. */
  const SERIES_MAX = 3_000

  it('[SEC-02] are bounded and name nobody, whatever is asked of every route', async () => {
    const fuzzed = await startFuzzedServer({})
    const before = new Set((await readFigures(fuzzed.server.origin)).keys())
    await fuzzServer(fuzzed.server, fuzzed.routes, { tries: 300, seed: 1 })
    const first = await readFigures(fuzzed.server.origin)
    await fuzzServer(fuzzed.server, fuzzed.routes, { tries: 300, seed: 2 })
    const second = await readFigures(fuzzed.server.origin)
    await closeEverything()
    await fuzzed.stop()
    const known = new Set(fuzzed.routes.map(({ path }) => path))
    const routes = [...second.keys()].flatMap(series => /route="([^"]*)"/.exec(series)?.[1] ?? [])
    expect(new Set(routes).size).toBeGreaterThan(50)
    expect(
      [...new Set(routes)].filter(route => !known.has(route) && !['none', 'application'].includes(route)),
    ).toEqual([])
    const others = (figures: Iterable<string>) => [...figures].filter(series => !series.startsWith('http_'))
    expect(others(second.keys()).length).toBeLessThan(SERIES_MAX)
    expect(others(first.keys()).length).toBeGreaterThan(others(before).length)
    for (const series of second.keys())
      expect(series).not.toMatch(/[\da-f]{8}-[\da-f]{4}|\d{1,2}\.\d{3}\.\d{3}|@|\d+\.\d+\.\d+\.\d+/)
  })
})
