import { TICKET_REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { Ticket, TicketMeta } from '#contract/rest/tickets.ts'
import { checkTicketWish, TicketRequestError, type TicketWish } from '#src/domain/check-ticket-wish.ts'
import { LATE, withDeadline } from '#src/platform/deadline.ts'
import { SocketError } from '#src/socket/office-socket.ts'
import { awaitCreated } from './await-created.ts'
import type { FlowContext } from '../flow-context.ts'
import { joinOffice } from '../office/join-office.ts'
import { findOutNumber } from './find-out-number.ts'
import { saysNothing } from '../says-nothing.ts'
import { isTheirs, keepTheirs } from '../keep-theirs.ts'
import { lookForTicket } from './look-for-ticket.ts'
import { failureOf } from '../failure-of.ts'
import { type Failure, failure } from '../outcome.ts'
import { whoIsHere } from '../who-is-here.ts'

export interface TicketRequest extends TicketWish {
  /** rut or dni, the form's answers. The customer params are added here. */
  meta?: TicketMeta
  /** Of the request that this one repeats: the server gives the first one's ticket (TKT-11). */
  requestId?: string
  /** "No fui yo": the document is theirs, whoever else holds a number under it. */
  declared?: boolean
  /** The law lets them go first, they say (PRIO-01). */
  preferential?: boolean
}

/**
 * `unknown`: the request may have worked, and nobody could be asked. It is repeated with the same request id.
 */
export type TicketOutcome =
  | { status: 'taken'; tuid: string }
  | Failure
  | { status: 'unknown'; requestId: string }
  /** A number of this line is being taken already: this one asked for nothing. */
  | { status: 'under-way' }

/** Whether a refusal by the socket says that the request failed, or only that nobody knows. */
const isUncertain = (error: unknown) =>
  error instanceof SocketError && (error.code === 'timeout' || error.code === 'closed')

const saysSignedOut = (found: Ticket | Failure | 'unknown') =>
  found !== 'unknown' && 'code' in found && found.code === 'session-expired'

const NEVER = new Promise<never>(() => {})

/**
 * A refusal may still leave a number in the hand: the server stumbled after it was made, or it stood there
 * before. What stood there is kept, so that the screen can lead to it.
 */
async function afterRefusal(
  context: FlowContext,
  refusal: Failure,
  lineId: number,
  userId: string,
): Promise<Ticket | Failure> {
  if (refusal.code !== 'other' && refusal.code !== 'already-has-ticket') return refusal
  const found = await lookForTicket(context, lineId, userId)
  if (found === 'unknown' || 'code' in found) return refusal
  if (refusal.code === 'other') return found
  await keepTheirs(context, userId, inside => inside.tickets.keep(found, context.clock.now()))
  return refusal
}

async function ask(
  context: FlowContext,
  request: TicketRequest,
  userId: string,
  requestId: string,
): Promise<Ticket | Failure | 'unknown'> {
  const { clock, db, elapsed, newTicket, socket, timers, ui } = context
  const { officeSlug, line, meta, declared, preferential } = request
  const deadline = elapsed() + TICKET_REQUEST_TIMEOUT_MS
  // What follows is judged by the clock, which the server puts right as it says who is here.
  await context.session.whenKnown()
  try {
    // What somebody took who was here before stays in this browser, and stands in nobody else's way.
    const own = (await db.tickets.all()).filter(({ user_id }) => user_id === userId)
    // A repeat may well find the number that it repeats.
    if (request.requestId === undefined) checkTicketWish(request, own, clock.now())
  } catch (error) {
    if (error instanceof TicketRequestError) return failure(error.code)
    throw error
  }
  if (!context.connectivity.hasNetwork()) return failure('offline')
  // Remembered without a token: the server could not even be asked who this is.
  if (context.session.token() === null) return failure('offline')

  newTicket.setStep(line.id, 'joining')
  const joined = await joinOffice(context, officeSlug)
  if (joined.status === 'failed') {
    const isRepeat = request.requestId !== undefined
    // Nobody answers: a socket is not told that its session is over, but whoever asks is.
    const isUnheard = joined.code === 'channel-join'
    const found = isRepeat || isUnheard ? await lookForTicket(context, line.id, userId) : joined
    // Nothing was asked yet, unless this repeats a request that was.
    return isRepeat || saysSignedOut(found) ? found : joined
  }

  newTicket.setStep(line.id, 'asking')
  const awaited = awaitCreated(socket, { officeSlug, lineId: line.id, userId, requestId })
  let isAnswered = false
  let isOver = false
  const confirm = () => {
    if (!isOver) newTicket.setStep(line.id, 'confirming')
    return awaited.created
  }
  try {
    const params = ui.customerParams()
    const replied = socket
      .askForTicket(officeSlug, {
        line_id: line.id,
        user_id: userId,
        request_id: requestId,
        meta: { ...meta, ...(Object.keys(params).length > 0 ? { params } : {}) },
        ...(declared && { declared }),
        ...(preferential && { preferential }),
      })
      .then(
        reply => {
          isAnswered = true
          return reply.ticket ?? confirm()
        },
        (error: unknown) => {
          if (isUncertain(error)) return confirm()
          throw error
        },
      )
    // The ticket itself is enough; a refusal is the reply's, which carries the server's words.
    const given = Promise.race([replied, awaited.created.catch(() => NEVER)])
    const ticket = await withDeadline(given, deadline - elapsed(), timers)
    // §8 words them apart: a server that said nothing at all, and a ticket that did not come.
    return ticket === LATE
      ? lookForTicket(context, line.id, userId, isAnswered ? 'timeout' : 'ticket-new')
      : ticket
  } catch (error) {
    return afterRefusal(context, failureOf(error), line.id, userId)
  } finally {
    isOver = true
    awaited.stop()
  }
}

/**
 * Takes a number: the domain's check, the office's channel (12 s), ticket:new with a request id (8 s),
 * ticket:created for the same line and user (14 s in all, however long the parts took), the receipt. After a
 * time-out it asks what is active before it says anything, for the first request may have worked.
 *
 * @see ARCHITECTURE.md "The walks", rules TKT-01, TKT-02, TKT-11
 */
export async function takeTicket(context: FlowContext, request: TicketRequest): Promise<TicketOutcome> {
  const { clock, db, newTicket, notices, random } = context
  const { officeSlug, line, declared = false, preferential } = request
  const user = await whoIsHere(context)
  if (!user) {
    const refusal = failure('user-is-guest')
    newTicket.failed(line.id, refusal)
    notices.raise({ kind: 'needRegistry', subject: officeSlug })
    return refusal
  }
  // A second press while the first is under way must not ask for a second number.
  if (newTicket.ongoing().some(wish => wish.lineId === line.id)) return { status: 'under-way' }
  const requestId = request.requestId ?? random.uuid()
  newTicket.begin({ officeSlug, lineId: line.id, requestId, declared, preferential })
  try {
    const said = await ask(context, request, user.user_id, requestId)
    // What became of the request that this one repeats is as unknown as it was.
    const leavesOpen = said !== 'unknown' && 'code' in said && saysNothing(said.code)
    const answer = request.requestId !== undefined && leavesOpen ? 'unknown' : said
    // They left while it was asked for: it is no news to whoever is here.
    if (!(await isTheirs(context, user.user_id))) return failure('user-is-guest')
    if (answer === 'unknown') {
      newTicket.failed(line.id, { code: 'unknown', message: null })
      findOutNumber(context, { requestId })
      return { status: 'unknown', requestId }
    }
    if ('code' in answer) {
      newTicket.failed(line.id, answer)
      // Nobody heard of it yet, and what hangs in the network may still arrive.
      findOutNumber(context, { requestId })
      // The line asks something else by now, and no channel said so before.
      if (answer.code === 'form-invalid') context.serverData.refetchSettings(officeSlug)
      const subject = `${officeSlug}:${line.id}`
      if (answer.code === 'already-has-ticket' && answer.message === null)
        notices.raise({ kind: 'new-alert', subject })
      else notices.raise({ kind: 'new-alert-error', subject, code: answer.code, message: answer.message })
      // Kept while it was asked for: nothing else may need it, and its screen may be closed already.
      await context.socket.leave(officeSlug)
      return answer
    }
    await db.tickets.keep(answer, clock.now())
    context.otherPages.tell({ kind: 'took', user_id: user.user_id })
    newTicket.taken(line.id, answer.tuid, user.temporal)
    if (declared) notices.raise({ kind: 'success', subject: answer.tuid, code: 'declared' })
    if (user.temporal) notices.raise({ kind: 'isTemporary', subject: user.user_id })
    return { status: 'taken', tuid: answer.tuid }
  } catch (error) {
    newTicket.failed(line.id, { code: 'other', message: null })
    throw error
  }
}
