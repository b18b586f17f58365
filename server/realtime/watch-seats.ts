import { eachByItself } from '#server/database/each-by-itself.ts'
import { inLane } from '#server/database/lanes.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { OfficeSeat, OfficeSeats } from '#server/video/office-seats.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { MeetPlace, MeetRooms } from './meet-rooms.ts'

/** A clerk whose módulo was taken over, or who has no role any more, is put out of a call within this. */
const LOOK_MS = 5_000
/** Not by the clock: an appointment that takes longer goes on. What closes an attention is a fact. */
const PUT_OUT: readonly string[] = ['not-found', 'meet-other-modulo']

export interface SeatsOptions {
  rooms: MeetRooms
  seats: Pick<OfficeSeats, 'keep' | 'takeAgain' | 'free'>
  timers: Timers
  onFault(error: unknown): void
}

/**
 * Has clerks be asked about for as long as they sit, and puts out of a call whoever's seat is another's by
 * now, as where this process did not hear of the other's coming; and whoever may sit in it no more. That a
 * módulo went to a colleague is no fact, for it changes nobody's turn: so the seats are looked at.
 * @returns ends it
 */
export function watchSeats({ rooms, seats, timers, onFault }: SeatsOptions): () => void {
  /** All at once and first: after an outage whoever presses is to be asked. */
  async function keep(places: readonly MeetPlace[]): Promise<void> {
    const kept = await seats.keep(places.flatMap(({ seat }) => seat ?? []))
    await eachByItself(places, async place => {
      if (place.seat && !kept.has(place.seat.id) && rooms.sits(place)) await takeAgain(place, place.seat)
    })
  }
  async function takeAgain(place: MeetPlace, seat: OfficeSeat): Promise<void> {
    const holder = await seats.takeAgain(seat)
    if (holder !== null) rooms.giveUp(place, holder !== seat.clerk_id)
    // They left meanwhile: what they freed then was not there yet.
    else if (!rooms.sits(place)) await seats.free(seat)
  }
  async function judge(place: MeetPlace): Promise<void> {
    try {
      await place.judge()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (PUT_OUT.includes(error.code)) rooms.putOut(place, error.code)
    }
  }
  function look(): Promise<void> {
    const places = rooms.seated('office')
    const steps = [() => keep(places), ...places.map(place => () => judge(place))]
    return inLane('readers', () => eachByItself(steps, step => step()))
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
