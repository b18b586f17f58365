import { type RawBuilder, sql } from 'kysely'
import { staleBefore } from './stale-tickets.ts'

/**
 * SQL over `t`: it is called no more, nor comes back; one whose call was missed may, on the same evening
 * after midnight too.
 */
export const isDone = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  t.state not in ('waiting', 'called', 'parked', 'skipped')
  or t.state = 'skipped' and t.ended_at <= ${staleBefore(at)}::timestamptz
)`
