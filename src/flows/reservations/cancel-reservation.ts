import { ApiError } from '#src/api/api-error.ts'
import type { OutboxItem } from '#src/db/outbox.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Failure, failure } from '../outcome.ts'
import { sendWaiting } from '../send-waiting.ts'
import { endReservation, recordReservation, refreshReservation } from './refresh-reservation.ts'

/** `waiting`: it is sent when the network is back, and the receipt says so. */
export type CancelOutcome = { status: 'done' } | { status: 'waiting' } | Failure

const CANCEL = 'cancel-reservation'

/** Cancelled already, or never there: what was wanted is so. */
const isOver = (error: ApiError) => error.status === 404 || error.status === 410

/** Tells the server, and takes in what it says. @throws ApiError */
async function giveBack(context: FlowContext, id: string): Promise<void> {
  const { api } = context
  try {
    await recordReservation(context, await api.reservations.cancel(id))
  } catch (error) {
    if (!(error instanceof ApiError && isOver(error))) throw error
    await endReservation(context, id)
  }
}

/**
 * Cancels a reservation: its slot is free at once. The screens ask before. Without a network, or when no
 * answer comes, it waits in the outbox, once.
 *
 * @see rule RES-08, docs/decisions "Reservations"
 */
export async function cancelReservation(context: FlowContext, id: string): Promise<CancelOutcome> {
  const { clock, connectivity, db, notices, session } = context
  const user = session.user()
  if (!user) return failure('user-is-guest')
  const receipt = await db.reservations.get(id)
  // Of whoever was here before: the server would say that it knows none, and that would be taken for done.
  if (receipt && receipt.user_id !== user.user_id) return failure('session-expired')
  const { user_id } = user
  const wait = () =>
    db.atomically(async ({ outbox, reservations }) => {
      await outbox.put(CANCEL, clock.now(), { subject: id, user_id })
      await reservations.change(id, null, { cancel_waits: true })
    })
  // Remembered without a token: the server could not even be asked who this is.
  if (!connectivity.hasNetwork() || session.token() === null) {
    await wait()
    return { status: 'waiting' }
  }
  try {
    await giveBack(context, id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.isUncertain) {
      await wait()
      return { status: 'waiting' }
    }
    await refreshReservation(context, id)
    notices.raise({ kind: 'generic-error', subject: id, code: 'reserve-delete-failed' })
    return failureOf(error)
  }
  notices.raise({ kind: 'success', subject: id, code: 'reservation-deleted' })
  if (receipt) await context.socket.leave(receipt.officeSlug)
  return DONE
}

const isUntold = ({ isUncertain, status }: ApiError) => isUncertain || status === 429 || status === 401

/**
 * Of somebody who has left: nothing of it is kept or said here any more.
 * @returns whether it need not be told any more
 */
async function sendOneOf({ api }: FlowContext, token: string, { subject: id }: OutboxItem): Promise<boolean> {
  try {
    await api.reservations.cancel(id, token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return !isUntold(error)
  }
  return true
}

/** @returns whether it need not be told any more */
async function sendOne(context: FlowContext, { subject: id }: OutboxItem): Promise<boolean> {
  const { db, notices } = context
  try {
    await giveBack(context, id)
    notices.raise({ kind: 'success', subject: id, code: 'reservation-deleted' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isUntold(error)) return false
    // Refused for good (called meanwhile, attended): the receipt must no longer promise it.
    await db.reservations.change(id, null, { cancel_waits: false })
    await refreshReservation(context, id)
    notices.raise({ kind: 'generic-error', subject: id, code: 'reserve-delete-failed' })
  }
  return true
}

/**
 * Tells the server of what was cancelled without a network; each by one page alone.
 *
 * @param as of whom, and by which token, where they have left
 * @returns `waiting` while something of theirs could not be told yet
 */
export async function sendCancels(
  context: FlowContext,
  as?: { user_id: string; token: string },
): Promise<'empty' | 'waiting'> {
  const { session } = context
  if (as) return await sendWaiting(context, CANCEL, as.user_id, item => sendOneOf(context, as.token, item))
  const user = session.user()
  if (user === null || session.token() === null) return 'waiting'
  return await sendWaiting(context, CANCEL, user.user_id, item => sendOne(context, item))
}
