import { type RawBuilder, sql } from 'kysely'
import type { FreezeReason, LineStop } from '#contract/rest/offices.ts'

/** What the row of a line says of its rest. */
export interface StopColumns {
  frozen: boolean
  frozen_reason: FreezeReason | null
  frozen_note: string | null
  frozen_until: Date | null
  closed_until: Date | null
  /** Nobody said so: the office's hours were over. */
  closed_by_clock: boolean
}

export const STOP_COLUMNS = [
  'frozen',
  'frozen_reason',
  'frozen_note',
  'frozen_until',
  'closed_until',
  'closed_by_clock',
] as const satisfies (keyof StopColumns)[]

/** SQL: those columns of the lines that a statement calls `l`. */
export const stopColumns = sql.join(STOP_COLUMNS.map(column => sql.ref(`l.${column}`)))

/** SQL over `l`: the line gives no numbers at this moment. */
export const isStopped = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  (l.frozen and (l.frozen_until is null or l.frozen_until > ${at}::timestamptz))
  or coalesce(l.closed_until > ${at}::timestamptz, false)
)`

/** SQL over `l`: a clerk has stopped it until a later moment than this. */
export const isStoppedByClerk = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  (l.frozen and (l.frozen_until is null or l.frozen_until > ${at}::timestamptz))
  or (not l.closed_by_clock and coalesce(l.closed_until > ${at}::timestamptz, false))
)`

/** SQL over `l`: it is closed at this moment, and nobody who sits at a modulo calls from it. */
export const isShut = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  coalesce(l.closed_until > ${at}::timestamptz, false) and not exists (
    select from modulos m left join clerk_lines c on c.clerk_id = m.clerk_id and c.office_id = m.office_id
    where m.office_id = l.office_id and m.clerk_id is not null
      and (not l.active or coalesce(coalesce(m.prescribed_lines, c.line_ids) @> to_jsonb(l.id), true))
  )
)`

/**
 * Why a line gives no numbers at a moment; null where it gives them. That a clerk closed it says more than
 * that it is frozen; that the clock did says less: whoever freezes it before the doors open sees that it is.
 */
export function lineStopAt(line: StopColumns, at: Date): LineStop | null {
  const { frozen_reason: reason, frozen_note: note, frozen_until, closed_until } = line
  const isClosed = closed_until !== null && closed_until > at
  const restsUntil = isClosed && line.closed_by_clock ? closed_until : at
  const isFrozen = line.frozen && (frozen_until === null || frozen_until > restsUntil)
  if (isClosed && !(isFrozen && line.closed_by_clock))
    return {
      why: 'closed',
      reason: null,
      note: null,
      until: closed_until.toISOString(),
      ...(line.closed_by_clock && { by_clock: true }),
    }
  return isFrozen ? { why: 'frozen', reason, note, until: frozen_until?.toISOString() ?? null } : null
}
