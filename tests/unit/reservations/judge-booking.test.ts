import { describe, expect, it } from 'vitest'
import { DOCUMENT_CLASHES_MAX } from '#contract/limits.ts'
import type { BookingRequest } from '#server/reservations/book/booking-request.ts'
import { judgeBooking } from '#server/reservations/book/judge-booking.ts'
import type { SeenBooker, SeenReservation } from '#server/reservations/book/read-bookings.ts'
import { missedBefore } from '#contract/rules/missed-before.ts'
import { Overdue } from '#server/reservations/overdue.ts'
import { BlockFull } from '#server/reservations/take-slot.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 12, minutes))
const ME = 'me'
const DOCUMENT = 'd1'

const plan = (about: Partial<BookingRequest['plan']> = {}) =>
  ({
    line_id: 1,
    office_id: 10,
    organization_id: 100,
    one_per: null,
    slots: 2,
    version: '7 7',
    ...about,
  }) as BookingRequest['plan']

/** Of 12:00 to 12:15. */
const request = (about: Partial<BookingRequest> = {}): BookingRequest => ({
  id: 'new',
  plan: plan(),
  block: { from: at(0).getTime(), to: at(15).getTime() },
  user_id: ME,
  request_id: 'r1',
  identity_hash: null,
  meet: false,
  meta: null,
  declared: false,
  clash_key: 'user u',
  ...about,
})

const booker = (about: Partial<SeenBooker> = {}): SeenBooker => ({
  version: '1',
  identity: DOCUMENT,
  proven: false,
  earlier: null,
  settings: '7 7',
  clashes: 0,
  ...about,
})

/** Another's, far away in time and place. */
const reservation = (about: Partial<SeenReservation> = {}): SeenReservation => ({
  id: 'other',
  office_id: 20,
  organization_id: 200,
  line_id: 2,
  user_id: 'them',
  request_id: 'r0',
  identity: null,
  state: 'confirmed',
  block_from: at(600),
  block_to: at(615),
  arrived_at: null,
  confirm_by: null,
  slot: 1,
  disputed: false,
  ...about,
})
const here = { line_id: 1, office_id: 10, organization_id: 100 }
const now = { block_from: at(0), block_to: at(15) }

const judge = (
  standing: SeenReservation[],
  asked: Partial<BookingRequest> = {},
  seen: Partial<SeenBooker> = {},
) => judgeBooking(request(asked), booker(seen), standing, NOW)

