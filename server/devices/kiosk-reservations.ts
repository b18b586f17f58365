import { type RawBuilder, sql } from 'kysely'
import type { KioskReservation } from '#contract/rest/devices.ts'
import { officeDaySpan } from '#contract/rules/office-day.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import { missedBefore } from '#contract/rules/missed-before.ts'
import { isPromised } from '#server/queue/turn/due-reservation.ts'
import { openingTimes } from '#server/queue/turn/opening-times.ts'
import type { DevicesContext } from './devices-context.ts'

/**
 * SQL over the office `o`, to stand behind `select`: its reservations `r` of today, with their lines `l`,
 * whose people may come in by the door, and would still be called.
 */
export const expectedHere = (at: Date, times: OpeningTimes): RawBuilder<unknown> => {
  const { from, to } = officeDaySpan(at, times)
  return sql`
    from reservations r join lines l on l.id = r.line_id
    where r.office_id = o.id and ${isPromised} and not r.meet
      and r.block_from >= ${from}::timestamptz and r.block_from < ${to}::timestamptz
      and r.block_to > ${missedBefore(at)}::timestamptz`
}

/**
 * The reservations of today that the code of a receipt may mean: what it is about, and never whose it is. A
 * code is called out in the room, so it proves nothing; it is enough to say that somebody is here, and
 * whoever misuses it has somebody called early, whom the desk brings back.
 * @param code what stands behind RV
 * @see rule KIOSK-01
 */
export async function kioskReservations(
  { database: { db }, clock }: Pick<DevicesContext, 'database' | 'clock'>,
  { office_id, code }: { office_id: number; code: string },
): Promise<KioskReservation[]> {
  const times = await openingTimes(db, office_id)
  const { rows } = await sql<{ id: string; line_name: string; block_from: Date; arrived_at: Date | null }>`
    select found.* from offices o cross join lateral (
      select r.id, l.name as line_name, r.block_from, r.arrived_at ${expectedHere(clock.now(), times)}
        and right(r.id::text, 3) = ${code.toLowerCase()}
    ) found
    where o.id = ${office_id}::integer
    order by found.block_from, found.id`.execute(db)
  return rows.map(({ id, line_name, block_from, arrived_at }) => ({
    id,
    line_name,
    from: block_from.toISOString(),
    arrived_at: arrived_at?.toISOString() ?? null,
  }))
}
