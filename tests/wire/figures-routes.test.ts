import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { figures } from '#contract/rest/figures.ts'
import type { Database } from '#server/database/database.ts'
import { keepDays } from '#server/figures/keep-days.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const DAY = 86_400_000
const PASSWORD = 'una clave larga'
const HEAD =
  'day;hour;line_id;line;taken;booked;attended;missed;left;expired;transferred;open;called;' +
  'wait_median;wait_p90;attention_median;attention_p90;told;told_within;told_earlier;told_later;' +
  'attention_seconds;open_minutes'

eachDatabase('an office’s figures, asked for', open => {
  let database: Database
  let server: TestServer

  beforeAll(async () => {
    database = await open()
    server = await startTestServer({ database, clock: new MovingClock(NOON) })
  })
  afterAll(() => server.close())

  /** Somebody of the office who signs in, and asks below it. */
  async function staffed(office: QueueOffice, role: 'clerk' | 'supervisor' | 'administrator') {
    const { clerk_id } = await office.clerk()
    const user_name = `ana-${clerk_id}`
    await sql`update clerks set user_name = ${user_name}, password_hash = ${await hashPassword(PASSWORD)} where id = ${clerk_id}`.execute(
      database.db,
    )
    if (role === 'supervisor')
      await sql`update clerk_offices set role = 'supervisor' where clerk_id = ${clerk_id}`.execute(
        database.db,
      )
    if (role === 'administrator')
      await sql`insert into administrators (clerk_id, organization_id)
        select ${clerk_id}, organization_id from offices where id = ${office.office_id}`.execute(database.db)
    const session = await server.ask('desk', '/session', { body: { user: user_name, password: PASSWORD } })
    const { token } = (await session.json()) as { token: string }
    return (path: string, id = office.office_id) =>
      server.ask('desk', `/offices/${id}/figures${path}`, { token })
  }

  it('[STAT-01] are for who supervises the office or administrates its organization', async () => {
    const office = await queueOffice(database)
    const elsewhere = await queueOffice(database)
    await sql`update offices set organization_id = 99 where id = ${elsewhere.office_id}`.execute(database.db)
    for (const path of ['', '.csv', '-services.csv']) {
      for (const role of ['supervisor', 'administrator'] as const) {
        const ask = await staffed(office, role)
        const answer = await ask(path)
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
        expect((await ask(path, elsewhere.office_id)).status).toBe(404)
      }
      const clerk = await staffed(office, 'clerk')
      const refused = await clerk(path)
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ code: 'supervisors-only' })
    }
  })

  it('[STAT-01] a span has two ends, in their order, and is no longer than a year', async () => {
    const ask = await staffed(await queueOffice(database), 'supervisor')
    const status = async (query: string) => (await ask(query)).status
    expect(await status('?from=2026-01-01&to=2027-01-01')).toBe(200)
    expect(await status('?from=2026-01-01&to=2027-01-02')).toBe(400)
    expect(await status('?from=2026-01-02&to=2026-01-01')).toBe(400)
    expect(await status('?from=2026-01-02')).toBe(400)
    expect(await status('?from=2026-02-30&to=2026-03-01')).toBe(400)
    expect(await status('.csv?from=2026-01-01&to=2027-01-02')).toBe(400)
    // Beyond the year 9999 no day comes after another by its text: it was counted on for ever.
    for (const span of ['from=9999-10-01&to=9999-12-31', 'from=9999-09-30&to=9999-12-30'])
      for (const path of ['', '.csv', '-services.csv']) expect(await status(`${path}?${span}`)).toBe(400)
    expect(await status('?line_id=999999')).toBe(404)
    expect(await status('.csv?line_id=999999')).toBe(404)
  })

  it('[STAT-01] a server that runs keeps the days that are over by itself', async () => {
    const own = await open()
    const office = await queueOffice(own)
    const [tuid = ''] = await office.fill(await office.line(), 1)
    await giveUp(office.context, { tuid, user_id: (await office.ticket(tuid)).user_id ?? '' })
    const later = new MovingClock(new Date(NOON.getTime() + 3 * 86_400_000))
    const running = await startTestServer({ database: own, clock: later })
    const kept = () => own.db.selectFrom('day_figures').select('day').execute()
    await waitFor('its day to be kept', async () => (await kept()).length > 0)
    await running.close()
  })

  it('[STAT-02] everybody sees how what was said of the wait came true, of days that are over', async () => {
    const own = await open()
    const office = await queueOffice(own)
    const { clock, context, office_id } = office
    const clerk = await office.clerk()
    await office.fill(await office.line(), 3)
    await sql`update tickets set told_from = 5, told_to = 10`.execute(own.db)
    for (const minutes of [3, 4, 20]) {
      clock.advance(minutes * 60_000)
      await office.call(clerk)
      await markAttended(context, clerk)
    }
    await closeModulo(context, clerk)
    const now = new MovingClock(clock.now())
    const running = await startTestServer({ database: own, clock: now })
    const ask = (id: number | string) => running.ask('v3', `/offices/${id}/waits/told`)
    expect(await (await ask(office_id)).json()).toEqual({ days: 30, of: 0, within: 0, earlier: 0, later: 0 })
    now.advance(3 * DAY)
    await keepDays({ ...context, clock: now })
    const answer = await ask(office_id)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(await answer.json()).toEqual({ days: 30, of: 3, within: 1, earlier: 1, later: 1 })
    now.advance(28 * DAY)
    expect(await (await ask(office_id)).json()).toMatchObject({ of: 0 })
    await sql`update offices set active = false`.execute(own.db)
    for (const id of [office_id, 999_999]) expect((await ask(id)).status).toBe(404)
    expect((await ask('all')).status).toBe(400)
    await running.close()
  })

  describe('as a table', () => {
    async function servedOffice(name = 'Firmas') {
      const office = await queueOffice(database)
      const line = await office.line()
      await sql`update lines set name = ${name} where id = ${line}`.execute(database.db)
      const clerk = await office.clerk()
      await office.fill(line, 2)
      office.clock.advance(7 * 60_000)
      await office.call(clerk)
      office.clock.advance(4 * 60_000)
      await markAttended(office.context, clerk)
      await closeModulo(office.context, clerk)
      return { office, line, ask: await staffed(office, 'supervisor') }
    }
    const table = async (response: Response) =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())

    it('[STAT-03] is read by spreadsheets and by machines, column by column', async () => {
      const { line, ask, office } = await servedOffice()
      const response = await ask('.csv?from=2026-11-21&to=2026-11-21')
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="${office.slug}-2026-11-21-2026-11-21.csv"`,
      )
      expect(await table(response)).toBe(
        `\uFEFF${HEAD}\r\n2026-11-21;12;${line};Firmas;2;0;1;0;0;0;0;1;1;7;7;4;4;0;0;0;0;240;11\r\n`,
      )
    })

    it.each([
      ['=1+1', "'=1+1"],
      ['+56 2', "'+56 2"],
      ['-Caja', "'-Caja"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['\t=1', "'\t=1"],
      ['Firmas; copias', '"Firmas; copias"'],
      ['=HYPERLINK("x";"y")', '"\'=HYPERLINK(""x"";""y"")"'],
    ])('[STAT-03] a line named %s runs on nobody’s machine and breaks no row', async (name, field) => {
      const { line, ask } = await servedOffice(name)
      const [, row] = (await table(await ask('.csv'))).split('\r\n')
      expect(row).toBe(`2026-11-21;12;${line};${field};2;0;1;0;0;0;0;1;1;7;7;4;4;0;0;0;0;240;11`)
    })

    it('[STAT-03] adds up to what the page shows, over a year', async () => {
      const { office, line, ask } = await servedOffice()
      await sql`
        insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at, called_at, calls, ended_at)
        select gen_random_uuid(), ${office.office_id}::integer, ${line}::integer, day, 1 + i % 3, 'A', 'attended', i,
          at, at + i % 50 * interval '1 minute', 1, at + interval '1 hour'
        from generate_series(0, 899) i
        cross join lateral (select date '2026-11-20' - i / 3 as day) d
        cross join lateral (select day + time '15:00' + i % 7 * interval '1 hour' as wall) w
        cross join lateral (select wall at time zone 'Etc/UTC' as at) a`.execute(database.db)
      const span = '?from=2025-11-22&to=2026-11-22'
      const { all, days } = v.parse(figures, await (await ask(span)).json())
      expect([all.taken, days.length]).toEqual([902, 301])
      const rows = (await table(await ask(`.csv${span}`))).trimEnd().split('\r\n').slice(1)
      const sum = (column: string) =>
        rows.reduce((total, row) => total + Number(row.split(';')[HEAD.split(';').indexOf(column)]), 0)
      expect([sum('taken'), sum('attended'), sum('called')]).toEqual([902, all.attended, all.wait.of])
    })
  })
})
