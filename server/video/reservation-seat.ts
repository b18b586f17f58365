import type { MeetRole } from '#contract/channel/meet-channel.ts'
import { meetRefusal } from '#contract/rules/meet-time.ts'
import type { Caller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { MeetSeat } from './meet-seat.ts'
import type { VideoContext } from './video-context.ts'
import { worksAt } from './works-at.ts'

/**
 * The caller's seat in a reservation's call: its owner sits with the customer, a clerk of its office with the
 * office. Null where there is no such reservation, or it is another's.
 * @throws Refusal meet-too-early, meet-over, not-by-video
 */
export async function reservationSeat(
  { database, clock }: Pick<VideoContext, 'database' | 'clock'>,
  id: string,
  caller: Caller,
): Promise<MeetSeat | null> {
  const reservation = await database.db
    .selectFrom('reservations')
    .innerJoin('offices', 'offices.id', 'reservations.office_id')
    .select(['office_id', 'user_id', 'meet', 'state', 'block_from', 'block_to', 'offices.demo'])
    .where('reservations.id', '=', id)
    .executeTakeFirst()
  const role = reservation ? await roleOf(reservation) : null
  if (!reservation || role === null) return null
  const { meet, state, block_from, block_to, office_id, demo } = reservation
  const times = { from: block_from.toISOString(), to: block_to.toISOString() }
  const refusal = meetRefusal({ ...times, meet, state }, clock.now().getTime())
  if (refusal) throw new Refusal(refusal, 409, 'the call cannot be entered')
  return { role, office_id, demo }

  async function roleOf({ office_id, user_id }: { office_id: number; user_id: string | null }) {
    if (caller.kind === 'user') return caller.user_id === user_id ? ('customer' satisfies MeetRole) : null
    if (caller.kind !== 'clerk') return null
    return (await worksAt(database, { ...caller, office_id })) ? ('office' satisfies MeetRole) : null
  }
}
