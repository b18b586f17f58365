import type { MeetPause } from '#contract/channel/meet-channel.ts'
import { isDone } from '#contract/rules/reservation-state.ts'
import type { Fact } from '#server/facts/fact.ts'

/** What closes a call, and not the attention: who sat there is called again. */
export const pauseOf: Partial<Record<Fact['name'], MeetPause>> = {
  'ticket:parked': 'parked',
  'ticket:transferred': 'transferred',
  'call:taken_back': 'taken-back',
}

/**
 * The video attention that a fact closes: the reservation's or the number's own; null where it closes none.
 */
export function endedMeeting(fact: Fact): string | null {
  switch (fact.name) {
    case 'ticket:attended':
    case 'ticket:skipped':
    case 'ticket:left':
    case 'ticket:parked':
    case 'ticket:transferred':
      return fact.reservation_id ?? fact.ticket_id
    case 'call:taken_back':
      // A reservation's goes on: one may sit there before it is called.
      return fact.reservation_id ? null : fact.ticket_id
    case 'reserve:updated':
      return isDone(fact.detail) ? (fact.reservation_id ?? null) : null
    default:
      return null
  }
}
