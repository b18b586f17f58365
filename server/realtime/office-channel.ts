import * as v from 'valibot'
import {
  JOIN_BUSY,
  joinRequest,
  type JoinReply,
  officeTopic,
  ticketNew,
  type TicketNewReply,
} from '#contract/channel/office-channel.ts'
import { TICKET_ERROR_CODES, type TicketErrorCode } from '#contract/error-codes.ts'
import { slug as slugSchema } from '#contract/primitives.ts'
import { inLane } from '#server/database/lanes.ts'
import type { Fact } from '#server/facts/fact.ts'
import type { ChannelHandler, EventAnswer, JoinAnswer } from '#server/phoenix/channel.ts'
import type { Pressure } from '#server/platform/pressure.ts'
import { type OfficeLines, withoutNames } from '#server/queue/lines/line-states.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import type { BookingContext } from '#server/reservations/reservations-context.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import type { Caller, UserCaller } from '#server/web/caller.ts'
import { DocumentClash, Refusal } from '#server/web/refusal.ts'
import { StorageFull } from '#server/database/storage-full.ts'
import type { MissedFacts } from './missed-facts.ts'
import type { KnownOffice, OfficeDirectory } from './office-directory.ts'
import { officeEventOf } from './office-event.ts'
import { ownedBy } from './owned.ts'
import type { SocketCaller } from './socket-caller.ts'
import { createTicketMeter } from './ticket-meter.ts'

/** What a channel remembers of its join. */
export interface OfficeAssigns {
  office: KnownOffice
}

/** What a client may ask of the queue through the channel, and what it is told at the join. */
export interface OfficeChannelPorts {
  directory: OfficeDirectory
  queue: QueueContext & BookingContext
  /** Starts the office's feed on this process, and gives the newest fact that it has delivered. */
  follow(office: KnownOffice): Promise<number>
  missedFacts: MissedFacts
  pressure: Pressure
  /** Closes the sockets of a session that turned out to be over. */
  endSession(caller: UserCaller): void
  onFault(error: unknown): void
}

const topicPrefix = officeTopic('')
const isTicketCode = (code: string): code is TicketErrorCode =>
  (TICKET_ERROR_CODES as readonly string[]).includes(code)

type OfficeHandler = ChannelHandler<SocketCaller, OfficeAssigns>

/** What a person may be told: that nothing can be kept just now is no fault of theirs, nor unexpected. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StorageFull) return new Refusal('storage-full', 503, error.message)
  return new Refusal('other', 500, 'unexpected')
}

/**
 * The channel of an office: web:{officeSlug}. A guest cannot join (CHAN-03); customers and clerks can. What a
 * client missed since `last_seq` comes with the reply, in the shapes in which it would have come live
 * (CHAN-07).
 */
