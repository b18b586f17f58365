import type { ReservationState } from '#contract/rules/reservation-state.ts'
import { systemRandom } from '#server/platform/random.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import type { QueueOffice } from './queue-office.ts'

export interface Booked {
  /** When its block begins, in minutes from the office's clock as it stands: negative is past. */
  inMinutes?: number
  minutes?: number
  state?: ReservationState
  meet?: boolean
  user_id?: string
  /** Its code is made of it. */
  id?: string
  answers?: Record<string, string>
}

/** The office at which somebody books: what `queueOffice` gives, or a server's own. */
export interface BookedAt {
  office_id: number
  context: Pick<QueueContext, 'clock' | 'database' | 'protect'>
  user(): Promise<string>
}

/** Its slot is somebody else's from then on. */
const FREED_STATES: readonly ReservationState[] = ['cancelled', 'expired', 'removed']

let bookedSoFar = 0

/** The code is an id's last three digits, which two of a day may share by chance; here none do. */
const uuidEndingIn = (nth: number) =>
  `${systemRandom.uuid().slice(0, -3)}${(nth % 4_096).toString(16).padStart(3, '0')}`

/** A reservation as the queue finds it, written as booking it would have left it. */
export async function reservation(office: BookedAt, line_id: number, booked: Booked = {}) {
  const { inMinutes = 0, minutes = 15, state = 'confirmed', meet = false, answers } = booked
  const { context, office_id } = office
  const at = context.clock.now()
  const block_from = new Date(at.getTime() + inMinutes * 60_000)
  bookedSoFar += 1
  const slot = bookedSoFar
  const row = {
    id: booked.id ?? uuidEndingIn(slot),
    office_id,
    line_id,
    user_id: booked.user_id ?? (await office.user()),
    state,
    meet,
    block_from,
    block_to: new Date(block_from.getTime() + minutes * 60_000),
  }
  await context.database.db
    .insertInto('reservations')
    .values({
      ...row,
      identity_hash: null,
      request_id: systemRandom.uuid(),
      slot,
      slots: slot,
      once_in: null,
      inserted_at: at,
      confirm_by: state === 'pending' ? new Date(at.getTime() + 3_600_000) : null,
      confirmed_at: state === 'pending' ? null : at,
      deleted_at: FREED_STATES.includes(state) ? at : null,
      called_at: null,
      ended_at: null,
      meta: answers ? context.protect.sealMeta({ answers }) : null,
    })
    .execute()
  return { ...row, code: `RV${row.id.slice(-3).toUpperCase()}` }
}

/** How the reservation stands, and the ticket by which it was called. */
export async function reservationNow({ context: { database } }: Pick<QueueOffice, 'context'>, id: string) {
  const { db } = database
  return {
    ...(await db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    ticket: await db.selectFrom('tickets').selectAll().where('reservation_id', '=', id).executeTakeFirst(),
  }
}
