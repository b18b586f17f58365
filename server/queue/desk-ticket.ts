import { sql } from 'kysely'
import * as v from 'valibot'
import { answers } from '#contract/rest/forms.ts'
import type { DeskTicket } from '#contract/rest/desk.ts'
import type { Question } from '#contract/rest/forms.ts'
import type { DeskTurn } from './desk.ts'
import type { QueueContext } from './queue-context.ts'

interface Row {
  line_name: string
  inserted_at: Date
  called_at: Date
  on_my_way: boolean
  meta: Uint8Array | null
  ticket_form: Omit<Question, 'officeId'>[] | null
  notice_received: boolean
}

const keptMeta = v.object({ answers: v.optional(answers) })

/** The answers beside their questions, in the form's order; what the form no longer asks is left out. */
function answersOf({ meta, ticket_form }: Row, { protect }: QueueContext): DeskTicket['answers'] {
  if (meta === null || ticket_form === null) return []
  const given = v.parse(keptMeta, protect.openMeta(meta)).answers ?? {}
  return ticket_form.flatMap(({ id, question }) => {
    const answer = given[id]
    return answer === undefined ? [] : [{ question, answer }]
  })
}

/** The ticket at a desk, with what the one who attends needs to know. One statement. */
export async function deskTicket(context: QueueContext, turn: DeskTurn): Promise<DeskTicket | null> {
  const { rows } = await sql<Row>`
    select l.name as line_name, l.ticket_form, t.inserted_at, t.called_at, t.on_my_way, t.meta,
      exists (
        select from push_deliveries p
        where p.ticket_id = t.id and p.kind = 'call' and p.shown_at is not null
      ) as notice_received
    from tickets t join lines l on l.id = t.line_id
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
    notice_received: row.notice_received,
    answers: answersOf(row, context),
    reserve: null,
  }
}
