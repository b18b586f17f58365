import type { MeetRole } from '#contract/channel/meet-channel.ts'
import { meetRefusal } from '#contract/rules/meet-time.ts'
import type { Caller } from '#server/web/caller.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import type { VideoContext } from './video-context.ts'

/**
 * Which seat of a reservation's call is the caller's: its owner sits with the customer, a clerk of its office with the
 * office.
 * @throws Refusal not-found, for another's reservation as for none; meet-too-early, meet-over, not-by-video
 * @see rule VID-01
 */
export async function meetSeat(
  { database: { db }, clock }: Pick<VideoContext, 'database' | 'clock'>,
  reservationId: string,
  caller: Caller,
): Promise<MeetRole> {
  const reservation = await db
    .selectFrom('reservations')
    .select(['office_id', 'user_id', 'meet', 'state', 'block_from', 'block_to'])
    .where('id', '=', reservationId)
    .executeTakeFirst()
  const role = reservation ? await roleOf(reservation) : null
  if (!reservation || role === null) throw notFound('the reservation')
  const { meet, state, block_from, block_to } = reservation
  const times = { from: block_from.toISOString(), to: block_to.toISOString() }
  const refusal = meetRefusal({ ...times, meet, state }, clock.now().getTime())
  if (refusal) throw new Refusal(refusal, 409, 'the call cannot be entered')
  return role

  async function roleOf(at: { office_id: number; user_id: string }): Promise<MeetRole | null> {
    if (caller.kind === 'user') return caller.user_id === at.user_id ? 'customer' : null
    if (caller.kind === 'guest') return null
    const place = await db
      .selectFrom('clerk_offices')
      .select('office_id')
      .where('clerk_id', '=', caller.clerk_id)
      .where('office_id', '=', at.office_id)
      .executeTakeFirst()
    return place ? 'office' : null
  }
}
