import { type RawBuilder, sql } from 'kysely'
import type { PaperNumber } from '#contract/rest/desk.ts'
import { notFound } from '#server/web/refusal.ts'
import { estimateWait } from '../lines/wait-estimate.ts'
import { peopleAhead } from './owned-tickets.ts'
import type { QueueContext } from '../queue-context.ts'
import { shownNumber } from '../turn/shown-number.ts'

interface Row {
  ticket: string
  line_id: number
  line_name: string
  office_name: string
  time_zone: string
  inserted_at: Date
  waits: boolean
  ahead: number
}

interface Which {
  office_id: number
  tuid: string
}

/**
 * What is printed of a number that waits and that no phone follows.
 * @throws Refusal not-found, for one of another office, of a phone, or that no longer waits, as for none
 */
export const paperNumber = (context: QueueContext, which: Which): Promise<PaperNumber> =>
  readPaper(context, which, sql`t.user_id is null and t.state = 'waiting'`)

/**
 * The answer to whoever asked for a number on paper: the same however late it is asked for again, whatever
 * became of the number since. Refused, it would be asked for anew, and the first one called for nobody. Of
 * one that no longer waits nobody is ahead, and it has no wait.
 */
export const givenPaper = (context: QueueContext, which: Which): Promise<PaperNumber> =>
  readPaper(context, which, sql`true`)

async function readPaper(
  { database: { db }, clock, paces, protect }: QueueContext,
  { office_id, tuid }: Which,
  condition: RawBuilder<unknown>,
): Promise<PaperNumber> {
  const { rows } = await sql<Row>`
    select ${shownNumber(sql`t.prefix`, sql`t.number`)} as ticket, t.line_id, l.name as line_name,
      o.name as office_name, o.time_zone, t.inserted_at, t.state = 'waiting' as waits,
      case when t.state = 'waiting' then ${peopleAhead} else 0 end as ahead
    from tickets t join lines l on l.id = t.line_id join offices o on o.id = t.office_id
    where t.id = ${tuid}::uuid and t.office_id = ${office_id}::integer
      and ${condition}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('the paper number')
  const pace = row.waits && (await paces.of(db, [row.line_id], clock.now())).get(row.line_id)
  return {
    ...row,
    tuid,
    inserted_at: row.inserted_at.toISOString(),
    wait: pace ? estimateWait(pace, row.ahead) : null,
    secret: protect.paperSecret(tuid),
  }
}
