import { describe, expect, it } from 'vitest'
import { answersTrue, promisesKept } from '#tests/support/histories/checks/answers.ts'
import { numbersOnce } from '#tests/support/histories/checks/numbers.ts'
import { replayedDay } from '#tests/support/histories/checks/replayed-day.ts'
import { slotsOnce, slotsReplayed } from '#tests/support/histories/checks/slots.ts'
import { toldOnce } from '#tests/support/histories/checks/told.ts'
import type { HeardFact } from '#tests/support/histories/history.ts'
import { judge } from '#tests/support/histories/judge.ts'
import { keys } from '#tests/support/histories/keys.ts'
import { excerptOf } from '#tests/support/histories/report.ts'
import {
  ANA,
  BLOCK,
  CALLED,
  fact,
  history,
  LINE,
  OFFICE,
  records,
  reservation,
  TAKEN,
  ticket,
  told,
} from './made-history.ts'

const EARLY = BLOCK.toISOString()
const LATE = '2026-11-22T13:00:00.000Z'
const early = `line ${LINE}, ${EARLY}`
const late = `line ${LINE}, ${LATE}`
const said = (violations: readonly { what: string }[]) => violations.map(({ what }) => what)
const taken = keys.taken(ANA, LINE)
const called = keys.called(OFFICE, 'Módulo 1')
/** What a fact of a reservation says of the blocks that it changed: from which there are how many left. */
const freed = (
  seq: number,
  state: 'confirmed' | 'cancelled',
  left: Record<string, number>,
  reservation_id = 'reservation-1',
) =>
  fact(
    seq,
    'reserve:updated',
    { state, blocks: Object.entries(left).map(([from, availables]) => ({ from, to: from, availables })) },
    { ticket_id: null, reservation_id },
  )

describe('a history in which all is as it should be', () => {
  it('is told nothing against', () => {
    const given = { tuid: 'ticket-1', number: 1, line_id: LINE }
    const all = history(
      { promises: [{ key: taken }], given },
      { operation: 'call', promises: [{ key: called }], called: { tuid: 'ticket-1', modulo: 'Módulo 1' } },
    )
    all.told = [told()]
    expect(judge(all, [records()])).toEqual([])
  })
})

describe('what servers say among faults', () => {
  it('may be that they cannot now, and not that they do not know why', () => {
    const all = history({})
    all.unanswered = { TimeoutError: 3, '503 storage-full': 40, '500 internal': 2 }
    expect(said(judge(all, [records({ facts: [], tickets: [] })]))).toEqual([
      '2 answers of a server that knew no reason: 500 internal',
    ])
  })
})

