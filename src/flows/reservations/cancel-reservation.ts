import { ApiError } from '#src/api/api-error.ts'
import type { OutboxItem } from '#src/db/outbox.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { isTheirs, sayToThem } from '../keep-theirs.ts'
import { DONE, type Failure, failure } from '../outcome.ts'
import { sendWaiting } from '../send-waiting.ts'
import { endReservation, recordReservation, refreshReservation } from './refresh-reservation.ts'
import { whoIsHere } from '../who-is-here.ts'

/** `waiting`: it is sent when the network is back, and the receipt says so. */
export type CancelOutcome = { status: 'done' } | { status: 'waiting' } | Failure

const CANCEL = 'cancel-reservation'

const deleted = (id: string) => ({ kind: 'success', subject: id, code: 'reservation-deleted' }) as const
const notDeleted = (id: string) =>
  ({ kind: 'generic-error', subject: id, code: 'reserve-delete-failed' }) as const

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
  const { clock, connectivity, db, session } = context
  const user = await whoIsHere(context)
  if (!user) return failure('user-is-guest')
  const receipt = await db.reservations.get(id)
  // Of whoever was here before: the server would say that it knows none, and that would be taken for done.
  if (receipt && receipt.user_id !== user.user_id) return failure('session-expired')
  const { user_id } = user
  const wait = () =>
    db.atomically(async (inside): Promise<CancelOutcome> => {
      const isHere = await isTheirs({ db: inside, session }, user_id)
      // A log-out that waits to be told takes it along; after that it is nobody's to tell.
      if (isHere || (await inside.outbox.has('log-out')))
        await inside.outbox.put(CANCEL, clock.now(), { subject: id, user_id })
      await inside.reservations.change(id, null, { cancel_waits: true })
      return isHere ? { status: 'waiting' } : failure('user-is-guest')
    })
  // Remembered without a token: the server could not even be asked who this is.
  if (!connectivity.hasNetwork() || session.token() === null) return await wait()
  try {
    await giveBack(context, id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.isUncertain) return await wait()
    await refreshReservation(context, id)
    await sayToThem(context, user_id, notDeleted(id))
    return failureOf(error)
  }
  if (!(await sayToThem(context, user_id, deleted(id)))) return failure('user-is-guest')
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
async function sendOne(context: FlowContext, userId: string, { subject: id }: OutboxItem): Promise<boolean> {
  try {
    await giveBack(context, id)
    await sayToThem(context, userId, deleted(id))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isUntold(error)) return false
    // Refused for good (called meanwhile, attended): the receipt must no longer promise it.
    await context.db.reservations.change(id, null, { cancel_waits: false })
    await refreshReservation(context, id)
    await sayToThem(context, userId, notDeleted(id))
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
  const userId = session.user()?.user_id
  if (userId === undefined || session.token() === null) return 'waiting'
  return await sendWaiting(context, CANCEL, userId, item => sendOne(context, userId, item))
}
