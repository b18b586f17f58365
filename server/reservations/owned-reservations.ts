import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Reservation } from '#contract/rest/reservations.ts'
import { isConfirmed, type ReservationState } from '#contract/rules/reservation-state.ts'
import type { Tables } from '#server/database/tables.ts'
import type { SealedMeta } from '#server/secrets/sealed-meta.ts'
import type { ReservationsContext } from './reservations-context.ts'

/** Which of an owner's reservations, in SQL over `r`, and in which order. */
interface Selection {
  user_id: string
  which: RawBuilder<unknown>
  /** SQL after the condition: order, limit. */
  order?: RawBuilder<unknown>
}

/** A reservation with the names of where it is, as it is read. */
export interface OwnedRow {
  id: string
  user_id: string
  state: ReservationState
  block_from: Date
  block_to: Date
  meet: boolean
  inserted_at: Date
  confirm_by: Date | null
  deleted_at: Date | null
  meta: Uint8Array | null
  line_id: number
  line_slug: string
  line_name: string
  office_id: number
  office_slug: string
  office_name: string
  address: string
  web_only: boolean
  time_zone: string
  category_slug: string
  modulo: string | null
  seq: number
}

/** RV and the last 3 characters of the id, in capitals (RES-12). */
export const reservationCode = (id: string): string => `RV${id.slice(-3).toUpperCase()}`

const readRows = async (
  db: Kysely<Tables>,
  { user_id, which, order = sql`` }: Selection,
): Promise<OwnedRow[]> => {
  const { rows } = await sql<OwnedRow>`
    select r.id, r.user_id, r.state, r.block_from, r.block_to, r.meet, r.inserted_at, r.confirm_by, r.deleted_at, r.meta,
      r.line_id, l.slug as line_slug, l.name as line_name,
      r.office_id, o.slug as office_slug, o.name as office_name, o.address, o.web_only, o.time_zone, o.category_slug,
      m.name as modulo, coalesce(s.last_seq, 0) as seq
    from reservations r
    join lines l on l.id = r.line_id
    join offices o on o.id = r.office_id
    left join tickets t on t.reservation_id = r.id
    left join modulos m on m.id = t.modulo_id
    left join office_sequences s on s.office_id = r.office_id
    where r.user_id = ${user_id}::uuid and ${which} ${order}`.execute(db)
  return rows
}

/** As its owner holds it. */
export function ownedReservation(
  row: OwnedRow,
  { protect }: Pick<ReservationsContext, 'protect'>,
  at: Date,
): Reservation {
  const { id, meet } = row
  // Nobody confirmed it in time, and the sweep that says so is on its way.
  const lapsed = row.state === 'pending' && row.confirm_by !== null && row.confirm_by <= at
  const state = lapsed ? 'expired' : row.state
  const deletedAt = lapsed ? row.confirm_by : row.deleted_at
  const { answers } = row.meta === null ? ({} as SealedMeta) : (protect.openMeta(row.meta) as SealedMeta)
  return {
    _id: id,
    id,
    code: reservationCode(id),
    from: row.block_from.toISOString(),
    to: row.block_to.toISOString(),
    time_zone: row.time_zone,
    line: { id: row.line_id, slug: row.line_slug, name: row.line_name },
    office: {
      id: row.office_id,
      slug: row.office_slug,
      name: row.office_name,
      address: row.address,
      web_only: row.web_only,
    },
    category_id: row.category_slug,
    user_id: row.user_id,
    meet,
    state,
    confirmed: isConfirmed(state),
    confirm_by: state === 'pending' ? (row.confirm_by?.toISOString() ?? null) : null,
    deleted: deletedAt !== null,
    deleted_at: deletedAt?.toISOString() ?? null,
    attended: state === 'attended',
    modulo: row.modulo,
    inserted_at: row.inserted_at.toISOString(),
    meta: answers === undefined ? {} : { answers },
    seq: row.seq,
  }
}

/** Reservations as their owner holds them: one statement. */
export async function ownedReservations(
  context: Pick<ReservationsContext, 'database' | 'clock' | 'protect'>,
  selection: Selection,
): Promise<Reservation[]> {
  const at = context.clock.now()
  const rows = await readRows(context.database.db, selection)
  return rows.map(row => ownedReservation(row, context, at))
}
