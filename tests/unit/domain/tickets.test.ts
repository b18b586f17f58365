import { describe, expect, it } from 'vitest'
import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import { almostThere } from '#src/domain/almost-there.ts'
import { checkTicketWish, TicketRequestError } from '#src/domain/check-ticket-wish.ts'
import { classifyTickets } from '#src/domain/classify-tickets.ts'
import { isKnownCall } from '#src/domain/is-known-call.ts'
import { isTicketActive, stateNow } from '#src/domain/is-ticket-active.ts'
import { mayAskForPush } from '#src/domain/may-ask-for-push.ts'
import { noticeRepeats } from '#src/domain/notice-repeats.ts'
import { peopleAhead } from '#src/domain/people-ahead.ts'
import { ticketOf } from '../db/receipts.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()

describe('a ticket', () => {
  it('[TKT-05] is active until it is older than six hours', () => {
    expect(isTicketActive(ticketOf({ inserted_at: ago(TICKET_RECENCY_MS) }), NOW)).toBe(true)
    expect(isTicketActive(ticketOf({ inserted_at: ago(TICKET_RECENCY_MS + 1) }), NOW)).toBe(false)
  })

  it('[TKT-05] [DESK-07] that stands aside is active until the office holds it no more, however old it is', () => {
    const aside = { state: 'parked', inserted_at: ago(2 * TICKET_RECENCY_MS) } as const
    const held = ticketOf({ ...aside, aside_until: new Date(NOW + 1).toISOString() })
    const over = ticketOf({ ...aside, inserted_at: ago(1), aside_until: new Date(NOW).toISOString() })
    expect([isTicketActive(held, NOW), stateNow(held, NOW)]).toEqual([true, 'parked'])
    expect([isTicketActive(over, NOW), stateNow(over, NOW)]).toEqual([false, 'expired'])
    // Of one that an earlier version kept it is not known.
    const unknown = ticketOf({ state: 'parked', inserted_at: ago(TICKET_RECENCY_MS) })
    expect(stateNow(unknown, NOW)).toBe('parked')
    expect(stateNow(unknown, NOW + 1)).toBe('expired')
    // Where it stood once says nothing of one that waits again.
    const again = ticketOf({ inserted_at: ago(1), aside_until: new Date(NOW - 1).toISOString() })
    expect(stateNow(again, NOW)).toBe('waiting')
  })

  it('[TKT-05] is historic once it was called, and once it was given up', () => {
    expect(isTicketActive(ticketOf({ inserted_at: ago(1), called: true, state: 'called' }), NOW)).toBe(false)
    expect(isTicketActive(ticketOf({ inserted_at: ago(1), state: 'given-up' }), NOW)).toBe(false)
  })

  it('[TKT-05] is classified as one or the other, newest first; a call that stands is shown besides', () => {
    const old = ticketOf({ tuid: 'old', inserted_at: ago(TICKET_RECENCY_MS + 1) })
    const waiting = ticketOf({ tuid: 'waiting', inserted_at: ago(2_000) })
    const newest = ticketOf({ tuid: 'newest', inserted_at: ago(1_000) })
    const called = ticketOf({
      tuid: 'called',
      inserted_at: ago(3_000),
      called: true,
      state: 'called',
      called_at: ago(500),
    })
    const attended = ticketOf({
      tuid: 'attended',
      inserted_at: ago(4_000),
      called: true,
      state: 'attended',
      called_at: ago(600),
    })
    const classes = classifyTickets([old, waiting, called, newest, attended], NOW)
    const names = (tickets: { tuid: string }[]) => tickets.map(({ tuid }) => tuid)
    expect(names(classes.active)).toEqual(['newest', 'waiting'])
    expect(names(classes.called)).toEqual(['called'])
    expect(names(classes.historic)).toEqual(['called', 'attended', 'old'])
  })
})

