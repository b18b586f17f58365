import type { MeetRole } from '#contract/channel/meet-channel.ts'
import type { Caller } from '#server/web/caller.ts'
import { notFound } from '#server/web/refusal.ts'
import { reservationSeat } from './reservation-seat.ts'
import { turnSeat } from './turn-seat.ts'
import type { VideoContext } from './video-context.ts'

/** A seat in a call, and at whose office. */
export interface MeetSeat {
  role: MeetRole
  office_id: number
  /** Whether the office is a demonstration. */
  demo: boolean
}

/**
 * Which seat of a call is the caller's. The call is that of a reservation or of a number, by its id.
 * @throws Refusal not-found, for another's as for none; and why it cannot be entered now
 * @see rules VID-01, AUTH-10
 */
export async function meetSeat(
  context: Pick<VideoContext, 'database' | 'clock'>,
  id: string,
  caller: Caller,
): Promise<MeetSeat> {
  const seat = (await reservationSeat(context, id, caller)) ?? (await turnSeat(context, id, caller))
  if (!seat) throw notFound('the call')
  return seat
}
