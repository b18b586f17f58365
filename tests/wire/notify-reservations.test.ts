import { afterEach, beforeAll, expect, it } from 'vitest'
import { RESERVATION_HIDDEN_AFTER_MS, RESERVATION_REMINDERS_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import { expireReservations } from '#server/reservations/expire-reservations.ts'
import { removeReservation } from '#server/reservations/remove-reservation.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { blockAt, type LinePlanOptions, reservationOffice } from '#tests/support/reservation-office.ts'
import { notifyRigOf, ORIGIN } from './notify-rig.ts'

/** The Monday after the clock's Saturday. */
const MONDAY = '2026-11-23'
const MINUTE_MS = 60_000

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

async function booked(database: Database, plan: LinePlanOptions = {}) {
  const office = await reservationOffice(database)
  const rig = await notifyRigOf(database, office)
  stopping.push(rig.service.stop)
  const line = await office.reserveLine(plan)
  const user = await office.user()
  const browser = await rig.subscribe(user)
  const blocks = await office.blocks(line, MONDAY)
  const block = blockAt(blocks, 40)
  const { id } = await office.book(line, block, user)
  const begins = Date.parse(block.from)
  return {
    ...rig,
    line,
    user,
    browser,
    block,
    later: blockAt(blocks, 44),
    id,
    /** Lets it become so long before the block begins, and what is due be done. */
    async when(beforeMs: number) {
      office.clock.advance(begins - beforeMs - office.clock.now().getTime())
      await rig.runJobs()
    },
    kinds: () => browser.heard().map(({ message }) => message.notification.data.kind),
  }
}

const remove = ({ office, id }: Awaited<ReturnType<typeof booked>>) =>
  removeReservation(office.context, { office_id: office.office_id, id })

/** So many pass, and each time what is due is done. */
async function minutes({ office, runJobs }: Awaited<ReturnType<typeof booked>>, count: number) {
  for (let minute = 0; minute < count; minute++) {
    await runJobs()
    office.clock.advance(MINUTE_MS)
  }
  await runJobs()
}

/** News that is still to be told of it. */
const jobsOf = ({ context, id }: Awaited<ReturnType<typeof booked>>, kind = 'tell-reservation') =>
  context.database.db
    .selectFrom('jobs')
    .select('kind')
    .where('key', 'like', `${id}%`)
    .where('kind', '=', kind)
    .execute()

eachDatabase('news of a reservation', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('reminds a day and half an hour before, each once, until the reservation begins', async () => {
    const at = await booked(database)
    await at.when(RESERVATION_REMINDERS_MS.day + MINUTE_MS)
    expect(at.kinds()).toEqual([])
    await at.when(RESERVATION_REMINDERS_MS.day)
    await at.when(RESERVATION_REMINDERS_MS.day - MINUTE_MS)
    expect(at.kinds()).toEqual(['reminder'])
    await at.when(RESERVATION_REMINDERS_MS.soon - MINUTE_MS)
    expect(at.kinds()).toEqual(['reminder', 'reminder'])
    const [day, soon] = at.browser.heard()
    expect(day).toMatchObject({ push: { urgency: 'normal', ttl: RESERVATION_REMINDERS_MS.day / 1000 } })
    expect(soon).toMatchObject({
      push: { urgency: 'high', ttl: (RESERVATION_REMINDERS_MS.soon - MINUTE_MS) / 1000 },
      message: {
        notification: {
          navigate: `${ORIGIN}/reservations/${at.id}`,
          data: { ruid: at.id, begins: at.block.from, time_zone: 'America/Santiago', tuid: null },
        },
      },
    })
    expect(await at.openJobs()).toBe(0)
  })

  it('says nothing of what was cancelled, nor of what has begun while no server ran', async () => {
    const cancelled = await booked(database)
    await cancelled.office.cancel(cancelled.id, cancelled.user)
    await cancelled.when(MINUTE_MS)
    expect(cancelled.kinds()).toEqual([])
    const begun = await booked(database)
    await begun.when(-MINUTE_MS)
    expect(begun.kinds()).toEqual([])
  })

  it('reminds of the new time of what was moved, and not of the old one', async () => {
    const at = await booked(database)
    await at.office.move(at.id, at.user, at.later)
    const begins = () => at.browser.heard().map(({ message }) => message.notification.data.begins)
    await at.when(RESERVATION_REMINDERS_MS.day)
    expect(begins()).toEqual([])
    await at.when(MINUTE_MS)
    expect(begins()).toEqual([at.later.from])
    await at.when(-50 * MINUTE_MS)
    expect(begins()).toEqual([at.later.from, at.later.from])
  })

  it('tells what the office said, and that it said nothing in time', async () => {
    const confirmed = await booked(database, { confirm_minutes: 30 })
    await confirmed.runJobs()
    expect(confirmed.kinds()).toEqual([])
    await confirmByOffice(confirmed.office.context, {
      id: confirmed.id,
      office_id: confirmed.office.office_id,
    })
    await confirmed.runJobs()
    expect(confirmed.kinds()).toEqual(['reserve_confirmed'])

    const silent = await booked(database, { confirm_minutes: 30 })
    silent.office.clock.advance(31 * MINUTE_MS)
    await expireReservations(silent.office.context, { office_id: silent.office.office_id })
    await silent.runJobs()
    expect(silent.kinds()).toEqual(['reserve_expired'])
  })

  it('[PUSH-05] is told once a push service is there again that was away for an hour', async () => {
    const at = await booked(database)
    await remove(at)
    at.service.answerWith(at.browser.subscription.endpoint, 500)
    await minutes(at, 60)
    at.service.answerWith(at.browser.subscription.endpoint, 201)
    await minutes(at, 3)
    expect(at.kinds()).toEqual(['reserve_removed'])
    expect(await jobsOf(at)).toEqual([])
  })

  it('[PUSH-05] that no push service ever takes ends quietly, and is not tried for days', async () => {
    const at = await booked(database)
    await remove(at)
    at.service.answerWith(at.browser.subscription.endpoint, 500)
    // The rig throws where a job is given up: somebody would be alarmed by it.
    await minutes(at, 130)
    expect(await jobsOf(at)).toEqual([])
    expect(at.outcomes.length).toBeLessThan(80)
  })

  it('[PUSH-05] a reminder that no push service takes ends quietly as well', async () => {
    const at = await booked(database)
    at.service.answerWith(at.browser.subscription.endpoint, 500)
    await at.when(RESERVATION_REMINDERS_MS.day)
    await minutes(at, 130)
    expect(await jobsOf(at, 'remind-reservation')).toHaveLength(1)
    await at.when(RESERVATION_REMINDERS_MS.soon)
    await minutes(at, 32)
    expect(await jobsOf(at, 'remind-reservation')).toEqual([])
  })

  it('tells whoever is on the way that nobody said yes until the hour itself, or that it was taken away', async () => {
    const silent = await booked(database, { confirm_minutes: 7 * 24 * 60 })
    await silent.when(-MINUTE_MS)
    await expireReservations(silent.office.context, { office_id: silent.office.office_id })
    await silent.runJobs()
    expect(silent.kinds()).toEqual(['reserve_expired'])
    const [told] = silent.browser.heard()
    const ends = Date.parse(silent.block.to) + RESERVATION_HIDDEN_AFTER_MS
    expect(told?.push.ttl).toBe((ends - silent.office.clock.now().getTime()) / 1000)

    const late = await booked(database)
    await late.when(-5 * MINUTE_MS)
    await remove(late)
    await late.runJobs()
    expect(late.kinds()).toEqual(['reserve_removed'])
  })

  it('says nothing of it any more where it comes to be said once nobody lists the time', async () => {
    const late = await booked(database)
    await late.when(-5 * MINUTE_MS)
    await remove(late)
    await late.when(Date.parse(late.block.from) - Date.parse(late.block.to) - RESERVATION_HIDDEN_AFTER_MS)
    expect(late.kinds()).toEqual([])
    expect(await late.openJobs()).toBe(0)
  })
})
