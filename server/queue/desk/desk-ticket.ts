import { sql } from 'kysely'
import { CALL_TAKE_BACK_MS } from '#contract/limits.ts'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { bookedName } from '#server/secrets/booked-name.ts'
import { reservationDocumentRepeated, ticketDocumentRepeated } from '#server/database/document-repeated.ts'
import { deliveredOf } from './delivered.ts'
import type { DeskTurn } from './desk.ts'
import { type AnsweredForms, givenAnswers } from './given-answers.ts'
import type { QueueContext } from '../queue-context.ts'
import { isPreferential } from '../turn/preference.ts'

interface Row extends AnsweredForms {
  line_name: string
  inserted_at: Date
  called_at: Date
  arrived_at: Date | null
  calls: number
  on_my_way: boolean
  preferential: boolean
  meet: boolean
  notice_received: boolean
  document_repeated: boolean
  reserve: { id: string; from: string; to: string; meet: boolean } | null
  booked_for: Uint8Array | null
  person: Uint8Array | null
  note: Uint8Array | null
  delivered: DeskTicket['delivered']
}

function reserveOf(
  { reserve, booked_for, person }: Row,
  { ticket: code, user_id }: DeskTurn,
  answers: DeskTicket['answers'],
  { protect }: Pick<QueueContext, 'protect'>,
): DeskTicket['reserve'] {
  if (!reserve) return null
  const { id, from, to, meet } = reserve
  return {
    id,
    // It is called by its code.
    code,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    meet,
    name: bookedName({ reservation_id: id, booked_for, user_id, person }, answers, protect),
    by_desk: user_id === null,
  }
}

/** How long its call can still be taken back; null where it cannot. */
function takeBackMs({ state, has_arrived }: DeskTurn, calledAt: Date, at: Date): number | null {
  const left = calledAt.getTime() + CALL_TAKE_BACK_MS - at.getTime()
  return state === 'called' && !has_arrived && left > 0 ? left : null
}

/** The ticket at a desk, with what the one who attends needs to know. One statement. */
export async function deskTicket(context: QueueContext, turn: DeskTurn): Promise<DeskTicket | null> {
  const { rows } = await sql<Row>`
    select l.name as line_name, l.office_id, l.ticket_form, l.reserve_form, t.inserted_at, t.called_at, t.on_my_way,
      t.arrived_at, t.calls - t.calls_taken_back as calls, ${isPreferential} as preferential,
      coalesce(r.meta, t.meta) as meta, coalesce(r.meet, l.virtual) as meet,
      case when r.id is not null
        then jsonb_build_object('id', r.id, 'from', r.block_from, 'to', r.block_to, 'meet', r.meet)
      end as reserve, r.booked_for, u.person, n.note, ${deliveredOf} as delivered,
      exists (
        select from push_deliveries p
        where p.ticket_id = t.id and p.kind = 'call' and p.calls = t.calls and p.shown_at is not null
      ) or exists (
        select from whatsapp_messages w
        where w.ticket_id = t.id and w.kind = 'call' and w.calls = t.calls and w.status in ('delivered', 'read')
      ) as notice_received,
      ${ticketDocumentRepeated} or ${reservationDocumentRepeated} as document_repeated
    from tickets t join lines l on l.id = t.line_id
    left join reservations r on r.id = t.reservation_id
    left join users u on u.id = r.user_id
    left join ticket_notes n on n.ticket_id = t.id
    where t.id = ${turn.ticket_id}::uuid and t.called_at is not null`.execute(context.database.db)
  const [row] = rows
  if (!row) return null
  const answers = givenAnswers(row, context)
  return {
    tuid: turn.ticket_id,
    ticket: turn.ticket,
    line_id: turn.line_id,
    line_name: row.line_name,
    state: turn.state,
    inserted_at: row.inserted_at.toISOString(),
    called_at: row.called_at.toISOString(),
    calls: row.calls,
    arrived_at: row.arrived_at?.toISOString() ?? null,
    take_back_ms: takeBackMs(turn, row.called_at, context.clock.now()),
    on_my_way: row.on_my_way,
    meet: row.meet,
    preferential: row.preferential,
    on_paper: turn.user_id === null && row.reserve === null,
    notice_received: row.notice_received,
    document_repeated: row.document_repeated,
    answers,
    note: row.note && context.protect.openNote(row.note, turn.ticket_id),
    delivered: row.delivered,
    reserve: reserveOf(row, turn, answers, context),
  }
}
