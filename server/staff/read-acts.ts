import { sql } from 'kysely'
import type * as v from 'valibot'
import { wallTime } from '#contract/rules/office-time.ts'
import { ACTS_PAGE, type DeskActs, type deskActsAsked } from '#contract/rest/staff.ts'
import { type AtDesk, requireSupervisor } from '#server/facts/clerk-office.ts'
import { reservationCode } from '#server/queue/turn/reservation-turn.ts'
import { shownNumber } from '#server/queue/turn/shown-number.ts'
import type { StaffContext } from './staff-context.ts'

/**
 * A reservation that has no ticket yet is told by its code, as the desk shows it; a turn of long ago by what
 * it was.
 */
const shown = sql`coalesce(${shownNumber(sql`t.prefix`, sql`t.number`)}, ${reservationCode}, a.detail ->> 'ticket')`

type Row = Omit<DeskActs['acts'][number], 'at'> & { at: Date }

/**
 * What was done at the office on a day of its own, newest first, a page at a time.
 * @throws Refusal not-found, supervisors-only
 * @see rule DESK-12
 */
export async function readActs(
  { database, clock }: StaffContext,
  at: AtDesk,
  asked: v.InferOutput<typeof deskActsAsked>,
): Promise<DeskActs> {
  await requireSupervisor(database, at)
  const { time_zone } = await database.db
    .selectFrom('offices')
    .select('time_zone')
    .where('id', '=', at.office_id)
    .executeTakeFirstOrThrow()
  const day = asked.day ?? wallTime(clock.now(), time_zone).day
  const { rows } = await sql<Row>`
    select a.id, a.at, a.clerk_id, c.name as clerk, a.act, a.reason, l.name as line, m.name as modulo,
      coalesce(${shown}, 'RV' || right(a.reservation_id::text, 3)) as ticket,
      coalesce(to_line.name, to_modulo.name, a.detail ->> 'device') as place, whom.name as whom, a.detail ->> 'role' as role,
      coalesce(string_to_array(a.detail ->> 'parts', ' '), '{}') as parts
    from desk_acts a join clerks c on c.id = a.clerk_id
    left join tickets t on t.id = a.ticket_id
    left join reservations r on r.id = a.reservation_id
    left join lines l on l.id = a.line_id
    left join modulos m on m.id = a.modulo_id
    left join lines to_line on to_line.id = (a.detail ->> 'to_line_id')::integer
    left join modulos to_modulo on to_modulo.id = (a.detail ->> 'to_modulo_id')::integer
    left join clerks whom on whom.id = (a.detail ->> 'whom')::integer
    where a.office_id = ${at.office_id}::integer
      and a.at >= ${day}::date::timestamp at time zone ${time_zone}::text
      and a.at < (${day}::date + 1)::timestamp at time zone ${time_zone}::text
      and (${asked.clerk_id ?? null}::integer is null or a.clerk_id = ${asked.clerk_id ?? null}::integer)
      and (${asked.ticket ?? null}::text is null
        or ${shown} = ${asked.ticket ?? null}::text)
      and (${asked.before ?? null}::bigint is null or a.id < ${asked.before ?? null}::bigint)
    order by a.id desc
    limit ${ACTS_PAGE + 1}`.execute(database.db)
  const acts = rows.slice(0, ACTS_PAGE).map(row => ({ ...row, at: row.at.toISOString() }))
  return { day, time_zone, acts, before: rows.length > ACTS_PAGE ? (acts.at(-1)?.id ?? null) : null }
}