describe('numbers and slots', () => {
  it('[TKT-04] a number that two people hold is found, and one that nobody holds', () => {
    const tickets = [ticket(), ticket({ id: 'ticket-2' }), ticket({ id: 'ticket-3', number: 3 })]
    expect(said(numbersOnce(records({ tickets })))).toEqual([
      `line ${LINE}, 2026-11-21: 2 people hold number 1`,
      `line ${LINE}, 2026-11-21: number 2 of 3 is nobody's`,
    ])
  })

  it('a number goes by the line that gave it, wherever its owner waits by now', () => {
    const tickets = [ticket(), ticket({ id: 'ticket-2', given_in: 8 })]
    expect(numbersOnce(records({ tickets }))).toEqual([])
  })

  it('[RES-07] a slot that two people hold is found, and a block of more people than slots', () => {
    const reservations = [reservation(), reservation({ id: 'b' }), reservation({ id: 'c', slot: 2 })]
    expect(said(slotsOnce(records({ reservations })))).toEqual([
      `line ${LINE}, ${BLOCK.toISOString()}: slots 1, 1, 2 are held`,
      `line ${LINE}, ${BLOCK.toISOString()}: 3 hold 2 slots`,
    ])
  })

  it('[RES-08] a slot that a cancelled reservation keeps is found', () => {
    const reservations = [reservation({ state: 'cancelled' })]
    expect(said(slotsOnce(records({ reservations })))).toEqual([
      'reservation-1 is cancelled and holds its slot',
    ])
  })

  it('what each fact says of a block is what is free of it then', () => {
    const facts = [
      freed(1, 'confirmed', { [EARLY]: 1 }),
      freed(2, 'confirmed', { [EARLY]: 0 }, 'another'),
      freed(3, 'confirmed', { [EARLY]: 1, [LATE]: 1 }),
      freed(4, 'cancelled', { [EARLY]: 2 }, 'another'),
    ]
    const reservations = [
      reservation({ block_from: new Date(LATE) }),
      reservation({ id: 'another', state: 'cancelled', holds: false }),
    ]
    expect(slotsReplayed(records({ facts, reservations }))).toEqual([])
  })

  it('a block of which more is said to be free than is free is found, though it is put right later', () => {
    const facts = [
      freed(1, 'confirmed', { [EARLY]: 1 }),
      freed(2, 'confirmed', { [EARLY]: 1 }, 'another'),
      freed(3, 'cancelled', { [EARLY]: 1 }, 'another'),
    ]
    const found = slotsReplayed(records({ facts, reservations: [reservation()] }))
    expect(said(found)).toEqual([`${early}: fact 2 says that 1 are free, 0 are`])
    // Of whom it was told, and who was not counted.
    expect(found[0]?.about).toEqual(['another', 'reservation-1'])
  })

  it('a reservation that the log knows nothing of is found, and one that stands elsewhere than there', () => {
    const facts = [freed(1, 'confirmed', { [LATE]: 1 })]
    const reservations = [reservation(), reservation({ id: 'unheard' })]
    expect(said(slotsReplayed(records({ facts, reservations })))).toEqual([
      `reservation-1 holds ${early}, and by the log ${late}`,
      `unheard holds ${early}, and by the log nothing`,
    ])
  })
})

