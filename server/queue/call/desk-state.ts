import { sql } from 'kysely'
import { MODULO_IDLE_MS } from '#contract/desk-limits.ts'
import { USUAL_WARNINGS } from '#contract/rest/desk-day.ts'
import type { DeskState } from '#contract/rest/desk.ts'
import { officeOfClerk } from '#server/facts/clerk-office.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { type Desk, findDesk } from '../desk/desk.ts'
import { deskTicket } from '../desk/desk-ticket.ts'
import { isKept } from '../desk/kept-modulo.ts'
import type { QueueContext } from '../queue-context.ts'
import { calledNext } from './called-next.ts'

interface ModuloRow {
  id: number
  name: string
  clerk_id: number | null
  clerk: string | null
  open: boolean
  break_until: Date | null
  help_asked_at: Date | null
  helper: string | null
  idle_since: Date | null
}

/**
 * The modulos of an office. Where nothing was done for long it is said since when, by the last who was
 * called there. One that its settings name no more is not open: whoever sits there finishes, and nobody is
 * sent there.
 */
async function modulosOf({ database, clock }: QueueContext, officeId: number): Promise<DeskState['modulos']> {
  const lately = new Date(clock.now().getTime() - MODULO_IDLE_MS)
  const { rows } = await sql<ModuloRow>`
    select m.id, m.name, m.clerk_id, c.name as clerk, m.active and m.clerk_id is not null as open, m.break_until, m.help_asked_at, h.name as helper,
      case when done.last_at <= ${lately}::timestamptz then done.last_at end as idle_since
    from modulos m
    left join clerks c on c.id = m.clerk_id
    left join clerks h on h.id = m.help_clerk_id
    left join lateral (
      select greatest(m.opened_at, max(last.called_at), max(last.ended_at)) as last_at
      from (
        select t.called_at, t.ended_at from tickets t
        where t.modulo_id = m.id and t.called_at >= m.opened_at
        order by t.called_at desc limit 1
      ) last
    ) done on m.opened_at <= ${lately}::timestamptz
    where m.office_id = ${officeId}::integer and ${isKept}
    order by m.id`.execute(database.db)
  return rows.map(({ id, name, clerk_id, clerk, open, break_until, help_asked_at, helper, idle_since }) => ({
    id,
    name,
    clerk_id,
    clerk,
    open,
    break_until: break_until?.toISOString() ?? null,
    help: help_asked_at && { asked_at: help_asked_at.toISOString(), coming: helper },
    idle_since: idle_since?.toISOString() ?? null,
  }))
}

function servedAt({ served }: Desk): DeskState['served'] {
  const { prescribed_lines, chosen_lines, has_chosen } = served
  const copy = (ids: readonly number[] | null) => ids && [...ids]
  if (prescribed_lines !== null) return { line_ids: copy(prescribed_lines), by: 'office' }
  return { line_ids: copy(chosen_lines), by: has_chosen ? 'clerk' : 'nobody' }
}

/**
 * What a clerk sees of an office: at most seven statements.
 * @throws Refusal not-found, where the clerk does not work there
 */
export async function deskState(context: QueueContext, input: AtDesk): Promise<DeskState> {
  const { database } = context
  // Its sequence first: what happens while the rest is read comes again as a fact, rather than not at all.
  const office = await officeOfClerk(database, input)
  const desk = await findDesk(database.db, input)
  return {
    at: context.clock.now().toISOString(),
    office_id: office.id,
    office_name: office.name,
    preference: office.preference !== null,
    modulos: await modulosOf(context, office.id),
    modulo: desk ? { id: desk.modulo_id, name: desk.modulo, open: true } : null,
    lines: (await context.lines.since(office.id, office.seq)).lines,
    services: [...office.services],
    warnings: office.warnings ?? USUAL_WARNINGS,
    served: desk ? servedAt(desk) : null,
    next: desk && !desk.on_break ? await calledNext(context, input) : null,
    current: desk?.turn ? await deskTicket(context, desk.turn) : null,
    seq: office.seq,
  }
}
