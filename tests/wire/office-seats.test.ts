import { expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { type MeetPlace, MeetRooms } from '#server/realtime/meet-rooms.ts'
import { watchSeats } from '#server/realtime/watch-seats.ts'
import { type OfficeSeat, officeSeats } from '#server/video/office-seats.ts'
import { Refusal } from '#server/web/refusal.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { waitFor } from '#tests/support/wait-for.ts'

eachDatabase('the office’s seats in calls', open => {
  async function office() {
    const database = await open()
    const { db } = database
    const { clerk } = await queueOffice(database)
    const [ana, eva] = [(await clerk()).clerk_id, (await clerk()).clerk_id]
    const sitting = (clerk_id: number, meeting = systemRandom.uuid()): OfficeSeat => ({
      id: systemRandom.uuid(),
      meeting,
      clerk_id,
    })
    const rows = () =>
      db
        .selectFrom('meet_seats')
        .select(['id', sql<boolean>`held_until > clock_timestamp() + interval '1 minute'`.as('isHeld')])
        .execute()
    const goOver = () =>
      db.updateTable('meet_seats').set({ held_until: sql`clock_timestamp() - interval '1 s'` }).execute()
    return { database, seats: officeSeats(database), ana, eva, sitting, rows, goOver }
  }

  it('[VID-02] are held for longer than an outage, and are had back after a longer one', async () => {
    const { seats, ana, sitting, rows, goOver } = await office()
    const seat = sitting(ana)
    expect(await seats.take(seat, null)).toBeNull()
    expect(await rows()).toEqual([{ id: seat.id, isHeld: true }])
    await goOver()
    expect(await seats.keep([seat])).toEqual(new Set([seat.id]))
    expect(await rows()).toEqual([{ id: seat.id, isHeld: true }])
  })

  it('[VID-02] are taken from nobody who came meanwhile, whether a colleague or the same clerk', async () => {
    const { seats, ana, eva, sitting, rows, goOver } = await office()
    for (const who of [eva, ana]) {
      const before = sitting(ana)
      const now = sitting(who, before.meeting)
      await seats.take(before, null)
      await goOver()
      expect(await seats.take(now, null)).toBeNull()
      expect(await seats.keep([before, now])).toEqual(new Set([now.id]))
      expect(await seats.takeAgain(before)).toBe(who)
      await goOver()
      expect(await seats.takeAgain(before)).toBe(who)
      expect((await rows()).map(({ id }) => id)).toEqual([now.id])
      await seats.free(now)
    }
  })

  it('[VID-02] that were left are not kept', async () => {
    const { seats, ana, sitting, rows } = await office()
    const seat = sitting(ana)
    await seats.take(seat, null)
    await seats.free(seat)
    expect(await seats.keep([seat])).toEqual(new Set())
    expect(await rows()).toEqual([])
  })

  /** Rooms with clerks in them, looked at whenever the test says so. */
  function watched(database: Database, seats = officeSeats(database)) {
    const faults: unknown[] = []
    const rooms = new MeetRooms(
      () => undefined,
      true,
      seat => void seats.free(seat),
    )
    let look = () => {}
    watchSeats({
      rooms,
      seats,
      timers: {
        after: () => expect.fail('nothing is done once'),
        every(_, call) {
          look = call
          return () => undefined
        },
      },
      onFault: error => void faults.push(error),
    })
    function sit(seat: OfficeSeat, judge: MeetPlace['judge'] = async () => undefined) {
      const heard: object[] = []
      const { meeting, id: page } = seat
      const place: MeetPlace = {
        meeting,
        office_id: 7,
        role: 'office',
        page,
        who: `clerk:${seat.clerk_id}`,
        seat,
        judge,
        push: (_: string, payload: object) => void heard.push(payload),
      }
      rooms.take(place)
      return { place, heard }
    }
    return { rooms, faults, sit, look: () => look() }
  }

  it('[VID-02] are renewed before any is judged, and each is judged though another cannot be', async () => {
    const { database, seats, ana, eva, sitting, rows, goOver } = await office()
    const { sit, look, faults } = watched(database)
    const all = [sitting(ana), sitting(eva), sitting(ana)] as const
    for (const seat of all) await seats.take(seat, null)
    const trouble = new Error('this one cannot be judged')
    let judged = () => {}
    const judging = new Promise<void>(resolve => {
      judged = resolve
    })
    sit(all[0], () => judging)
    sit(all[1], async () => {
      throw trouble
    })
    const refused = sit(all[2], async () => {
      throw new Refusal('meet-other-modulo', 409, 'the módulo is a colleague’s')
    })
    await goOver()
    look()
    await waitFor('the seats', async () => (await rows()).every(({ isHeld }) => isHeld))
    judged()
    await waitFor('the last to be judged', () => refused.heard.length > 0)
    expect(refused.heard).toEqual([{ other: null, refused: 'meet-other-modulo' }])
    await waitFor('the fault', () => faults.length > 0)
    expect(faults).toEqual([trouble])
  })

  it('[VID-02] are not taken again by whoever leaves in that moment', async () => {
    const { database, seats, ana, sitting, rows } = await office()
    const seat = sitting(ana)
    let leave = () => {}
    let isLeft = () => {}
    const left = new Promise<void>(resolve => {
      isLeft = resolve
    })
    let isFreed = 0
    const { rooms, sit, look } = watched(database, {
      ...seats,
      async takeAgain(gone) {
        leave()
        await left
        return seats.takeAgain(gone)
      },
      async free(gone) {
        await seats.free(gone)
        isFreed += 1
        isLeft()
      },
    })
    const { place } = sit(seat)
    leave = () => rooms.leave(place, true)
    look()
    await waitFor('the row to be taken away', () => isFreed > 1)
    expect(await rows()).toEqual([])
  })
})
