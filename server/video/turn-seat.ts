import type { VideoErrorCode } from '#contract/error-codes.ts'
import type { Caller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { MeetSeat } from './meet-seat.ts'
import type { VideoContext } from './video-context.ts'
import { worksAt } from './works-at.ts'

/**
 * Why the call of a number cannot be entered now, or null where it can: while it is called, however often,
 * until the office closes the attention.
 */
function turnRefusal({ meet, state }: { meet: boolean; state: string }): VideoErrorCode | null {
  if (!meet) return 'not-by-video'
  if (state === 'waiting' || state === 'parked') return 'meet-not-called'
  return state === 'called' ? null : 'meet-over'
}

/**
 * The caller's seat in the call of a number: its owner sits with the customer, whoever stands at the module
 * that called it with the office. Null where there is no such number, or it is another's; one by which a
 * reservation was called has the reservation's call.
 * @throws Refusal not-by-video, meet-not-called, meet-over; meet-other-modulo for another clerk of the same
 * office
 */
export async function turnSeat(
  { database }: Pick<VideoContext, 'database'>,
  tuid: string,
  caller: Caller,
): Promise<MeetSeat | null> {
  if (caller.kind !== 'user' && caller.kind !== 'clerk') return null
  const turn = await database.db
    .selectFrom('tickets')
    .innerJoin('lines', 'lines.id', 'tickets.line_id')
    .innerJoin('offices', 'offices.id', 'tickets.office_id')
    .leftJoin('modulos', 'modulos.id', 'tickets.modulo_id')
    .select([
      'tickets.office_id',
      'tickets.user_id',
      'tickets.state',
      'lines.virtual as meet',
      'modulos.clerk_id',
      'offices.demo',
    ])
    .where('tickets.id', '=', tuid)
    .where('tickets.reservation_id', 'is', null)
    .executeTakeFirst()
  if (!turn) return null
  const { office_id, demo } = turn
  const isTheirs =
    caller.kind === 'user'
      ? caller.user_id === turn.user_id
      : await worksAt(database, { ...caller, office_id })
  if (!isTheirs) return null
  const refusal = turnRefusal(turn)
  if (refusal) throw new Refusal(refusal, 409, 'the call cannot be entered')
  if (caller.kind === 'user') return { role: 'customer', office_id, demo }
  if (turn.clerk_id !== caller.clerk_id)
    throw new Refusal('meet-other-modulo', 403, 'another modulo called this number')
  return { role: 'office', office_id, demo }
}