export function officeChannel(ports: OfficeChannelPorts): OfficeHandler {
  async function wordMissed(office: KnownOffice, caller: Caller, facts: readonly Fact[]) {
    const missed: JoinReply['missed'] = []
    for (const fact of facts) {
      const isOwn = caller.kind === 'user' && fact.user_id === caller.user_id
      const owned = isOwn ? await ownedBy(ports.queue, fact) : {}
      const copies = officeEventOf(fact, office, owned)
      const payload = (isOwn ? copies.owner : null) ?? copies.everyone
      if (payload) missed.push({ event: copies.event, payload })
    }
    return missed
  }

  async function catchUp(
    office: KnownOffice,
    caller: Caller,
    lastSeq: number | undefined,
    lines: OfficeLines,
  ) {
    const { seq } = lines
    if (lastSeq === undefined || lastSeq === seq) return { seq, reset: false, missed: [] }
    // A client that knows more than we do knew another database: it must forget what it knows.
    const facts = lastSeq > seq ? null : await ports.missedFacts(office.id, lastSeq, lines)
    if (!facts) return { seq, reset: true, missed: [] }
    return { seq, reset: false, missed: await wordMissed(office, caller, facts) }
  }

  const meter = createTicketMeter(ports.queue.clock)

  async function ticketFor(
    caller: Extract<SocketCaller, UserCaller>,
    office: KnownOffice,
    payload: unknown,
  ): Promise<TicketNewReply> {
    const parsed = v.safeParse(ticketNew, payload)
    if (!parsed.success) {
      const fields = parsed.issues.map(issue => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))
      throw new Refusal('bad-request', 400, 'ticket:new has not its shape', fields)
    }
    if (ports.pressure.level() === 'overrun') throw new Refusal('unavailable', 503, 'the server is too busy')
    if (!meter.admits(caller.user_id))
      throw new Refusal('too-many-requests', 429, 'too many numbers asked for')
    if (parsed.output.user_id !== caller.user_id)
      throw new Refusal('forbidden', 403, 'user_id is not the token’s own')
    const { tuid, repeated } = await takeTicket(ports.queue, {
      ...parsed.output,
      office: { office_id: office.id },
      asker: caller,
    })
    const ticket = repeated ? await ticketOfOwner(ports.queue, { tuid, user_id: caller.user_id }) : null
    return { tuid, ...(ticket ? { ticket } : {}) }
  }

  const join = async ({
    topic,
    payload,
    identity,
    channel,
  }: Parameters<OfficeHandler['join']>[0]): Promise<JoinAnswer> => {
    if (identity.kind === 'guest') return { error: { reason: 'unauthorized' } }
    const request = v.safeParse(joinRequest, payload)
    if (!request.success) return { error: { reason: 'bad-request' } }
    // Whoever was here a moment ago holds a number, or looks for one; the desk and the wall serve them.
    const level = identity.kind === 'user' ? ports.pressure.level() : 'easy'
    if (level === 'overrun' || (level === 'busy' && typeof request.output.last_seq !== 'number'))
      return { error: { reason: JOIN_BUSY } }
    const slug = topic.slice(topicPrefix.length)
    const office = v.is(slugSchema, slug) ? await ports.directory.bySlug(slug) : null
    if (!office) return { error: { reason: 'not-found' } }
    // A wall shows its own office; a kiosk and a machine ask, and have nothing to hear.
    if (identity.kind === 'machine') return { error: { reason: 'forbidden' } }
    if (identity.kind === 'device' && (identity.use !== 'wall' || identity.office_id !== office.id))
      return { error: { reason: 'forbidden' } }
    channel.assigns.office = office
    // First follow, then read: what is committed in between comes live, and the client drops what it knows.
    await ports.follow(office)
    const now = await ports.queue.lines.now(office.id)
    const caught = await catchUp(office, identity, request.output.last_seq ?? undefined, now)
    return { ok: { ...caught, lines: withoutNames(now.lines) } satisfies JoinReply }
  }

  return {
    // Whoever joins looks: a number that is taken meanwhile goes before it.
    join: request => inLane('readers', () => join(request)),

    async handle(event, payload, channel): Promise<EventAnswer> {
      const {
        identity,
        assigns: { office },
      } = channel
      if (event !== 'ticket:new') return { error: { code: 'bad-request', message: `unknown event ${event}` } }
      if (identity.kind !== 'user' || !office)
        return { error: { code: 'forbidden', message: 'customers only' } }
      try {
        return { ok: await ticketFor(identity, office, payload) }
      } catch (error) {
        if (!(error instanceof Refusal)) ports.onFault(error)
        const refusal = refusalOf(error)
        if (refusal.code === 'session-expired') return ports.endSession(identity)
        const request_id = (payload as { request_id?: unknown } | null)?.request_id
        channel.push('ticket:error', {
          code: isTicketCode(refusal.code) ? refusal.code : 'other',
          ...(typeof request_id === 'string' ? { request_id } : {}),
        })
        return {
          error: {
            code: refusal.code,
            message: refusal.message,
            ...(refusal.fields ? { fields: refusal.fields } : {}),
            ...(refusal instanceof DocumentClash ? { declarable: refusal.declarable } : {}),
          },
        }
      }
    },
  }
}
