import { describe, expect, it } from 'vitest'
import type { DueReservation, WaitingTurn } from '#server/queue/call/read-calls.ts'
import { type LineNow, whoseTurn } from '#server/queue/call/whose-turn.ts'

/** Minutes after eight. */
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 11, minutes))

const number = (ticket: string, cameAt: number): WaitingTurn => ({
  ticket_id: ticket,
  reservation_id: null,
  office_id: 7,
  line_id: 1,
  user_id: null,
  ticket,
  inserted_at: at(cameAt),
  preferential: false,
  told_10: true,
  told_5: true,
})

const due = (code: string, from: number, booked = 0): DueReservation => ({
  reservation_id: code,
  line_id: 1,
  user_id: 'ana',
  block_from: at(from),
  inserted_at: at(booked - 60),
  arrived: false,
  code,
})

const line = (about: Partial<LineNow>): LineNow => ({
  line_id: 1,
  priority: 0,
  heads: [],
  preferred: [],
  due: [],
  last: null,
  ...about,
})

const called = (minutes: number, was_reservation: boolean) => ({
  at_us: at(minutes).getTime() * 1_000,
  was_reservation,
})
const shown = (lines: LineNow[]) => {
  const whose = whoseTurn(lines)
  return whose && ('number' in whose ? whose.number.ticket : whose.reservation.code)
}

describe('[CALL-01] whose turn it is', () => {
  it.each<[string, LineNow[], string | null]>([
    ['nobody’s where nobody is', [line({}), line({ line_id: 2 })], null],
    ['no line at all', [], null],
    [
      'the first in its line, whenever they came',
      [line({ heads: [number('A2', 9), number('A1', 1)] })],
      'A2',
    ],
    [
      'of two lines the one whose first came earlier',
      [line({ heads: [number('A1', 5)] }), line({ line_id: 2, heads: [number('B1', 4)] })],
      'B1',
    ],
    [
      'the higher priority, however late its first came',
      [line({ heads: [number('A1', 1)] }), line({ line_id: 2, priority: 1, heads: [number('B1', 9)] })],
      'B1',
    ],
    [
      'of two who came at once the older line',
      [line({ line_id: 2, heads: [number('B1', 1)] }), line({ line_id: 1, heads: [number('A1', 1)] })],
      'A1',
    ],
    [
      'a reservation whose time has come, before any number',
      [line({ heads: [number('A1', 1)], due: [due('RV1', 5)] })],
      'RV1',
    ],
    ['a reservation where no number waits', [line({ due: [due('RV1', 5)], last: called(9, true) })], 'RV1'],
    [
      'the earlier block',
      [line({ due: [due('RV1', 6)] }), line({ line_id: 2, due: [due('RV2', 5)] })],
      'RV2',
    ],
    [
      'of one block the earlier booking',
      [line({ due: [due('RV1', 5, 9)] }), line({ line_id: 2, due: [due('RV2', 5, 8)] })],
      'RV2',
    ],
    [
      'a number that came before its time, straight after a reservation',
      [line({ heads: [number('A1', 4)], due: [due('RV1', 5)], last: called(9, true) })],
      'A1',
    ],
    [
      'the reservation, straight after a number',
      [line({ heads: [number('A1', 4)], due: [due('RV1', 5)], last: called(9, false) })],
      'RV1',
    ],
    [
      'the reservation, before a number that came after its time',
      [line({ heads: [number('A1', 6)], due: [due('RV1', 5)], last: called(9, true) })],
      'RV1',
    ],
    [
      'the reservation, before one that came in the same minute',
      [line({ heads: [number('A1', 5)], due: [due('RV1', 5)], last: called(9, true) })],
      'RV1',
    ],
    [
      'by the last call of all these lines',
      [
        line({ heads: [number('A1', 4)], last: called(8, false) }),
        line({ line_id: 2, due: [due('RV1', 5)], last: called(9, true) }),
      ],
      'A1',
    ],
    [
      'and by no call before it',
      [
        line({ heads: [number('A1', 4)], last: called(8, true) }),
        line({ line_id: 2, due: [due('RV1', 5)], last: called(9, false) }),
      ],
      'RV1',
    ],
  ])('%s', (_name, lines, whose) => {
    expect(shown(lines)).toBe(whose)
    expect(shown([...lines].reverse())).toBe(whose)
  })
})
