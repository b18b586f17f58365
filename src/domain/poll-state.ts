import { POLL_OPEN_MS } from '#contract/limits.ts'
import type { TicketState } from '#contract/rest/tickets.ts'

/**
 * How it stands with the question how an attention was, on this device. `asked`: it was put, and may be
 * answered. `waits`: the answer is sent when the network is back. `answered`: it is with the server.
 * `elsewhere`: another device was first. `over`: there is nothing more to say.
 */
export type PollState = 'asked' | 'waits' | 'answered' | 'elsewhere' | 'over'

export interface PollSubject {
  state: TicketState
  /** When this device heard that it was over, milliseconds since the epoch; absent where it did not. */
  attended_at?: number | undefined
  poll?: PollState | undefined
}

/** It ended before the eyes of this device, which has not asked yet. */
export const isPollToAsk = ({ state, attended_at, poll }: PollSubject): boolean =>
  state === 'attended' && attended_at !== undefined && poll === undefined

/** For where the server cannot be asked: it was asked here, and nothing was said of it yet. */
export const mayBeRated = ({ state, attended_at, poll }: PollSubject, now: number): boolean =>
  state === 'attended' && poll === 'asked' && attended_at !== undefined && now - attended_at < POLL_OPEN_MS