describe('what was answered', () => {
  const facts = [TAKEN]

  it('what was done and is not in the log is found', () => {
    const none = [records({ facts: [] })]
    expect(said(promisesKept(history({ promises: [{ key: taken }] }), none))).toEqual([
      `${taken}: 1 times by what was answered, 0 times in the log`,
    ])
  })

  it('what was refused and happened all the same is found, and what nobody asked for', () => {
    const refused = history({ outcome: 'refused', promises: [{ key: taken }] })
    const wrong = [`${taken}: 0 times by what was answered, 1 times in the log`]
    expect(said(promisesKept(refused, [records({ facts })]))).toEqual(wrong)
    expect(said(promisesKept(history(), [records({ facts })]))).toEqual(wrong)
  })

  it('what happened twice and was asked for once is found', () => {
    const twice = [records({ facts: [TAKEN, { ...TAKEN, seq: 2 }] })]
    expect(said(promisesKept(history({ promises: [{ key: taken }] }), twice))).toEqual([
      `${taken}: 1 times by what was answered, 2 times in the log`,
    ])
  })

  it('what had no answer may be either, but not twice', () => {
    const lost = history({ outcome: 'lost', promises: [{ key: taken }] })
    for (const times of [[], [TAKEN]]) expect(promisesKept(lost, [records({ facts: times })])).toEqual([])
    const twice = records({ facts: [TAKEN, { ...TAKEN, seq: 2 }] })
    expect(promisesKept(lost, [twice])).toHaveLength(1)
  })

  it.each([
    ['that is nowhere', { tuid: 'ticket-9', number: 9, line_id: LINE }, 'that was given is nowhere'],
    [
      'that is another one',
      { tuid: 'ticket-1', number: 9, line_id: LINE },
      'the number is 1, and 9 was said',
    ],
    ['of another line', { tuid: 'ticket-1', number: 1, line_id: 8 }, `it was given in line ${LINE}, not 8`],
  ])('[TKT-11] a number in the hand %s is found', (_, given, what) => {
    expect(said(answersTrue(history({ given }), [records()])).join()).toContain(what)
  })

  const booked = { id: 'reservation-1', line_id: LINE, from: EARLY, wished: EARLY, seq: 1 }
  const moved = { ...booked, from: LATE, wished: LATE, seq: 2 }
  /** Booked early, and moved. */
  const times = records({
    facts: [freed(1, 'confirmed', { [EARLY]: 1 }), freed(2, 'confirmed', { [EARLY]: 2, [LATE]: 1 })],
    reservations: [reservation({ block_from: new Date(LATE) })],
  })

  it('a time that was booked and moved stands at each moment where it was said to', () => {
    const all = history({ operation: 'book', booked }, { operation: 'move', booked: moved })
    expect(answersTrue(all, [times])).toEqual([])
  })

  it.each([
    [
      'of another line',
      { ...booked, line_id: 8 },
      `stands at ${early} by fact 1, and line 8, ${EARLY} was said`,
    ],
    ['of another block', { ...booked, from: LATE }, `stands at ${early} by fact 1, and ${late} was said`],
    ['moved later than it was said to be', { ...moved, seq: 1 }, `stands at ${early} by fact 1, and ${late}`],
    ['not moved where it was asked for', { ...booked, wished: LATE }, `never stood at ${late}`],
    [
      'that the log does not know',
      { ...booked, seq: 0 },
      `stands at nowhere by fact 0, and ${early} was said`,
    ],
  ])('a time %s is found', (_, wrong, what) => {
    const found = answersTrue(history({ operation: 'move', booked: wrong }), [times])
    expect(said(found)).toEqual([expect.stringContaining(`move (1): the reservation reservation-1 ${what}`)])
  })

  it('a reservation that is nowhere is found, a call that never was, a number after a log-out', () => {
    const all = history(
      { operation: 'book', booked: { ...booked, id: 'reservation-9' } },
      { operation: 'call', called: { tuid: 'ticket-1', modulo: 'Módulo 2' } },
      { operation: 'take after log-out' },
    )
    expect(said(answersTrue(all, [records()]))).toEqual([
      'book (1): the reservation reservation-9 is nowhere',
      'call (1): ticket-1 was never called to Módulo 2',
      'take after log-out (1): somebody got a number by a session that was over',
    ])
  })
})

describe('what a phone was told', () => {
  const [first, second] = told().heard as [HeardFact, HeardFact]
  const wrong = (of: Parameters<typeof told>[0]) => said(toldOnce(told(of), records()))

  it('[CALL-01] a call that never came is found', () => {
    expect(wrong({ heard: [first] })).toEqual([`the phone of ${ANA}: call:created 2 was never told`])
  })

  it('[CALL-01] a call told twice on one connection is found', () => {
    expect(wrong({ heard: [first, second, second] })).toEqual([
      'a phone heard call:created 2 after fact 2 on one connection',
    ])
  })

  it('[CHAN-07] facts out of their order are found', () => {
    expect(wrong({ heard: [second, first] })).toEqual([
      'a phone heard ticket:created 1 after fact 2 on one connection',
    ])
  })

  it('[CHAN-07] what a join brings may have come by the connection before it', () => {
    const again = { seq: 2, event: 'call:created', joined: 2, missed: true, tuid: 'ticket-1' }
    expect(wrong({ heard: [first, second, again] })).toEqual([])
  })

  it('[CALL-01] a call of their own that is not told as theirs is found, and another one’s that is', () => {
    const bare = { seq: 2, event: 'call:created', joined: 1, missed: false }
    expect(wrong({ heard: [first, bare] })).toEqual([
      `the phone of ${ANA}: call:created 2 was not told as their own`,
    ])
    expect(wrong({ user_id: 'eva' })).toEqual(['the phone of eva: call:created 2 was told to them as theirs'])
  })

  it('a fact that never happened is found, and one that was told as another', () => {
    const made = { seq: 3, event: 'call:created', joined: 1, missed: false }
    const other = { seq: 2, event: 'ticket:left', joined: 1, missed: false }
    expect(wrong({ heard: [first, second, made] })).toEqual([
      `the phone of ${ANA}: call:created 3 never happened`,
    ])
    expect(wrong({ heard: [first, other] })).toEqual([
      `the phone of ${ANA}: call:created 2 was told as ticket:left`,
    ])
  })

  it('what is its owner’s alone and comes to another phone is found', () => {
    const near = fact(3, 'ticket:almost_there', { ticket: 'A001', ahead: 5 }, { user_id: 'eva' })
    const heard = [...told().heard, { seq: 3, event: near.name, joined: 1, missed: false }]
    expect(said(toldOnce(told({ heard, until: 3 }), records({ facts: [TAKEN, CALLED, near] })))).toEqual([
      `the phone of ${ANA}: ticket:almost_there 3 was told to somebody else than its owner`,
    ])
  })

  it('[CHAN-07] who is told to fetch anew need not be told the rest', () => {
    expect(wrong({ heard: [], resets: [{ after: 0, until: 2 }] })).toEqual([])
    expect(wrong({ heard: [], since: 2 })).toEqual([])
  })
})

