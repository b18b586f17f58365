import { type RawBuilder, sql } from 'kysely'
import type { FreezeReason, LineStop } from '#contract/rest/offices.ts'

/** What the row of a line says of its rest. */
export interface StopColumns {
  frozen: boolean
  frozen_reason: FreezeReason | null
  frozen_note: string | null
  frozen_until: Date | null
  closed_until: Date | null
}

/** SQL: those columns of the lines that a statement calls `l`. */
export const stopColumns = sql`l.frozen, l.frozen_reason, l.frozen_note, l.frozen_until, l.closed_until`

/** SQL over `l`: the line gives no numbers at this moment. */
export const isStopped = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  (l.frozen and (l.frozen_until is null or l.frozen_until > ${at}::timestamptz))
  or coalesce(l.closed_until > ${at}::timestamptz, false)
)`

/** Why a line gives no numbers at a moment; null where it gives them. That it is closed says more. */
export function lineStopAt(line: StopColumns, at: Date): LineStop | null {
  const { frozen_reason: reason, frozen_note: note, frozen_until, closed_until } = line
  if (closed_until !== null && closed_until > at) {
    return { why: 'closed', reason: null, note: null, until: closed_until.toISOString() }
  }
  if (!line.frozen || (frozen_until !== null && frozen_until <= at)) return null
  return { why: 'frozen', reason, note, until: frozen_until?.toISOString() ?? null }
}
