import { sql } from 'kysely'

/** Who decided from which lines a desk calls. */
export interface ServedLines {
  /** By the office, for the modulo; null where it leaves that to whoever sits there. */
  prescribed_lines: readonly number[] | null
  /** By the clerk who sits there; null is all of them. */
  chosen_lines: readonly number[] | null
  /** The clerk chose, be it all of them. */
  has_chosen: boolean
}

/** The columns of ServedLines, of the modulos that a statement calls `m`. */
export const servedColumns = sql`
  m.prescribed_lines,
  (
    select c.line_ids from clerk_lines c where c.clerk_id = m.clerk_id and c.office_id = m.office_id
  ) as chosen_lines,
  exists (
    select from clerk_lines c where c.clerk_id = m.clerk_id and c.office_id = m.office_id
  ) as has_chosen`

interface Line {
  line_id: number
  active: boolean
}

/**
 * Whether a desk calls from a line: of those that are asked for, or where none is, of those that its clerk
 * chose; and from no other one than the office prescribes. Whoever still waits in a line that is gone is
 * called from everywhere: nobody could choose it any more.
 * @param asked by the request, from a page of before; none is the rule
 */
export function isServed(
  { prescribed_lines, chosen_lines }: ServedLines,
  asked: readonly number[],
  { line_id, active }: Line,
): boolean {
  if (asked.length > 0 && !asked.includes(line_id)) return false
  const own = prescribed_lines ?? (asked.length > 0 ? null : chosen_lines)
  return own === null || !active || own.includes(line_id)
}