describe('the day lived again', () => {
  it.each([
    ['a state', { tickets: [ticket({ state: 'skipped' })] }],
    ['how often somebody was called', { tickets: [ticket({ calls: 2 })] }],
    ['where somebody was called', { tickets: [ticket({ modulo: 'Módulo 2' })] }],
    ['a gap in the log', { facts: [TAKEN, { ...CALLED, seq: 3 }] }],
    [
      'how many wait',
      { facts: [TAKEN, { ...CALLED, detail: { ...CALLED.detail, waiting: 4 } } as typeof CALLED] },
    ],
    ['a reservation', { reservations: [reservation({ state: 'cancelled', holds: false })] }],
    [
      'the order of a line',
      {
        facts: [TAKEN, fact(2, 'ticket:created', { ticket: 'A002', waiting: 2 }, { ticket_id: 'ticket-2' })],
        tickets: [
          ticket({ id: 'ticket-2', number: 2, state: 'waiting', calls: 0, place: '2' }),
          ticket({ state: 'waiting', calls: 0 }),
        ],
      },
    ],
    [
      'two at one place of a line',
      {
        facts: [TAKEN, fact(2, 'ticket:created', { ticket: 'A002', waiting: 2 }, { ticket_id: 'ticket-2' })],
        tickets: [
          ticket({ state: 'waiting', calls: 0 }),
          ticket({ id: 'ticket-2', number: 2, state: 'waiting', calls: 0 }),
        ],
      },
    ],
  ])('[PAST-01] that differs from the tables in %s is found', (_, of) => {
    expect(replayedDay(records())).toEqual([])
    expect(replayedDay(records(of))).toHaveLength(1)
  })
})

describe('an excerpt', () => {
  it('shows what was asked and told of whom it is about, what went wrong then, and nothing else', () => {
    const tuid = 'ticket-1-of-ana'
    const all = history({ about: [tuid], from: 100, to: 120 }, { nth: 2, about: ['somebody-else'] })
    all.mishaps = [
      { kind: 'killed', server: 0, from: 90, to: 95 },
      { kind: 'cut off', server: 0, from: 9_000, to: 9_100 },
    ]
    const facts = [{ ...TAKEN, ticket_id: tuid }, CALLED]
    expect(excerptOf({ what: 'it is nowhere', about: [tuid] }, all, [records({ facts })])).toBe(
      [
        'it is nowhere',
        `  100–120 ms  #1 ${ANA} asks server 0: take → done (201) ${tuid}`,
        '  90–95 ms  server 0 killed',
        `  fact 1 2026-11-21T15:00:00.000Z ticket:created line ${LINE} {"ticket":"A001","waiting":1}`,
      ].join('\n'),
    )
  })
})
