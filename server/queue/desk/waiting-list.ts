import { sql } from 'kysely'
import type { DeskWaiting } from '#contract/rest/desk.ts'
import { askedId } from '#server/database/asked-id.ts'
import { ticketDocumentRepeated } from '#server/database/document-repeated.ts'
import type { QueueContext } from '../queue-context.ts'
import { isPreferential } from '../turn/preference.ts'
import { shownNumber } from '../turn/shown-number.ts'

interface Row {
  tuid: string
  ticket: string
  inserted_at: Date
  on_my_way: boolean
  is_paper: boolean
  document_repeated: boolean
  preferential: boolean
}

/** More than these nobody reads at a desk. */
const SHOWN_MAX = 200

/**
 * Who waits in a line, in the order in which they will be called: one statement. A line of another office has
 * nobody.
 */
export async function waitingList(
  { database: { db } }: Pick<QueueContext, 'database'>,
  { office_id, line_id }: { office_id: number; line_id: number },
): Promise<DeskWaiting> {
  const { rows } = await sql<Row>`
    select t.id as tuid, ${shownNumber(sql`t.prefix`, sql`t.number`)} as ticket, t.inserted_at, t.on_my_way,
      t.user_id is null as is_paper, ${ticketDocumentRepeated} as document_repeated,
      ${isPreferential} as preferential
    from tickets t
    where t.line_id = ${askedId(line_id)}::integer and t.office_id = ${office_id}::integer and t.state = 'waiting'
    order by t.place, t.number limit ${SHOWN_MAX}::integer`.execute(db)
  return { tickets: rows.map(row => ({ ...row, inserted_at: row.inserted_at.toISOString() })) }
}
