import type { OfficeEvent } from '#contract/channel/office-channel.ts'
import type { OfficeFact } from '#src/socket/office-socket.ts'
import type { FlowContext } from '../flow-context.ts'
import { keepTheirs } from '../keep-theirs.ts'
import { recordAlmostThere } from '../tickets/record-almost-there.ts'
import { recordReservation, refreshReservation } from '../reservations/refresh-reservation.ts'
import { recordSkipped } from '../tickets/record-skipped.ts'
import { recordTicket, refreshTicket, settleUnknown } from '../tickets/refresh-ticket.ts'
import { endCall } from '../tickets/end-call.ts'
import { sayWhereSeen } from '../tickets/say-where-seen.ts'
import { recordCall } from '../tickets/record-call.ts'
import { learnCalled } from '../tickets/take-in-call.ts'

/** Does what asks the server once it is its turn: whoever hands it over does not wait for it. */
export type AskLater = (ask: () => Promise<unknown>) => void

/** What becomes of the ticket by which a reservation was called becomes of the reservation. */
async function endAttention(
  { db }: FlowContext,
  tuid: string,
  seq: number,
  end: { state: 'attended' | 'missed'; attended?: boolean },
): Promise<void> {
  const reserve = (await db.tickets.get(tuid))?.reserve ?? null
  if (reserve !== null) await db.reservations.change(reserve, seq, end)
}

/**
 * It waits again, here or elsewhere, or stands aside: the ticket itself says how.
 *
 * @returns whether it is news: a push may have brought it before
 * @see rules DESK-04, DESK-05, DESK-07
 */
async function recordAfterCall(
  context: FlowContext,
  { tuid, owned, seq }: Pick<OfficeEvent<'ticket:returned' | 'ticket:parked'>, 'tuid' | 'owned' | 'seq'>,
  askLater: AskLater,
): Promise<boolean> {
  if (!tuid) return false
  const before = await context.db.tickets.get(tuid)
  if (owned) await recordTicket(context, owned)
  else askLater(() => refreshTicket(context, tuid))
  return !before || before.seq < seq
}

/** Where one comes back to: a module, or none. */
async function sayParked(context: FlowContext, tuid: string): Promise<void> {
  const { meet = false } = (await context.db.tickets.get(tuid)) ?? {}
  if (meet) await sayWhereSeen(context, { kind: 'success', subject: tuid, code: 'parked-by-video' })
  else await sayWhereSeen(context, { kind: 'success', subject: tuid, code: 'parked' })
}

/**
 * Slots were taken or given back: the blocks that are shown say how many are free now, without being fetched.
 * The owner's copy brings the reservation itself as well.
 *
 * @see rule RES-07
 */
async function recordReserveUpdated(
  context: FlowContext,
  { officeSlug, line_id, blocks, ruid, owned }: OfficeEvent<'reserve:updated'>,
  askLater: AskLater,
): Promise<void> {
  context.serverData.applyBlocks(officeSlug, line_id, blocks)
  if (owned) await recordReservation(context, owned)
  else if (ruid) askLater(() => refreshReservation(context, ruid))
}

/**
 * Takes in a fact of an office, live or missed; to be told one after the other, in their order. What is not
 * about a ticket of ours only moves figures, and those come by time:estimate.
 *
 * @param askLater for what a fact does not say itself: the call that comes next does not wait for the answer
 */
export async function recordFact(
  context: FlowContext,
  officeSlug: string,
  fact: OfficeFact,
  askLater: AskLater,
): Promise<void> {
  const { clock, db, serverData, session } = context
  if (!session.user()) return
  switch (fact.event) {
    case 'ticket:created': {
      // Taken in another window, or by a request that was given up for lost.
      const { owned } = fact.payload
      if (!owned) return
      const keep = keepTheirs(context, owned.user_id, inside => inside.tickets.keep(owned, clock.now()))
      if (await keep) settleUnknown(context, owned)
      return
    }
    case 'call:created': {
      const {
        tuid,
        ruid,
        ticket,
        line_id,
        line_name = null,
        office_name = null,
        modulo,
        at,
        seq,
      } = fact.payload
      // First, so that nobody who sees the call finds the card still waiting.
      if (tuid && ruid) await db.reservations.change(ruid, seq, { state: 'called', modulo })
      if (tuid) {
        const office_slug = officeSlug
        const call = { tuid, ticket, line_id, line_name, office_slug, office_name, modulo, at, seq }
        await recordCall(context, call)
        askLater(() => learnCalled(context, call))
      }
      return
    }
    case 'ticket:almost_there':
      await recordAlmostThere(context, fact.payload)
      return
    case 'ticket:skipped': {
      const { tuid, ticket, line_id, seq, owned } = fact.payload
      if (!tuid) return
      await endAttention(context, tuid, seq, { state: 'missed' })
      await recordSkipped(context, { tuid, ticket, line_id, line_name: null, seq })
      // How it may come back.
      if (owned) await recordTicket(context, owned)
      return
    }
    case 'ticket:returned':
      if (await recordAfterCall(context, fact.payload, askLater))
        await sayWhereSeen(context, { kind: 'success', subject: `${fact.payload.tuid}`, code: 'returned' })
      return
    case 'ticket:parked':
      if (await recordAfterCall(context, fact.payload, askLater))
        await sayParked(context, `${fact.payload.tuid}`)
      return
    case 'ticket:transferred':
      if (await recordAfterCall(context, fact.payload, askLater))
        await sayWhereSeen(context, { kind: 'success', subject: `${fact.payload.tuid}`, code: 'transferred' })
      return
    case 'ticket:attended': {
      const { tuid, seq } = fact.payload
      if (!tuid) return
      await endAttention(context, tuid, seq, { state: 'attended', attended: true })
      await db.tickets.change(tuid, seq, {
        state: 'attended',
        called: true,
        ahead: null,
        wait: null,
        attended_at: clock.now(),
      })
      endCall(context, tuid, await db.tickets.get(tuid))
      return
    }
    case 'call:taken_back':
    case 'ticket:left':
    case 'ticket:passed':
    case 'ticket:followed':
    case 'ticket:message':
      // Back where it stood or nobody's, given up or expired, half-way back or last: the fact does not say,
      // the ticket does.
      if (fact.payload.tuid) {
        const { tuid } = fact.payload
        askLater(() => refreshTicket(context, tuid))
      }
      return
    case 'reserve:updated':
      await recordReserveUpdated(context, fact.payload, askLater)
      return
    case 'office:changed':
      serverData.refetchSettings(officeSlug)
      return
    case 'line:frozen':
      serverData.freezeLine(
        officeSlug,
        fact.payload.line_id,
        fact.payload.frozen,
        fact.payload.stopped ?? null,
      )
  }
}
