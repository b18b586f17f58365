import { sql } from 'kysely'
import { NOTIFICATION_ENQUEUE_DELAY_MS, POLL_OPEN_MS } from '#contract/limits.ts'
import type { Poll } from '#contract/rest/polls.ts'
import { displayedNumber } from '#contract/rules/ticket-number.ts'
import type { PollsContext } from './polls-context.ts'

/** From a number taken to its attention's end it is never longer: what is older need not be read. */
const TURN_AT_MOST_MS = 24 * 3_600_000

interface Row {
  ticket_id: string
  office_id: number
  office_name: string
  office_slug: string
  category_slug: string
  time_zone: string
  line_id: number
  line_name: string
  number: number | null
  prefix: string
  reserve: string | null
  ended_at: Date
}

/**
 * What a person may still rate, the newest first: attended at least 120 s and at most a week ago, neither
 * answered nor declined. It follows from the tickets alone, so nothing has to run for it to become due.
 * @see rules POLL-02, NOTE-02
 */
export async function openPolls(
  { database, clock }: Pick<PollsContext, 'database' | 'clock'>,
  userId: string,
): Promise<Poll[]> {
  const now = clock.now().getTime()
  const due = new Date(now - NOTIFICATION_ENQUEUE_DELAY_MS)
  const since = new Date(now - POLL_OPEN_MS)
  const { rows } = await sql<Row>`
    select t.id as ticket_id, t.office_id, o.name as office_name, o.slug as office_slug, o.category_slug,
      o.time_zone, t.line_id, l.name as line_name, t.number, t.prefix, t.reservation_id as reserve, t.ended_at
    from tickets t
    join lines l on l.id = t.line_id
    join offices o on o.id = t.office_id
    where t.user_id = ${userId}::uuid and t.state = 'attended'
      and t.ended_at > ${since}::timestamptz and t.ended_at <= ${due}::timestamptz
      and t.inserted_at > ${new Date(since.getTime() - TURN_AT_MOST_MS)}::timestamptz
      and not exists (select from polls p where p.ticket_id = t.id)
    order by t.ended_at desc, t.id`.execute(database.db)
  return rows.map(({ number, prefix, office_slug, category_slug, ended_at, ...row }) => ({
    ...row,
    officeSlug: office_slug,
    category_id: category_slug,
    ticket: displayedNumber(prefix, number),
    ended_at: ended_at.toISOString(),
  }))
}
