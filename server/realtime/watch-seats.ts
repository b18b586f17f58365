import { inLane } from '#server/database/lanes.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { OfficeSeats } from '#server/video/office-seats.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { MeetRooms } from './meet-rooms.ts'

/** A clerk whose módulo was taken over, or who has no role any more, is put out of a call within this. */
const LOOK_MS = 5_000
/** Not by the clock: an appointment that takes longer goes on. What closes an attention is a fact. */
const PUT_OUT: readonly string[] = ['not-found', 'meet-other-modulo']

export interface SeatsOptions {
  rooms: MeetRooms
  seats: Pick<OfficeSeats, 'keep'>
  timers: Timers
  onFault(error: unknown): void
}

/**
 * Puts out of a call whichever clerk may sit in it no more, and has the others be asked about before somebody
 * else sits down. That a módulo went to a colleague is no fact, for it changes nobody's turn: so the seats
 * are looked at. @returns ends it
 */
export function watchSeats({ rooms, seats, timers, onFault }: SeatsOptions): () => void {
  async function look(): Promise<void> {
    for (const place of rooms.seated('office')) {
      try {
        await inLane('readers', () => place.judge())
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (PUT_OUT.includes(error.code)) rooms.putOut(place, error.code)
      }
    }
    await inLane('readers', () => seats.keep(rooms.seated('office').flatMap(({ seat }) => seat ?? [])))
  }
  let looking: Promise<void> | null = null
  return timers.every(LOOK_MS, () => {
    looking ??= look()
      .catch(onFault)
      .finally(() => {
        looking = null
      })
  })
}
