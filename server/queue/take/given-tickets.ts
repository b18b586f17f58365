import type { WaitRange } from '#contract/rest/offices.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { Lately } from '#server/facts/remember-lately.ts'
import type { LineSettings } from './line-settings.ts'
import { type OwnedRow, ownedTicket } from '../hold/owned-tickets.ts'
import type { QueueContext } from '../queue-context.ts'
import type { Given } from './write-take.ts'

/** Numbers as this process gave them a moment ago, by ticket. */
export type GivenTickets = Lately<GivenRow>

interface GivenRow extends OwnedRow {
  told: WaitRange | null
}

/**
 * What to remember of numbers that were given: those of paper are nobody's, and where a preferential one
 * stands is not known before it is written.
 */
export const asGiven = (given: readonly Given[]) =>
  given.flatMap(one => {
    const { tuid, user_id, preference } = one.request
    return user_id === null || preference !== null ? [] : [[tuid, rowOf(one, user_id)] as const]
  })

const rowOf = ({ request, next, prefix, told, seq, temporal }: Given, user_id: string): GivenRow => ({
  ...namesOf(request.line),
  id: request.tuid,
  number: next.number,
  prefix,
  user_id,
  state: 'waiting',
  inserted_at: request.at,
  called_at: null,
  modulo: null,
  ahead: next.waiting - 1,
  passes: 0,
  on_my_way: false,
  missed: null,
  aside: null,
  temporal,
  told,
  reservation_id: null,
  message: null,
  seq,
})

const namesOf = (line: LineSettings) => ({
  line_id: line.line_id,
  line: line.line_slug,
  line_name: line.line_name,
  office_id: line.office_id,
  office: line.office_slug,
  office_name: line.office_name,
  category_slug: line.category_slug,
  time_zone: line.time_zone,
  meet: line.virtual,
})

/** A ticket as its owner held it when it was given; null where this process has not given it a moment ago. */
export async function ticketAsGiven(
  { given, lines, clock }: Pick<QueueContext, 'given' | 'lines' | 'clock'>,
  tuid: string,
): Promise<Ticket | null> {
  const row = given.of(tuid)
  if (!row) return null
  // What is told with it is what is kept with it (STAT-02).
  if (row.told) return { ...ownedTicket(row, undefined, clock.now()), wait: row.told }
  const { paces } = await lines.since(row.office_id, row.seq)
  return ownedTicket(row, paces.get(row.line_id), clock.now())
}
