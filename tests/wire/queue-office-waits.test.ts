import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import { officeWaitList } from '#contract/rest/offices.ts'
import type { Database } from '#server/database/database.ts'
import { officesRoutes } from '#server/offices/routes.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { lineStates } from '#tests/support/line-states.ts'
import { readOfficeWaits } from '#server/queue/lines/read-office-waits.ts'
import { sharedOfficeWaits } from '#server/queue/lines/shared-office-waits.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { serveRoutes } from './offices-app.ts'

const PEOPLE = 3
const timers = systemTimers

/** What a list says of an office: the people and minutes of the line that is over first. */
eachDatabase('how long one would wait in an office', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const waitsOf = (...ids: number[]) => readOfficeWaits(database.db, NOON, ids)

  /**
   * An office in which so many wait in its only ordinary line, beside a line of every kind that is not for
   * phones.
   */
  async function busyOffice(people = PEOPLE) {
    const office = await queueOffice(database)
    const ordinary = await office.line({ fallback_minutes: 6 })
    await office.line({ type: 'hidden' })
    await office.line({ type: 'kiosk' })
    await office.line({ takes_tickets: false })
    const frozen = await office.line()
    await freezeLine(office.context, { office_id: office.office_id, line_id: frozen, frozen: true })
    await office.fill(ordinary, people)
    return { ...office, ordinary }
  }

  it('[OFF-08] says the people and the minutes that the line itself says', async () => {
    const office = await busyOffice()
    const state = (await lineStates(office.context, office.office_id)).find(
      ({ line_id }) => line_id === office.ordinary,
    )
    expect(await waitsOf(office.office_id)).toEqual([
      { office_id: office.office_id, waiting: PEOPLE, wait: state?.wait },
    ])
    expect(state?.wait?.to).toBeGreaterThan(0)
  })

  it('[OFF-07] leaves out hidden, frozen and kiosk lines, those by booked time alone, and offices with no other', async () => {
    const office = await queueOffice(database)
    await office.line({ type: 'hidden' })
    await office.line({ type: 'kiosk' })
    await office.line({ takes_tickets: false })
    expect(await waitsOf(office.office_id, 2_000_000_000)).toEqual([])
    await database.db
      .updateTable('offices')
      .set({ active: false })
      .where('id', '=', office.office_id)
      .execute()
    await office.line()
    expect(await waitsOf(office.office_id)).toEqual([])
  })

  it('takes the line that is over first, not the one with the fewest people', async () => {
    const office = await queueOffice(database)
    const slow = await office.line({ fallback_minutes: 60 })
    const quick = await office.line({ fallback_minutes: 2 })
    await office.fill(slow, 2)
    await office.fill(quick, 4)
    expect(await waitsOf(office.office_id)).toMatchObject([{ waiting: 4 }])
  })

  it('says that nobody waits where one line is empty', async () => {
    const office = await busyOffice()
    await office.line()
    expect(await waitsOf(office.office_id)).toEqual([{ office_id: office.office_id, waiting: 0, wait: null }])
  })

  it('costs two statements for any number of offices, and one where nobody waits', async () => {
    const { database: counted, during } = countedStatements(database)
    const busy = [await busyOffice(), await busyOffice(), await busyOffice()].map(
      ({ office_id }) => office_id,
    )
    const quiet = (await busyOffice(0)).office_id
    expect(await during(() => readOfficeWaits(counted.db, NOON, [...busy, quiet]))).toBe(2)
    expect(await during(() => readOfficeWaits(counted.db, NOON, [quiet]))).toBe(1)
  })

  it('is read once for a crowd, and again after ten seconds, while the crowd is given what is there', async () => {
    const office = await busyOffice()
    const { database: counted, during } = countedStatements(database)
    const waits = sharedOfficeWaits({ database: counted, clock: office.clock, timers })
    const crowd = () => Promise.all(Array.from({ length: 500 }, () => waits([office.office_id])))
    // Those who come while it is read are answered by the one read after it.
    expect(await during(crowd)).toBeLessThanOrEqual(2)
    expect(await during(crowd)).toBe(0)
    const clerk = await office.clerk()
    await office.call(clerk)
    office.clock.advance(11_000)
    const given = await crowd()
    expect(new Set(given.map(([wait]) => wait?.waiting))).toEqual(new Set([PEOPLE]))
    await expect.poll(() => waits([office.office_id])).toMatchObject([{ waiting: PEOPLE - 1 }])
    // After a minute nothing is said that is so old.
    await office.call(clerk)
    office.clock.advance(61_000)
    expect(await waits([office.office_id])).toMatchObject([{ waiting: PEOPLE - 2 }])
  })

  it('is read anew by a clock that was set back: what was read before it is no younger for that', async () => {
    const office = await busyOffice()
    const waits = sharedOfficeWaits({ ...office.context, timers })
    expect(await waits([office.office_id])).toMatchObject([{ waiting: PEOPLE }])
    await office.call(await office.clerk())
    office.clock.advance(-3_600_000)
    expect(await waits([office.office_id])).toMatchObject([{ waiting: PEOPLE - 1 }])
  })

  it('reads one after another, and together what is asked for meanwhile', async () => {
    const offices = [await busyOffice(), await busyOffice(), await busyOffice()].map(
      ({ office_id }) => office_id,
    )
    const { database: counted, during } = countedStatements(database)
    const waits = sharedOfficeWaits({ database: counted, clock: { now: () => NOON }, timers })
    const all = await during(async () => {
      const answers = await Promise.all(offices.map(id => waits([id])))
      expect(answers.flat().map(({ office_id }) => office_id)).toEqual(offices)
    })
    expect(all).toBe(2)
  })

  it('tells those who wait for it that it could not be read, and the next ones what is there again', async () => {
    const office = await busyOffice()
    let isAway = true
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new Error('away')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const waits = sharedOfficeWaits({ database: { ...database, db }, clock: office.clock, timers })
    await expect(waits([office.office_id])).rejects.toThrow('away')
    isAway = false
    expect(await waits([office.office_id])).toHaveLength(1)
  })

  it('answers by HTTP for a page of offices, kept for seconds, and refuses a list without an end', async () => {
    const office = await busyOffice()
    const { v3 } = officesRoutes({
      database,
      clock: office.clock,
      linesOf: async () => ({ seq: 0, lines: [] }),
      officeWaits: sharedOfficeWaits({ ...office.context, timers }),
    })
    const app = await serveRoutes({ '/api/v3': v3 })
    const ask = (ids: string) => app.inject({ url: `/api/v3/offices/waits?ids=${ids}` })
    const answer = await ask(`${office.office_id},2000000000,99999999999`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=5')
    expect(v.parse(officeWaitList, answer.json())).toMatchObject([
      { office_id: office.office_id, waiting: PEOPLE },
    ])
    const many = (length: number) => Array.from({ length }, (_, at) => at + 1).join()
    expect((await ask(many(50))).statusCode).toBe(200)
    for (const ids of [many(51), '', 'a', '1,,2', '-1', '1;drop'])
      expect((await ask(encodeURIComponent(ids))).statusCode, ids).toBe(400)
  })
})
