import type { CallRule, StoodBehind } from '#server/database/tables/log.ts'
import type { Preference } from '#server/database/tables/offices.ts'
import type { DueReservation, SeenLine, WaitingTurn } from './read-calls.ts'

/** What of a line decides whose turn it is. */
export type LineNow = Pick<SeenLine, 'line_id' | 'priority' | 'heads' | 'preferred' | 'due' | 'last'>

/** How the office's rule for preferential people holds at a desk; null where it has none. */
export interface PreferenceNow {
  /** Those who stand in front; all of them, wherever they stand; or nobody: others serve them here. */
  who: 'heads' | 'all' | 'nobody'
  before_reservations: boolean
}

export type WhoseTurn = ({ number: WaitingTurn } | { reservation: DueReservation }) & {
  rule: CallRule
  /** The first of all others in these lines. */
  stood: StoodBehind[]
}

type Candidate =
  | { kind: 'number'; id: string; line: LineNow; number: WaitingTurn; preferential: boolean }
  | { kind: 'reservation'; id: string; line: LineNow; reservation: DueReservation }
type NumberCandidate = Extract<Candidate, { kind: 'number' }>
type ReservationCandidate = Extract<Candidate, { kind: 'reservation' }>

/** The first of them by this order; undefined where there is none. */
function first<T>(all: readonly T[], compare: (a: T, b: T) => number): T | undefined {
  return all.reduce<T | undefined>(
    (best, one) => (best === undefined || compare(one, best) < 0 ? one : best),
    undefined,
  )
}

/** By the office's rule, as it holds at a desk. */
export function preferenceAt(
  preference: Preference | null,
  modulo: string,
  isOwnOpen: boolean,
): PreferenceNow | null {
  if (!preference) return null
  const { rule, before_reservations } = preference
  if (rule === 'next' || 'one_in' in rule) return { who: 'heads', before_reservations }
  return { who: rule.modulos.includes(modulo) || !isOwnOpen ? 'all' : 'nobody', before_reservations }
}

const byNumber = (a: NumberCandidate, b: NumberCandidate): number =>
  b.line.priority - a.line.priority ||
  a.number.inserted_at.getTime() - b.number.inserted_at.getTime() ||
  a.line.line_id - b.line.line_id

const byTime = ({ reservation: a }: ReservationCandidate, { reservation: b }: ReservationCandidate): number =>
  Number(b.arrived) - Number(a.arrived) ||
  a.block_from.getTime() - b.block_from.getTime() ||
  a.inserted_at.getTime() - b.inserted_at.getTime() ||
  (a.reservation_id < b.reservation_id ? -1 : 1)

/** By what the one whose turn it is goes before another. */
function reasonAgainst(whose: Candidate, other: Candidate): StoodBehind['by'] {
  if (whose.kind === 'reservation') {
    if (other.kind === 'number') return 'reservation'
    return whose.reservation.arrived === other.reservation.arrived ? 'time' : 'arrived'
  }
  if (whose.preferential && !(other.kind === 'number' && other.preferential)) return 'preference'
  if (other.kind === 'reservation') return 'between'
  if (whose.line === other.line) return 'place'
  return whose.line.priority === other.line.priority ? 'arrival' : 'priority'
}

function candidatesOf(line: LineNow, who: PreferenceNow['who']) {
  const [head] = line.heads
  const [mostPreferred] = line.preferred
  const number = (turn: WaitingTurn, preferential: boolean): NumberCandidate => ({
    kind: 'number',
    id: turn.ticket_id,
    line,
    number: turn,
    preferential,
  })
  const preferred = who === 'all' ? mostPreferred : head?.preferential && who === 'heads' ? head : undefined
  return {
    preferred: preferred ? [number(preferred, true)] : [],
    heads: head && head.ticket_id !== preferred?.ticket_id ? [number(head, false)] : [],
    due: line.due.slice(0, 1).map(
      (reservation): ReservationCandidate => ({
        kind: 'reservation',
        id: reservation.reservation_id,
        line,
        reservation,
      }),
    ),
  }
}

/**
 * Whose turn it is in these lines: the one order.
 *
 * Preferential people first, by the office's rule, which may put them behind reservations. Then reservations
 * that are due and whose people are here; then those of whom nobody said that they came, except where the
 * last call of these lines was a reservation already and the number whose turn it is came before its time.
 * Then the numbers: within a line by place; between lines the higher priority, and among equals the line
 * whose first one came earliest. A number that was parked, transferred or brought back keeps its arrival, and
 * stands at the place that it was given.
 * @see rules CALL-01, PRIO-01, PAST-01; docs/decisions/one-order-of-calling.md
 */
export function whoseTurn(
  lines: readonly LineNow[],
  preference: PreferenceNow | null = null,
): WhoseTurn | null {
  const candidates = lines.map(line => candidatesOf(line, preference?.who ?? 'nobody'))
  const preferred = candidates.flatMap(line => line.preferred)
  const heads = candidates.flatMap(line => line.heads)
  const allDue = candidates.flatMap(line => line.due)
  const number = first(preferred, byNumber) ?? first(heads, byNumber)
  const due = first(allDue, byTime)

  function goesBefore(waits: NumberCandidate, reservation: DueReservation): boolean {
    if (waits.preferential && preference?.before_reservations) return true
    if (reservation.arrived) return false
    const last = first(
      lines.flatMap(line => line.last ?? []),
      (a, b) => b.at_us - a.at_us,
    )
    return last?.was_reservation === true && waits.number.inserted_at < reservation.block_from
  }

  const whose = due && !(number && goesBefore(number, due.reservation)) ? due : number
  if (!whose) return null
  const stood = [...preferred, ...heads, ...allDue]
    .filter(other => other !== whose)
    .map(other => ({ id: other.id, line_id: other.line.line_id, by: reasonAgainst(whose, other) }))
  if (whose.kind === 'reservation') return { reservation: whose.reservation, rule: 'reservation', stood }
  return { number: whose.number, rule: whose.preferential ? 'preference' : 'order', stood }
}
