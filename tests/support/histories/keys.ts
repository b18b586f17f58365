import type { Fact } from '#server/facts/fact.ts'

/**
 * By which an answer and the fact that it promises know each other. Null where nobody asked for the fact
 * itself: it follows from another one.
 */
export function keyOf(fact: Fact): string | null {
  switch (fact.name) {
    case 'ticket:created':
      return keys.taken(fact.user_id, fact.line_id)
    case 'call:created':
      return keys.called(fact.office_id, fact.detail.modulo)
    case 'ticket:left':
      // Who is sent home asked for nothing, and whoever closed the line named nobody.
      return fact.detail.why === 'sent-home' || fact.detail.why === 'expired'
        ? null
        : keys.turn(fact.detail.why, fact.ticket_id ?? '')
    case 'reserve:updated':
      return fact.detail.state === 'cancelled'
        ? keys.turn('cancelled', fact.reservation_id ?? '')
        : keys.booked(fact.user_id, fact.line_id)
    case 'line:frozen':
      return keys.frozen(fact.line_id)
    case 'call:taken_back':
    case 'ticket:attended':
    case 'ticket:skipped':
    case 'ticket:passed':
    case 'ticket:parked':
    case 'ticket:returned':
    case 'ticket:transferred':
      return keys.turn(fact.name, fact.ticket_id ?? '')
    case 'ticket:followed':
    case 'ticket:almost_there':
    case 'ticket:message':
    case 'line:reordered':
    case 'office:changed':
      return null
  }
}

export const keys = {
  /** A number of a line for somebody; null is a number on paper. */
  taken: (user_id: string | null, line_id: number) => `taken ${user_id} ${line_id}`,
  /** Whoever was called, it was to this module. */
  called: (office_id: number, modulo: string) => `called ${office_id} ${modulo}`,
  booked: (user_id: string | null, line_id: number) => `booked ${user_id} ${line_id}`,
  frozen: (line_id: number) => `frozen ${line_id}`,
  /** What happened to a number or a reservation. */
  turn: (what: string, id: string) => `${what} ${id}`,
} as const
