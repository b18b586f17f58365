import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { Reservation } from '#contract/rest/reservations.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { BookingWish } from '#src/domain/booking-wish.ts'
import { isWished } from '#src/domain/check-reservation-wish.ts'
import { type BookingFailure, type BookingRequest, refused } from './booking-outcome.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { saysNothing } from '../says-nothing.ts'

/** Errors by which the server itself says that nothing was made; a proxy that gave up waiting cannot know. */
const isServersWord = ({ status }: ApiError) => status === 500 || status === 503

export interface Asking {
  context: FlowContext
  request: BookingRequest
  requestId: string
  keeps: boolean
  userId: string
  /** Milliseconds until all of it must be over. */
  left(): number
}

/**
 * Nobody heard what became of a request: was the reservation made after all? One person holds one block once,
 * so the one for this line and time is the one that was asked for.
 *
 * @returns null where it was not made (yet: the request may still be on its way); `unknown` where nobody
 * could be asked
 */
async function lookForReservation(
  { api }: Pick<FlowContext, 'api'>,
  wish: Pick<BookingWish, 'lineId' | 'from'>,
): Promise<Reservation | null | 'unknown'> {
  try {
    return (await api.reservations.mine()).find(reservation => isWished(reservation, wish)) ?? null
  } catch (error) {
    if (error instanceof ApiError) return 'unknown'
    throw error
  }
}

/**
 * Asks the server for a reservation; where no answer comes, finds out whether it was made, and repeats the
 * request once. Neither in the name of whoever came in meanwhile.
 *
 * @returns `unknown` where nobody could be asked, or nothing is held and the request may still be on its way
 */
export async function requestReservation({
  context,
  request,
  requestId,
  keeps,
  userId,
  left,
}: Asking): Promise<Reservation | BookingFailure | 'unknown'> {
  const { api, session, ui } = context
  const { lineId, block, meet, meta, declared } = request
  const params = ui.customerParams()
  for (let isRepeat = false; ; isRepeat = true) {
    try {
      const body = {
        line: lineId,
        block,
        meet,
        meta: { ...meta, ...(Object.keys(params).length > 0 ? { params } : {}) },
        request_id: requestId,
        keeps,
        ...(declared && { declared }),
      }
      return await api.reservations.book(body, Math.min(REQUEST_TIMEOUT_MS, Math.max(1, left())))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const refusal = refused(failureOf(error), error.fields)
      // The first one may still be on its way, whatever keeps the second from being heard.
      const outcome = isRepeat && saysNothing(refusal.code) ? 'unknown' : refusal
      if (!error.isUncertain) return outcome
      if (session.user()?.user_id !== userId) return 'unknown'
      const found = await lookForReservation(context, { lineId, from: block.from })
      if (found !== null) return found
      if (isServersWord(error)) return outcome
      if (isRepeat || left() <= 0 || session.user()?.user_id !== userId) return 'unknown'
    }
  }
}
