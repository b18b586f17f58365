import { afterEach, beforeAll, expect, it } from 'vitest'
import {
  RESERVATION_HIDDEN_AFTER_MS,
  RESERVATION_REMINDERS_MS,
  VIDEO_ENTRY_BEFORE_MS,
} from '#contract/limits.ts'
import { wallTime } from '#contract/rules/office-time.ts'
import type { Database } from '#server/database/database.ts'
import { expireReservations } from '#server/reservations/expire-reservations.ts'
import { reservationOfOwner } from '#server/reservations/reservation-of-owner.ts'
import { canEnterCall } from '#src/domain/can-enter-call.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { reservationOffice } from '#tests/support/reservation-office.ts'
import { notifyRigOf } from './notify-rig.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STEP_MS = 5 * MINUTE_MS
const ZONE = 'America/Santiago'
/** Of the blocks that begin in those hours, every so many-th is booked. */
const EVERY = 6

/** Eighteen hours that begin at 16:00 on the office's wall; in the middle of them the clock is changed. */
const NIGHTS = [
  { name: 'an hour comes twice', from: '2027-04-03T16:00:00-03:00', wallEnds: '09:00' },
  { name: 'an hour is left out', from: '2027-09-04T16:00:00-04:00', wallEnds: '11:00' },
]

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

eachDatabase('a night in which the clock is changed', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it.each(NIGHTS)(
    '[VID-01] everything keeps its moment over 18 hours in which $name',
    async ({ from, wallEnds }) => {
      const begins = Date.parse(from)
      const ends = begins + 18 * HOUR_MS
      const office = await reservationOffice(database)
      const { context, clock, office_id } = office
      clock.at = new Date(begins - HOUR_MS)
      expect(wallTime(new Date(ends), ZONE).minutes).toBe(Number(wallEnds.slice(0, 2)) * 60)
      const rig = await notifyRigOf(database, office)
      stopping.push(rig.service.stop)
      const line = await office.reserveLine({ modalities: 'video', minutes: 15 })

      const first = wallTime(new Date(begins), ZONE).day
      const second = wallTime(new Date(ends), ZONE).day
      const night = async () =>
        [...(await office.blocks(line, first)), ...(await office.blocks(line, second))].filter(
          block => Date.parse(block.from) >= begins && Date.parse(block.from) < ends,
        )
      const blocks = await night()
      expect(blocks.map(block => Date.parse(block.from))).toEqual(
        Array.from({ length: 18 * 4 }, (_, nth) => begins + nth * 15 * MINUTE_MS),
      )
      const booked = await Promise.all(
        blocks
          .filter((_, nth) => nth % EVERY === 2)
          .map(async block => {
            const user = await office.user()
            const browser = await rig.subscribe(user)
            const { id } = await office.book(line, block, user, { meet: true })
            const held = async () =>
              (await reservationOfOwner(context, { id, user_id: user })) ?? expect.fail('gone')
            return { begins: Date.parse(block.from), ends: Date.parse(block.to), browser, held }
          }),
      )
      expect(booked).toHaveLength(12)

      for (let now = begins; now <= ends; now += STEP_MS) {
        clock.at = new Date(now)
        await expireReservations(context, { office_id })
        await rig.runJobs()
        const shown = await night()
        expect(shown.map(block => block.from)).toEqual(
          blocks.filter(block => Date.parse(block.from) > now).map(block => block.from),
        )
        for (const reservation of booked) {
          const held = await reservation.held()
          const isReminded = now >= reservation.begins - RESERVATION_REMINDERS_MS.soon
          expect(reservation.browser.heard(), held.from).toHaveLength(isReminded ? 1 : 0)
          const isOver = now >= reservation.ends + RESERVATION_HIDDEN_AFTER_MS
          expect(held.state, held.from).toBe(isOver ? 'missed' : 'confirmed')
          expect(canEnterCall(held, now), held.from).toBe(
            now >= reservation.begins - VIDEO_ENTRY_BEFORE_MS && !isOver,
          )
        }
      }
      expect(rig.service.refused).toEqual([])
    },
  )
})