describe('a wish for a ticket', () => {
  const line = { id: 7, slug: 'cajas', type: 'normal', frozen: false, takes_tickets: true } as const
  const refusal = (wish: Parameters<typeof checkTicketWish>[0], held = [ticketOf({ line_id: 99 })]) => {
    try {
      checkTicketWish(wish, held, NOW)
      return null
    } catch (error) {
      return (error as TicketRequestError).code
    }
  }

  it('[TKT-07] throws where line or office has no slug', () => {
    expect(() => checkTicketWish({ officeSlug: 'centro', line: { ...line, slug: '' } }, [], NOW)).toThrow(
      TicketRequestError,
    )
    expect(refusal({ officeSlug: 'centro', line: { ...line, slug: '' } })).toBe('line-no-slug')
    expect(refusal({ officeSlug: '', line })).toBe('line-no-exist')
  })

  it('is refused at once for a second active ticket in the same line, and for no other', () => {
    const held = (line_id: number, inserted_at: string) => [ticketOf({ line_id, inserted_at })]
    expect(refusal({ officeSlug: 'centro', line }, held(7, ago(1_000)))).toBe('already-has-ticket')
    expect(refusal({ officeSlug: 'centro', line }, held(8, ago(1_000)))).toBeNull()
    expect(refusal({ officeSlug: 'centro', line }, held(7, ago(TICKET_RECENCY_MS + 1)))).toBeNull()
  })

  it('[TKT-07] is not refused for a pause that is over, of which nobody told the page', () => {
    const until = (at: string) => ({ why: 'frozen', reason: null, note: null, until: at }) as const
    const rests = (at: string) => ({
      officeSlug: 'centro',
      line: { ...line, frozen: true, stopped: until(at) },
    })
    expect(refusal(rests(ago(-1_000)))).toBe('line-frozen')
    expect(refusal(rests(ago(0)))).toBeNull()
  })

  it('is refused for a line that is frozen or gives its numbers at the office', () => {
    expect(refusal({ officeSlug: 'centro', line: { ...line, frozen: true } })).toBe('line-frozen')
    expect(refusal({ officeSlug: 'centro', line: { ...line, type: 'kiosk' } })).toBe('kiosk-only')
    expect(refusal({ officeSlug: 'centro', line: { ...line, takes_tickets: false } })).toBe('kiosk-only')
  })
})

describe('almost there', () => {
  it('[CALL-03] is said as 10 and 5 are crossed, once each', () => {
    expect(almostThere(11, 10, [])).toBe(10)
    expect(almostThere(10, 9, [10])).toBeNull()
    expect(almostThere(6, 5, [10])).toBe(5)
    expect(almostThere(5, 4, [10, 5])).toBeNull()
  })

  it('[CALL-03] says the nearer one when both fall at once, and then not the farther', () => {
    expect(almostThere(12, 4, [])).toBe(5)
    expect(almostThere(12, 9, [5])).toBeNull()
  })

  it('says nothing again when letting others pass made the number grow', () => {
    expect(almostThere(15, 10, [10])).toBeNull()
  })

  it('says nothing to who was nearer from the start, nor where nothing is known', () => {
    expect(almostThere(3, 3, [])).toBeNull()
    expect(almostThere(null, 7, [])).toBeNull()
    expect(almostThere(null, 5, [])).toBe(5)
    expect(almostThere(6, null, [])).toBeNull()
  })
})

it("people ahead are counted by the line's own order", () => {
  expect(peopleAhead(['A003', 'A005', 'A004'], 'A004')).toBe(2)
  expect(peopleAhead(['A003'], 'A004')).toBeNull()
})

it('[CALL-06] a call is known by its fact, or by the moment where the bringer knows no fact', () => {
  const known = { at: '2026-11-20T12:00:00.000Z', seq: 5 }
  expect(isKnownCall(known, { at: known.at, seq: 5 })).toBe(true)
  expect(isKnownCall(known, { at: known.at, seq: 6 })).toBe(false)
  expect(isKnownCall(known, { at: known.at, seq: 4 })).toBe(true)
  expect(isKnownCall(known, { at: '2026-11-20T12:00:00.400+00:00', seq: null })).toBe(true)
  expect(isKnownCall(known, { at: '2026-11-20T12:00:01.500Z', seq: null })).toBe(false)
})

it('[NOTE-02] the same notice for the same subject repeats, and no other', () => {
  const again = (kind: string, subject: string) =>
    noticeRepeats([{ kind: 'alert', subject: 'centro' }], { kind, subject })
  expect(again('alert', 'centro')).toBe(true)
  expect(again('alert', 'norte')).toBe(false)
  expect(again('call', 'centro')).toBe(false)
})

it('[PUSH-06] permission is asked for where it can still be given, and not after "never again"', () => {
  const asked = { permission: 'prompt', where: 'after-ticket', neverAgain: false } as const
  expect(mayAskForPush(asked)).toBe(true)
  expect(mayAskForPush({ ...asked, neverAgain: true })).toBe(false)
  expect(mayAskForPush({ ...asked, neverAgain: true, where: 'preferences' })).toBe(true)
  expect(mayAskForPush({ ...asked, neverAgain: true, where: 'wish' })).toBe(true)
  expect(mayAskForPush({ ...asked, permission: 'denied', where: 'wish' })).toBe(false)
  for (const permission of ['denied', 'granted', 'unsupported', 'needs-install'] as const)
    expect(mayAskForPush({ ...asked, permission })).toBe(false)
})
