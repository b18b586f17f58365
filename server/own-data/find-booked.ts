import { sql } from 'kysely'
import type { OwnDataContext } from './own-data-context.ts'
import { answeredWith, BATCH, FIRST, wantedBy } from './wanted.ts'

/** A time that a desk booked for somebody who may be meant, and that no phone has. */
export interface FoundBooking {
  /** The reservation's. */
  id: string
  /** As the desk typed it. */
  name: string
  office: string
  /** The day, by the office's clock: YYYY-MM-DD. */
  day: string
}

interface Row extends Omit<FoundBooking, 'name'> {
  hasDocument: boolean
  /** Sealed. */
  booked_for: Uint8Array
  meta: Uint8Array | null
}

/**
 * Times that desks booked for whoever is known by a rut, a dni or an e-mail: they are no user's, so nobody
 * but the operator can read them out or erase them before they are forgotten. One that a phone has by now is
 * told and erased with whoever holds that phone.
 * @see rules KEEP-03, DESK-11
 */
export async function findBooked(
  { database: { db }, protection }: Pick<OwnDataContext, 'database' | 'protection'>,
  by: string,
): Promise<FoundBooking[]> {
  const wanted = wantedBy(protection, by)
  const found: FoundBooking[] = []
  for (let after = FIRST; ; ) {
    const { rows } = await sql<Row>`
      select r.id, r.booked_for, r.meta, o.name as office,
        (r.block_from at time zone o.time_zone)::date::text as day,
        coalesce(r.identity_hash = any(${wanted.hashes}::bytea[]), false) as "hasDocument"
      from reservations r join offices o on o.id = r.office_id
      where r.booked_for is not null and r.user_id is null and r.id > ${after}::uuid
      order by r.id limit ${BATCH}::integer`.execute(db)
    for (const { hasDocument, booked_for, meta, ...row } of rows)
      if (hasDocument || (meta !== null && answeredWith(protection, meta, wanted)))
        found.push({ ...row, name: protection.openBookedFor(booked_for, row.id) })
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return found
    after = last.id
  }
}
