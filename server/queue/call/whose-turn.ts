import type { DueReservation, SeenLine, WaitingTurn } from './read-calls.ts'

/** What of a line decides whose turn it is. */
export type LineNow = Pick<SeenLine, 'line_id' | 'priority' | 'heads' | 'due' | 'last'>

export type WhoseTurn = { number: WaitingTurn } | { reservation: DueReservation } | null

/** The first of them by this order; undefined where there is none. */
function first<T>(all: readonly T[], compare: (a: T, b: T) => number): T | undefined {
  return all.reduce<T | undefined>(
    (best, one) => (best === undefined || compare(one, best) < 0 ? one : best),
    undefined,
  )
}

/**
 * Whose turn it is in these lines.
 *
 * Of the tickets: within a line the first by place; between lines, the higher priority first, and among
 * equals the line whose first one came earliest. A reservation that is due goes before them: it has a time.
 * Only where the last call of these lines was a reservation already, and that ticket came before this
 * reservation's time, the ticket goes first.
 * @see rules CALL-01; docs/decisions/one-order-of-calling.md
 */
export function whoseTurn(lines: readonly LineNow[]): WhoseTurn {
  const head = first(
    lines.flatMap(({ line_id, priority, heads: [number] }) =>
      number ? [{ line_id, priority, number }] : [],
    ),
    (a, b) =>
      b.priority - a.priority ||
      a.number.inserted_at.getTime() - b.number.inserted_at.getTime() ||
      a.line_id - b.line_id,
  )
  const due = first(
    lines.flatMap(line => line.due.slice(0, 1)),
    (a, b) =>
      a.block_from.getTime() - b.block_from.getTime() ||
      a.inserted_at.getTime() - b.inserted_at.getTime() ||
      (a.reservation_id < b.reservation_id ? -1 : 1),
  )
  const last = first(
    lines.flatMap(line => line.last ?? []),
    (a, b) => b.at_us - a.at_us,
  )
  const mayGoFirst = head && due && last?.was_reservation && head.number.inserted_at < due.block_from
  if (due && !mayGoFirst) return { reservation: due }
  return head ? { number: head.number } : null
}