describe('whether a time is booked', () => {
  it('[RES-07] gets the first slot that nobody holds, and says how many are left', () => {
    expect(judge([])).toEqual({ slot: 1, left: 1, disputed: false, proven: false })
    const first = reservation({ ...here, ...now })
    expect(judge([first])).toEqual({ slot: 2, left: 0, disputed: false, proven: false })
    const second = reservation({ ...first, slot: 2 })
    expect(judge([second])).toMatchObject({ slot: 1 })
    expect(() => judge([first, second])).toThrow(BlockFull)
    // Half in the block is in it; its neighbours and other lines are not.
    const half = reservation({ ...here, block_from: at(-10), block_to: at(5), slot: 2 })
    expect(() => judge([first, half])).toThrow(BlockFull)
    const beside = reservation({ ...here, block_from: at(15), block_to: at(30), slot: 2 })
    expect(judge([first, beside, reservation({ ...now, slot: 2 })])).toMatchObject({ slot: 2 })
    // Who is called early holds the slot still.
    expect(() => judge([first, reservation({ ...second, state: 'called' })])).toThrow(BlockFull)
  })

  it('[RES-06] a request that has its reservation gets that one, whatever speaks against another', () => {
    const full = [1, 2].map(slot => reservation({ ...here, ...now, slot }))
    expect(judge(full, {}, { earlier: 'first' })).toEqual({ repeated: 'first' })
    const justNow = reservation({ id: 'just', user_id: ME, request_id: 'r1', ...here, ...now })
    expect(judge([justNow, ...full])).toEqual({ repeated: 'just' })
    expect(() => judge([reservation({ ...justNow, user_id: 'them', slot: 2 }), full[0]!])).toThrow(BlockFull)
  })

  it('[RES-04] [RES-14] what the person holds speaks against it by its time', () => {
    const mine = reservation({ user_id: ME })
    expect(judge([mine])).toMatchObject({ slot: 1 })
    expect(() => judge([reservation({ ...mine, ...here, ...now })])).toThrow('Reserve already exists')
    expect(() => judge([reservation({ ...mine, ...now })])).toThrow('user have')
    // What was attended or called is held no more; what is overdue is ended first.
    expect(judge([reservation({ ...mine, ...now, state: 'attended' })])).toMatchObject({ slot: 1 })
    const overdue = { state: 'pending', confirm_by: NOW } as const
    expect(() => judge([reservation({ ...mine, ...overdue })])).toThrow(Overdue)
    const missed = { block_from: new Date(0), block_to: missedBefore(NOW) }
    expect(() => judge([reservation({ ...mine, ...missed })])).toThrow(Overdue)
  })

  it.each([
    ['line', '1005', { line_id: 1 }],
    ['office', '1002', { office_id: 10 }],
    ['organization', '4010', { organization_id: 100 }],
  ] as const)(
    '[RES-09] one for each %s is refused by %s, the person’s own as the document’s',
    (one_per, code, near) => {
      const asked = { plan: plan({ one_per }) }
      const own = reservation({ user_id: ME, ...near })
      expect(() => judge([own], asked)).toThrow(expect.objectContaining({ code }))
      expect(judge([reservation({ user_id: ME })], asked)).toMatchObject({ slot: 1 })
      const theirs = reservation({ identity: DOCUMENT, ...near })
      expect(() => judge([theirs], asked)).toThrow(expect.objectContaining({ code, declarable: true }))
      expect(judge([reservation({ identity: DOCUMENT })], asked)).toMatchObject({ disputed: false })
      expect(judge([theirs])).toMatchObject({ disputed: false })
    },
  )

  it('[DOC-04] who proved the document is refused for nothing that others hold under it', () => {
    const asked = { plan: plan({ one_per: 'office' }), clash_key: 'user u' }
    const theirs = reservation({ identity: DOCUMENT, office_id: 10 })
    const claim = reservation({ ...theirs, id: 'claim', disputed: true, line_id: 1 })
    const proven = { proven: true, clashes: DOCUMENT_CLASHES_MAX }
    expect(judge([theirs, claim], asked, proven)).toMatchObject({ disputed: false, proven: true })
    // Their own is a matter of the person, whatever was proven.
    expect(() => judge([reservation({ ...theirs, user_id: ME })], asked, proven)).toThrow(
      expect.objectContaining({ code: '1002' }),
    )
  })

  it('[DOC-04] where proven documents alone are served, another is refused', () => {
    const asked = { plan: plan({ proven_only: true }) }
    expect(() => judge([], asked)).toThrow(expect.objectContaining({ code: 'document-not-proven' }))
    expect(judge([], asked, { proven: true })).toMatchObject({ slot: 1 })
    expect(judge([], asked, { earlier: 'first' })).toEqual({ repeated: 'first' })
  })

  it('[DOC-01] [DOC-03] who declares that the document is theirs books beside another, once', () => {
    const asked = { plan: plan({ one_per: 'office' }) }
    const declared = { ...asked, declared: true }
    const theirs = reservation({ identity: DOCUMENT, office_id: 10 })
    expect(judge([theirs], declared)).toMatchObject({ disputed: true })
    // What was declared speaks against nobody by itself, and against a second one to declare.
    const claim = reservation({ identity: DOCUMENT, ...here, user_id: 'third', disputed: true })
    expect(judge([claim], asked)).toMatchObject({ disputed: false })
    expect(() => judge([theirs, claim], declared)).toThrow(expect.objectContaining({ declarable: false }))
    const elsewhere = reservation({ ...claim, line_id: 7 })
    expect(judge([theirs, elsewhere], declared)).toMatchObject({ disputed: true })
    // Of a document that nobody said nothing is known.
    expect(judge([theirs], asked, { identity: null })).toMatchObject({ disputed: false })
    const over = reservation({ ...theirs, state: 'pending', confirm_by: NOW })
    expect(() => judge([over], asked)).toThrow(Overdue)
  })

  it('[DOC-03] whoever met too many clashes asks in vain where a document counts', () => {
    const clashes = DOCUMENT_CLASHES_MAX
    const asked = { plan: plan({ one_per: 'office' as const }) }
    const tooMany = expect.objectContaining({ code: 'too-many-requests' })
    expect(() => judge([], asked, { clashes })).toThrow(tooMany)
    expect(judge([], asked, { clashes: clashes - 1 })).toMatchObject({ slot: 1 })
    expect(judge([], {}, { clashes })).toMatchObject({ slot: 1 })
    expect(judge([], { ...asked, declared: true }, { clashes })).toMatchObject({ slot: 1 })
    expect(judge([], { ...asked, clash_key: null }, { clashes })).toMatchObject({ slot: 1 })
  })
})
