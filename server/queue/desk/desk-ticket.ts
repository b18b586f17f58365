import { sql } from 'kysely'
import * as v from 'valibot'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { answers, type Question } from '#contract/rest/forms.ts'
import { reservationDocumentRepeated, ticketDocumentRepeated } from '#server/database/document-repeated.ts'
import { answersInOrder, defaultQuestions } from '#contract/rules/form-answers.ts'
import type { DeskTurn } from './desk.ts'
import type { QueueContext } from '../queue-context.ts'
import { isPreferential } from '../turn/preference.ts'

interface Row {
  line_name: string
  office_id: number
  inserted_at: Date
  called_at: Date
  on_my_way: boolean
  preferential: boolean
  meta: Uint8Array | null
  ticket_form: Omit<Question, 'officeId'>[] | null
  reserve_form: Omit<Question, 'officeId'>[] | null
  meet: boolean
  notice_received: boolean
  document_repeated: boolean
  reserve: { id: string; from: string; to: string; meet: boolean } | null
}

const keptMeta = v.object({ answers: v.optional(answers) })

/** What was asked when the number was taken, or the time booked. */
const formOf = ({ reserve, ticket_form, reserve_form, office_id }: Row) =>
  reserve ? (reserve_form ?? defaultQuestions(office_id)) : (ticket_form ?? [])

function answersOf(row: Row, { protect }: QueueContext): DeskTicket['answers'] {
  if (row.meta === null) return []
  const { answers: given = {} } = v.parse(keptMeta, protect.openMeta(row.meta))
  return answersInOrder(formOf(row), given)
}

function reserveOf({ reserve }: Row, code: string): DeskTicket['reserve'] {
  if (!reserve) return null
  const { id, from, to, meet } = reserve
  return { id, code, from: new Date(from).toISOString(), to: new Date(to).toISOString(), meet }
}

/** The ticket at a desk, with what the one who attends needs to know. One statement. */
export async function deskTicket(context: QueueContext, turn: DeskTurn): Promise<DeskTicket | null> {
  const { rows } = await sql<Row>`
    select l.name as line_name, l.office_id, l.ticket_form, l.reserve_form, t.inserted_at, t.called_at, t.on_my_way,
      ${isPreferential} as preferential,
      coalesce(r.meta, t.meta) as meta, coalesce(r.meet, l.virtual) as meet,
      case when r.id is not null
        then jsonb_build_object('id', r.id, 'from', r.block_from, 'to', r.block_to, 'meet', r.meet)
      end as reserve,
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
    where t.id = ${turn.ticket_id}::uuid and t.called_at is not null`.execute(context.database.db)
  const [row] = rows
  if (!row) return null
  return {
    tuid: turn.ticket_id,
    ticket: turn.ticket,
    line_id: turn.line_id,
    line_name: row.line_name,
    state: turn.state,
    inserted_at: row.inserted_at.toISOString(),
    called_at: row.called_at.toISOString(),
    calls: turn.calls,
    on_my_way: row.on_my_way,
    meet: row.meet,
    preferential: row.preferential,
    on_paper: turn.user_id === null,
    notice_received: row.notice_received,
    document_repeated: row.document_repeated,
    answers: answersOf(row, context),
    // It is called by its code.
    reserve: reserveOf(row, turn.ticket),
  }
}
