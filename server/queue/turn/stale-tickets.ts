import { sql, type Transaction } from 'kysely'
import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { endWaiting } from './end-waiting.ts'

/** Who came before this, and waits still, went home. */
export const staleBefore = (at: Date) => new Date(at.getTime() - TICKET_RECENCY_MS)

/** Ends an office's tickets that have waited for 6 hours. The caller holds the office. */
export const endStaleTickets = (
  transaction: Transaction<Tables>,
  officeId: number,
  at: Date,
): Promise<NewFact[]> =>
  endWaiting(
    transaction,
    sql`office_id = ${officeId}::integer and inserted_at <= ${staleBefore(at)}::timestamptz`,
    'expired',
    at,
  )
