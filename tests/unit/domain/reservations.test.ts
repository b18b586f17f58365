import { describe, expect, it } from 'vitest'
import { RESERVATION_HIDDEN_AFTER_MS } from '#contract/limits.ts'
import { RESERVATION_STATES } from '#contract/rules/reservation-state.ts'
import { refusalOfWish } from '#src/domain/check-reservation-wish.ts'
import { groupBlocks } from '#src/domain/group-blocks.ts'
import { isReservationListed } from '#src/domain/is-reservation-listed.ts'
import { mayCancel, mayConfirmComing, mayMove } from '#src/domain/may-change-reservation.ts'
import { isOtherTimeZone } from '#src/domain/other-time-zone.ts'
import { draftAfter, EMPTY_DRAFT, readDrafts } from '#src/domain/reservation-draft.ts'
import { cardStatus, reservationLabel } from '#src/domain/reservation-status.ts'
import { reservationOf } from '../db/reservation-of.ts'

const SANTIAGO = 'America/Santiago'
const block = (from: string, availables = 1) => ({
  from,
  to: new Date(Date.parse(from) + 15 * 60_000).toISOString(),
  availables,
})

describe('the blocks of a day', () => {
  it('[RES-01] are morning before 12:00, afternoon before 19:00, then night, by the clock on the office’s wall', () => {
    const blocks = [
      block('2026-11-24T22:00:00.000Z'),
      block('2026-11-24T14:45:00.000Z'),
      block('2026-11-24T15:00:00.000Z'),
      block('2026-11-24T21:45:00.000Z', 0),
      block('2026-11-24T12:00:00.000Z'),
    ]
    expect(groupBlocks(blocks, SANTIAGO, 0)).toEqual([
      { part: 'morning', blocks: [blocks[4], blocks[1]] },
      { part: 'afternoon', blocks: [blocks[2], blocks[3]] },
      { part: 'night', blocks: [blocks[0]] },
    ])
    // The same moments in winter, when the wall stands an hour earlier.
    expect(groupBlocks([block('2026-06-24T15:45:00.000Z')], SANTIAGO, 0)).toMatchObject([{ part: 'morning' }])
  })

  it('[RES-03] are shown only while their start is in the future, full ones with no free slot', () => {
    const now = Date.parse('2026-11-24T13:00:00.000Z')
    const past = block('2026-11-24T12:45:00.000Z')
    const begun = block('2026-11-24T13:00:00.000Z')
    const full = block('2026-11-24T13:15:00.000Z', 0)
    expect(groupBlocks([past, begun, full], SANTIAGO, now)).toEqual([{ part: 'morning', blocks: [full] }])
    expect(groupBlocks([past, begun], SANTIAGO, now)).toEqual([])
  })
})

describe('a wish', () => {
  const { from, to, line } = reservationOf()
  const wish = { officeSlug: 'centro', lineId: line.id, block: { from, to }, meet: false }

  it('[RES-04] is refused where its time has begun, and where this very block is held', () => {
    expect(refusalOfWish(wish, [], Date.parse(from) - 1)).toBeNull()
    expect(refusalOfWish(wish, [], Date.parse(from))).toBe('reserve-in-the-past')
    // Written with another offset it is the same moment.
    const held = reservationOf({ from: '2026-11-21T10:00:00.000-03:00' })
    expect(refusalOfWish(wish, [held], 0)).toBe('reserve-already-exists')
    expect(refusalOfWish({ ...wish, lineId: 8 }, [held], 0)).toBeNull()
    expect(refusalOfWish(wish, [reservationOf({ state: 'cancelled' })], 0)).toBeNull()
  })
})

