import { describe, expect, it } from 'vitest'
import type { DueReservation, WaitingTurn } from '#server/queue/call/read-calls.ts'
import { type LineNow, type PreferenceNow, preferenceAt, whoseTurn } from '#server/queue/call/whose-turn.ts'
import fc from '#tests/support/fast-check.ts'

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
  calls: 0,
  preferential: false,
  told_10: true,
  told_5: true,
  for_modulo_id: null,
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

const here = (code: string, from: number): DueReservation => ({ ...due(code, from), arrived: true })
const preferential = (ticket: string, cameAt: number): WaitingTurn => ({
  ...number(ticket, cameAt),
  preferential: true,
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
const shown = (lines: LineNow[], preference: PreferenceNow | null = null) => {
  const whose = whoseTurn(lines, preference)
  return whose && ('number' in whose ? whose.number.ticket : whose.reservation.code)
}

describe('[CALL-01] whose turn it is', () => {
  it.each<[string, LineNow[], string | null]>([
    ['nobody’s where nobody is', [line({}), line({ line_id: 2 })], null],
    ['no line at all', [], null],
    [
      'a reservation whose person is here, before an earlier one of whom nobody said so',
      [line({ due: [here('RV2', 6), due('RV1', 5)] }), line({ line_id: 2, due: [due('RV3', 4)] })],
      'RV2',
    ],
    [
      'a reservation whose person is here, though the last call was one and a number came before its time',
      [line({ heads: [number('A1', 4)], due: [here('RV1', 5)], last: called(9, true) })],
      'RV1',
    ],
    [
      'no preferential one’s, where the office has no rule for it',
      [line({ heads: [number('A1', 5)] }), line({ line_id: 2, heads: [preferential('B1', 9)] })],
      'A1',
    ],
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

const FIRST: PreferenceNow = { who: 'heads', before_reservations: true }
const BEHIND_RESERVATIONS: PreferenceNow = { ...FIRST, before_reservations: false }

describe('[PRIO-01] whose turn it is, where the office has a rule for preferential people', () => {
  it.each<[string, PreferenceNow, LineNow[], string]>([
    [
      'theirs who stands in front, whatever the other line’s priority',
      FIRST,
      [line({ heads: [preferential('A1', 9)] }), line({ line_id: 2, priority: 5, heads: [number('B1', 1)] })],
      'A1',
    ],
    [
      'not theirs who does not stand in front yet',
      FIRST,
      [line({ heads: [number('A1', 1), preferential('A2', 9)] })],
      'A1',
    ],
    [
      'of two of them, by the order of all others',
      FIRST,
      [
        line({ heads: [preferential('A1', 1)] }),
        line({ line_id: 2, priority: 1, heads: [preferential('B1', 9)] }),
      ],
      'B1',
    ],
    [
      'theirs before a reservation whose person is here',
      FIRST,
      [line({ heads: [preferential('A1', 9)], due: [here('RV1', 5)] })],
      'A1',
    ],
    [
      'the reservation’s before theirs, where the office says so',
      BEHIND_RESERVATIONS,
      [line({ heads: [preferential('A1', 4)], due: [here('RV1', 5)], last: called(9, true) })],
      'RV1',
    ],
    [
      'theirs after a reservation, before one of whom nobody said that they came',
      BEHIND_RESERVATIONS,
      [line({ heads: [preferential('A1', 4)], due: [due('RV1', 5)], last: called(9, true) })],
      'A1',
    ],
    [
      'theirs wherever they stand, at a modulo of theirs',
      { ...FIRST, who: 'all' },
      [line({ heads: [number('A1', 1)], preferred: [preferential('A7', 9)] })],
      'A7',
    ],
    [
      'by arrival, where modulos of theirs serve them',
      { ...FIRST, who: 'nobody' },
      [line({ heads: [preferential('A1', 5)] }), line({ line_id: 2, heads: [number('B1', 4)] })],
      'B1',
    ],
  ])('%s', (_name, preference, lines, whose) => {
    expect(shown(lines, preference)).toBe(whose)
    expect(shown([...lines].reverse(), preference)).toBe(whose)
  })

  it('by the rule, at each desk', () => {
    const own = { law: null, rule: { modulos: ['Caja 3'] }, before_reservations: true }
    expect(preferenceAt(null, 'Caja 3', true)).toBeNull()
    expect(preferenceAt({ ...own, rule: 'next' }, 'Caja 1', false)?.who).toBe('heads')
    expect(preferenceAt({ ...own, rule: { one_in: 3 } }, 'Caja 1', false)?.who).toBe('heads')
    expect(preferenceAt(own, 'Caja 3', true)?.who).toBe('all')
    expect(preferenceAt(own, 'Caja 1', true)?.who).toBe('nobody')
    // Nobody waits in vain for a modulo that nobody opened.
    expect(preferenceAt(own, 'Caja 1', false)?.who).toBe('all')
  })

  it('[PAST-01] says of each first of the others by what it went before them', () => {
    const lines = [
      line({ heads: [number('A1', 3)], due: [due('RV1', 5)] }),
      line({ line_id: 2, priority: 1, heads: [preferential('B1', 9)], due: [here('RV2', 5)] }),
    ]
    const stood = (preference: PreferenceNow | null) =>
      Object.fromEntries(whoseTurn(lines, preference)?.stood.map(({ id, by }) => [id, by]) ?? [])
    expect(stood(FIRST)).toEqual({ A1: 'preference', RV1: 'preference', RV2: 'preference' })
    expect(stood(null)).toEqual({ A1: 'reservation', B1: 'reservation', RV1: 'arrived' })
  })
})

/** Lines of an office, full of people, each once. */
const office = fc
  .array(
    fc.record({
      priority: fc.nat(2),
      numbers: fc.array(fc.record({ at: fc.nat(50), prefers: fc.boolean() }), { maxLength: 5 }),
      due: fc.array(fc.record({ at: fc.nat(50), arrived: fc.boolean() }), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map(lines =>
    lines.map(({ priority, numbers, due: booked }, nth): LineNow => {
      const heads = numbers.map(({ at: cameAt, prefers }, place) => ({
        ...number(`${nth}-${place}`, cameAt),
        line_id: nth + 1,
        preferential: prefers,
      }))
      return line({
        line_id: nth + 1,
        priority,
        heads,
        preferred: heads.filter(one => one.preferential),
        due: booked
          .map(({ at: from, arrived }, place) => ({
            ...due(`R${nth}-${place}`, from),
            arrived,
            line_id: nth + 1,
          }))
          .sort(
            (a, b) =>
              Number(b.arrived) - Number(a.arrived) || a.block_from.getTime() - b.block_from.getTime(),
          ),
      })
    }),
  )
const way = fc.option(
  fc.record({
    who: fc.constantFrom('heads' as const, 'all' as const, 'nobody' as const),
    before_reservations: fc.boolean(),
  }),
)

/** All of them, as they are called one after the other. */
function callAll(lines: readonly LineNow[], preference: PreferenceNow | null): string[] {
  const called: string[] = []
  let now = [...lines]
  for (let at_us = 1; ; at_us++) {
    const whose = whoseTurn(now, preference)
    if (!whose) return called
    const [id, line_id] =
      'number' in whose
        ? [whose.number.ticket_id, whose.number.line_id]
        : [whose.reservation.reservation_id, whose.reservation.line_id]
    called.push(id)
    now = now.map(one =>
      one.line_id === line_id
        ? {
            ...one,
            heads: one.heads.filter(({ ticket_id }) => ticket_id !== id),
            preferred: one.preferred.filter(({ ticket_id }) => ticket_id !== id),
            due: one.due.filter(({ reservation_id }) => reservation_id !== id),
            last: { at_us, was_reservation: 'reservation' in whose },
          }
        : one,
    )
  }
}

describe('[PRIO-01] the one order', () => {
  it('calls everybody, nobody twice, and the same whichever line is looked at first', () => {
    fc.assert(
      fc.property(office, way, (lines, preference) => {
        const called = callAll(lines, preference)
        const all = lines.flatMap(({ heads, due: booked }) => [
          ...heads.map(({ ticket_id }) => ticket_id),
          ...booked.map(({ reservation_id }) => reservation_id),
        ])
        expect([...called].sort()).toEqual(all.sort())
        expect(callAll([...lines].reverse(), preference)).toEqual(called)
      }),
    )
  })

  it('keeps numbers of a line that are alike in their places', () => {
    fc.assert(
      fc.property(office, way, (lines, preference) => {
        const called = callAll(lines, preference)
        for (const { heads } of lines) {
          for (const prefers of [true, false]) {
            const alike = heads.filter(one => one.preferential === prefers).map(one => one.ticket_id)
            expect(called.filter(id => alike.includes(id))).toEqual(alike)
          }
        }
      }),
    )
  })

  it('lets no number go before a reservation whose person is here, where none is preferential', () => {
    fc.assert(
      fc.property(office, lines => {
        const called = callAll(lines, null)
        const here = lines.flatMap(({ due: booked }) =>
          booked.filter(({ arrived }) => arrived).map(({ reservation_id }) => reservation_id),
        )
        expect(new Set(called.slice(0, here.length))).toEqual(new Set(here))
      }),
    )
  })
})
