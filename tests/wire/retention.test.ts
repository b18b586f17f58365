import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { bookForSomebody } from '#server/reservations/book-for-somebody.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { blockAt, reservationOffice } from '#tests/support/reservation-office.ts'
import { startTestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const DAY_MS = 24 * 3_600_000
/** The one after the clock's Saturday. */
const MONDAY = '2026-11-23'

eachDatabase('how long things are kept', open => {
  it('[KEEP-03] follows the operator: person and facts go after their days, the number stays as a figure', async () => {
    const database = await open()
    const first = await startTestServer({ database, clock: new MovingClock(NOON) })
    const { user_id } = await first.signInTemporary()
    const office = await reservationOffice(database)
    const plan = await office.reserveLine()
    const { from, to } = blockAt(await office.blocks(plan, MONDAY), 40)
    const desk = await office.clerk()
    const wish = { line_id: plan, from, to, request_id: randomUUID(), name: 'Rosa', meta: {} }
    const { id: booked } = await bookForSomebody(office.context, { ...desk, ...wish })
    const { tuid } = await office.take(await office.line(), user_id)
    await database.db
      .updateTable('sessions')
      .set({ expires_at: NOON })
      .where('user_id', '=', user_id)
      .execute()
    await first.close()

    const isKnown = async () => {
      const row = await database.db
        .selectFrom('users')
        .select('person')
        .where('id', '=', user_id)
        .executeTakeFirst()
      return row?.person != null
    }
    const isNamed = async () => (await office.reservation(booked)).booked_for !== null
    const facts = async () => (await office.facts()).filter(({ kind }) => kind === 'ticket:created').length
    /** A server that starts so many days later, and has looked after what is old by the time it is closed. */
    async function days(
      later: number,
      keep: { peopleDays: number; factsDays: number; turnsDays?: number },
      until: () => Promise<boolean>,
    ) {
      const clock = new MovingClock(new Date(NOON.getTime() + later * DAY_MS))
      const server = await startTestServer({
        database,
        clock,
        settings: { keep: { turnsDays: 400, ...keep } },
      })
      await waitFor('what is old to be gone', until)
      await server.close()
    }

    // A server that starts so late ends them, too; and what is looked after once an hour leaves to the next
    // hour whatever somebody is at.
    const areOver = async () =>
      (await office.ticket(tuid)).state === 'expired' && (await office.reservation(booked)).state === 'missed'
    await days(14, { peopleDays: 30, factsDays: 400 }, areOver)
    expect([await isKnown(), await isNamed(), await facts()]).toEqual([true, true, 1])
    await days(14, { peopleDays: 7, factsDays: 400 }, async () => !(await isKnown()) && !(await isNamed()))
    expect(await facts()).toBe(1)
    await days(14, { peopleDays: 7, factsDays: 7 }, async () => (await facts()) === 0)
    expect(await office.ticket(tuid)).toMatchObject({ number: 1, meta: null, identity_hash: null })
    const turns = async () => (await database.db.selectFrom('tickets').select('id').execute()).length
    await days(100, { peopleDays: 7, factsDays: 7, turnsDays: 90 }, async () => (await turns()) === 0)
  })
})