describe('a reservation', () => {
  it('[RES-10] is listed unless deleted, attended, or ended over 30 minutes ago', () => {
    const reservation = reservationOf()
    const end = Date.parse(reservation.to)
    expect(isReservationListed(reservation, end + RESERVATION_HIDDEN_AFTER_MS)).toBe(true)
    expect(isReservationListed(reservation, end + RESERVATION_HIDDEN_AFTER_MS + 1)).toBe(false)
    expect(isReservationListed(reservationOf({ state: 'attended' }), 0)).toBe(false)
    expect(isReservationListed(reservationOf({ state: 'cancelled' }), 0)).toBe(false)
    expect(isReservationListed(reservationOf({ state: 'pending' }), 0)).toBe(true)
  })

  it('[RES-11] has the labels and card statuses of the specification', () => {
    expect(Object.fromEntries(RESERVATION_STATES.map(state => [state, reservationLabel(state)]))).toEqual({
      pending: 'to-confirm',
      confirmed: 'confirmed',
      'user-confirmed': 'user-confirmed',
      called: 'called',
      attended: 'attended',
      missed: 'missed',
      cancelled: 'user-cancelled',
      expired: 'expired',
      removed: 'removed',
    })
    const statuses = RESERVATION_STATES.map(state => [state, cardStatus(state)] as const)
    expect(statuses.filter(([, status]) => status === 'ticket-attended').map(([state]) => state)).toEqual([
      'attended',
    ])
    expect(statuses.filter(([, status]) => status === null).map(([state]) => state)).toEqual([
      'missed',
      'cancelled',
      'expired',
      'removed',
    ])
  })

  it('may be cancelled until somebody is called, moved until it begins, confirmed once by its owner', () => {
    const may = (state: (typeof RESERVATION_STATES)[number], ms: number) => {
      const reservation = reservationOf({ state })
      const now = Date.parse(reservation.from) + ms
      return [mayCancel(reservation), mayMove(reservation, now), mayConfirmComing(reservation, now)]
    }
    expect(may('confirmed', -1)).toEqual([true, true, true])
    expect(may('confirmed', 0)).toEqual([true, false, false])
    expect(may('pending', -1)).toEqual([true, true, false])
    expect(may('user-confirmed', -1)).toEqual([true, true, false])
    for (const state of ['called', 'attended', 'missed', 'cancelled', 'expired'] as const)
      expect(may(state, -1)).toEqual([false, false, false])
  })
})

it('[I18N-02] the device’s zone is another one only where its clock shows another time at that moment', () => {
  const winter = new Date('2026-07-01T15:00:00Z')
  const summer = new Date('2026-12-01T15:00:00Z')
  // Punta Arenas keeps summer time all year.
  expect(isOtherTimeZone(winter, SANTIAGO, 'America/Punta_Arenas')).toBe(true)
  expect(isOtherTimeZone(summer, SANTIAGO, 'America/Punta_Arenas')).toBe(false)
  expect(isOtherTimeZone(summer, SANTIAGO, 'Pacific/Auckland')).toBe(true)
  // The same clock, on another day.
  expect(isOtherTimeZone(summer, 'Pacific/Kiritimati', 'Pacific/Honolulu')).toBe(true)
})

describe('a draft', () => {
  it('is another wish, and so another request, once something of it changes', () => {
    const asked = draftAfter(EMPTY_DRAFT, { requestId: 'r' })
    expect(asked.requestId).toBe('r')
    expect(draftAfter(asked, { day: '2026-11-24' })).toEqual({ ...EMPTY_DRAFT, day: '2026-11-24' })
  })

  it('of another shape, or of no shape, is left out', () => {
    const good = { ...EMPTY_DRAFT, answers: { name: 'Ana' } }
    const kept = {
      7: good,
      8: { ...good, answers: { name: 1 } },
      9: { ...good, modality: 'by-letter' },
      10: null,
    }
    expect(readDrafts(JSON.stringify(kept))).toEqual({ 7: good })
    for (const text of [null, '', 'nonsense', '[]', '5', 'null']) expect(readDrafts(text)).toEqual({})
  })
})
