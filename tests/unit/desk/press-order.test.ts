import { describe, expect, it } from 'vitest'
import type { DeskAction } from '#src/desk/desk-api.ts'
import { afterThose, isSame, leansOn, mayFollow } from '#src/desk/press-order.ts'

const TUID = 'b7e6f2d0-0000-4000-8000-000000000001'
const call: DeskAction = { do: 'call', here: 'nobody' }
const AGAIN: DeskAction = { do: 'call-again', tuid: TUID }
/** Those by which somebody comes to the desk, leaves it, or both. */
const BRINGS: DeskAction[] = [
  call,
  { do: 'call-parked', tuid: TUID },
  { do: 'call-reservation', reservationId: TUID, here: 'nobody' },
  { do: 'call-ticket', tuid: TUID, reason: 'tiene prisa', here: 'nobody' },
  { do: 'open-modulo', moduloId: 1 },
  { do: 'close-modulo', here: 'nobody' },
  { do: 'take-back', tuid: TUID },
]
const ENDS: DeskAction[] = [
  { do: 'absent', tuid: TUID },
  { do: 'attended', tuid: TUID },
  { do: 'park', tuid: TUID },
  { do: 'transfer', tuid: TUID, to: { line_id: 1 } },
]
/** They name whom or what they are about. */
const NAMED: DeskAction[] = [
  { do: 'serve', lineIds: [1] },
  { do: 'arrived', tuid: TUID },
  { do: 'take-back', tuid: TUID },
  { do: 'bring-back', tuid: TUID },
  { do: 'put-back', tuid: TUID },
  { do: 'remove', tuid: TUID },
  { do: 'note', tuid: TUID, note: 'x', was: null },
  { do: 'deliver', tuid: TUID, delivered: [], was: [] },
  { do: 'prefer', tuid: TUID, preferential: true },
  { do: 'remove-reservation', reservationId: TUID },
  { do: 'freeze', lineId: 1, freeze: { frozen: true } },
  { do: 'close-lines', lineId: 1, waiting: 'finish' },
  { do: 'reopen-lines', lineId: null },
  { do: 'break', minutes: 5 },
  { do: 'help', asks: true },
  { do: 'answer-help', moduloId: 2 },
  { do: 'message', message: 'x', to: { tuid: TUID } },
]
const OF_WHO_STANDS: DeskAction[] = [...BRINGS.slice(0, -1), ...ENDS, AGAIN]

describe('[DESK-14] what may be pressed while another press is unanswered', () => {
  it.each(NAMED)('%j, whatever that is', next => {
    for (const earlier of [...OF_WHO_STANDS, ...NAMED]) {
      expect(mayFollow([earlier], next)).toBe(true)
      expect(leansOn(next, earlier)).toBe(false)
    }
  })

  it.each(ENDS)('«Llamar» after %j, which it leans on', earlier => {
    expect(mayFollow([earlier], call)).toBe(true)
    expect(leansOn(call, earlier)).toBe(true)
    // Whoever stood there when it was pressed is gone by then.
    const pressed: DeskAction = { do: 'call', here: { tuid: TUID, arrived: true } }
    expect(afterThose([earlier], pressed)).toEqual(call)
    expect(afterThose([AGAIN], pressed)).toEqual(pressed)
  })

  it.each(BRINGS)('nothing about whoever stands there after %j', earlier => {
    for (const next of OF_WHO_STANDS) expect(mayFollow([earlier], next)).toBe(false)
    for (const next of OF_WHO_STANDS)
      expect(mayFollow([{ do: 'attended', tuid: TUID }, earlier], next)).toBe(false)
  })

  it.each(OF_WHO_STANDS)('%j after what moves nobody', next => {
    for (const earlier of [...NAMED.filter(each => each.do !== 'take-back'), AGAIN]) {
      expect(mayFollow([earlier], next)).toBe(true)
      expect(leansOn(next, earlier)).toBe(false)
    }
  })

  it('of those who end an attention only «Llamar» follows', () => {
    for (const earlier of ENDS)
      for (const next of OF_WHO_STANDS.filter(each => each.do !== 'call'))
        expect(mayFollow([earlier], next)).toBe(false)
  })

  it('the same is what says the same', () => {
    expect(isSame({ do: 'help', asks: true }, { do: 'help', asks: true })).toBe(true)
    expect(isSame({ do: 'help', asks: true }, { do: 'help', asks: false })).toBe(false)
  })
})
