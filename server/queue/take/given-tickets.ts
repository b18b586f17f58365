import type { Ticket } from '#contract/rest/tickets.ts'
import type { LineSettings } from './line-settings.ts'
import { type OwnedRow, ownedTicket } from '../hold/owned-tickets.ts'
import type { QueueContext } from '../queue-context.ts'
import type { Given } from './write-take.ts'

/** Remembered at once: their owners are told within a moment. */
const KEPT_MAX = 1_000

/**
 * Numbers that this process gave a moment ago, as they were given: their owners are told without asking the
 * database.
 */
export interface GivenTickets {
  note(given: readonly Given[]): void
  of(tuid: string): OwnedRow | undefined
}

export function rememberGiven(): GivenTickets {
  const kept = new Map<string, OwnedRow>()
  return {
    note(given) {
      for (const one of given) {
        const { user_id } = one.request
        if (user_id !== null) kept.set(one.request.tuid, rowOf(one, user_id))
      }
      for (const [oldest] of kept) {
        if (kept.size <= KEPT_MAX) return
        kept.delete(oldest)
      }
    },
    of: tuid => kept.get(tuid),
  }
}

const rowOf = ({ request, next, prefix, seq, temporal }: Given, user_id: string): OwnedRow => ({
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
  temporal,
  reservation_id: null,
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
  const { paces } = await lines.since(row.office_id, row.seq)
  return ownedTicket(row, paces.get(row.line_id), clock.now())
}
