import { sql } from 'kysely'
import { FOUND_MAX } from '#contract/desk-limits.ts'
import type { DeskFound } from '#contract/rest/desk-booking.ts'
import { type Reading, readReservations } from '#server/reservations/desk-reservations.ts'
import { leftOutNow } from './settings-touch.ts'

/**
 * What is held beside the settings as they are now, by its time: kept when these changed, and to be moved,
 * told or attended all the same.
 */
export async function leftOutReservations(
  context: Reading,
  { office_id }: { office_id: number },
): Promise<DeskFound> {
  const ids = await leftOutNow(context.database.db, office_id, context.clock.now())
  const shown = ids.slice(0, FOUND_MAX)
  return {
    reservations: await readReservations(context, office_id, sql`r.id = any(${shown}::uuid[])`),
    more: ids.length > FOUND_MAX,
  }
}
