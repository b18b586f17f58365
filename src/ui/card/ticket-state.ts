import type { IconName } from '../icon-paths.ts'
import type { Tone } from '../state/tone.ts'

/**
 * How a receipt stands: the same card, told apart by its band, its sign and, once it is over, its torn edge.
 */
export type TicketState =
  | 'waiting'
  | 'near'
  | 'called'
  | 'parked'
  | 'pending'
  | 'confirmed'
  | 'attended'
  | 'skipped'
  | 'given-up'
  | 'cancelled'
  | 'expired'
  | 'removed'
  | 'sent-home'

interface StateLook {
  tone: Tone
  icon: IconName
  /** Torn off at the bottom: nothing more will come of it. */
  isOver: boolean
}

export const TICKET_LOOK: Record<TicketState, StateLook> = {
  waiting: { tone: 'plain', icon: 'clock', isOver: false },
  near: { tone: 'almost', icon: 'walk', isOver: false },
  called: { tone: 'turn', icon: 'bell', isOver: false },
  parked: { tone: 'plain', icon: 'clock', isOver: false },
  pending: { tone: 'almost', icon: 'clock', isOver: false },
  confirmed: { tone: 'ok', icon: 'check', isOver: false },
  attended: { tone: 'ok', icon: 'check', isOver: true },
  skipped: { tone: 'almost', icon: 'walk', isOver: true },
  'given-up': { tone: 'loss', icon: 'close', isOver: true },
  cancelled: { tone: 'loss', icon: 'close', isOver: true },
  expired: { tone: 'plain', icon: 'clock', isOver: true },
  removed: { tone: 'loss', icon: 'close', isOver: true },
  'sent-home': { tone: 'almost', icon: 'clock', isOver: true },
}
