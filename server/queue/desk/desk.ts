import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { Refusal } from '#server/web/refusal.ts'
import { type Turn, turnColumns } from '../turn/turn-fact.ts'
import { servedColumns, type ServedLines } from './served-lines.ts'

/** The ticket that a desk had last: the one it attends, or the one that it was done with. */
export interface DeskTurn extends Turn {
  state: 'called' | 'attended' | 'skipped'
  calls: number
  has_arrived: boolean
}

export interface Desk {
  modulo_id: number
  modulo: string
  on_break: boolean
  served: ServedLines
  turn: DeskTurn | null
}

/** The columns by which an act says what it was about: the desk, and who stands there. */
export const actAtDesk = ({ modulo_id, turn }: Desk) => ({
  modulo_id,
  ticket_id: turn?.ticket_id,
  reservation_id: turn?.reservation_id,
  line_id: turn?.line_id,
})

interface Row extends ServedLines {
  modulo_id: number
  modulo: string
  on_break: boolean
  ticket_id: string | null
}

/** The clerk's open modulo and its ticket; undefined where the clerk has none open in this office. */
export async function findDesk(
  db: Kysely<Tables>,
  { office_id, clerk_id }: AtDesk,
): Promise<Desk | undefined> {
  // Whoever is called stands here, whatever the clocks of two servers say: found by the modulo's own index.
  // Of who was here before the last few are read: a desk's whole history must not be.
  const { rows } = await sql<Row & DeskTurn>`
    select m.id as modulo_id, m.name as modulo, m.break_until is not null as on_break,
      ${servedColumns}, last.*
    from modulos m left join lateral (
      select ${turnColumns}, t.state, t.calls, t.arrived_at is not null as has_arrived
      from (
        select * from tickets c where c.modulo_id = m.id and c.state = 'called'
        union all
        select * from (
          select * from tickets b
          where b.modulo_id = m.id and b.called_at >= m.opened_at and b.state in ('attended', 'skipped')
          order by b.called_at desc limit 20
        ) before
      ) t
      order by t.state = 'called' desc, t.called_at desc, t.ended_at desc, t.place desc
      limit 1
    ) last on true
    where m.office_id = ${office_id}::integer and m.clerk_id = ${clerk_id}::integer`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { modulo_id, modulo, on_break, prescribed_lines, chosen_lines, has_chosen, ...turn } = row
  const served = { prescribed_lines, chosen_lines, has_chosen }
  return { modulo_id, modulo, on_break, served, turn: turn.ticket_id === null ? null : turn }
}

/** Whoever stands there; who was there last is gone. */
export const standingAt = ({ turn }: Desk): DeskTurn | null => (turn?.state === 'called' ? turn : null)

export const onBreak = () => new Refusal('on-break', 409, 'this modulo is on a break')

export const noModulo = () => new Refusal('no-modulo', 409, 'open a modulo of this office first')

/** @throws Refusal no-modulo */
export async function requireDesk(db: Kysely<Tables>, at: AtDesk): Promise<Desk> {
  const desk = await findDesk(db, at)
  if (!desk) throw noModulo()
  return desk
}

export const nobodyCalled = () => new Refusal('nobody-called', 409, 'nobody stands at this modulo')
