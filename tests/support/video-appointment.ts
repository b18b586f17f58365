import type { Reservation } from '#contract/rest/reservations.ts'
import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'

const MINUTE_MS = 60_000

export interface Appointment {
  office_id: number
  line_id: number
  user_id: string
  /** Now, unless told. */
  from?: Date
  meet?: boolean
  state?: Reservation['state']
  /** Which of the block's places, the first unless told. */
  slot?: number
}

/** A reservation that stands in the database, for a quarter of an hour by video unless told; gives its id. */
export async function appointment(
  { db }: Database,
  { from = new Date(), meet = true, state = 'confirmed', slot = 1, ...whose }: Appointment,
): Promise<string> {
  const id = systemRandom.uuid()
  await db
    .insertInto('reservations')
    .values({
      id,
      ...whose,
      identity_hash: null,
      request_id: systemRandom.uuid(),
      state,
      block_from: from,
      block_to: new Date(from.getTime() + 15 * MINUTE_MS),
      slot,
      slots: slot,
      meet,
      once_in: null,
      inserted_at: from,
      confirm_by: null,
      confirmed_at: from,
      deleted_at: state === 'cancelled' || state === 'expired' ? from : null,
      called_at: null,
      ended_at: null,
      meta: null,
    })
    .execute()
  return id
}
