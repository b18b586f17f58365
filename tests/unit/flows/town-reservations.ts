import type { Session } from '#contract/rest/login.ts'
import { type Reservation } from '#contract/rest/reservations.ts'
import { isConfirmed, type ReservationState } from '#contract/rules/reservation-state.ts'
import { reservationOf } from '../db/reservation-of.ts'
import type { OfficeServer } from '../socket/office-server.ts'

const CENTRO = 'centro'

interface Booking {
  line: number
  block: { from: string; to: string }
  request_id: string
}

/**
 * What is booked in the town, and how it is said: to its owner with the reservation, to everybody else
 * without.
 */
export class TownReservations {
  readonly all = new Map<string, Reservation>()
  readonly #byRequest = new Map<string, string>()
  readonly #office: OfficeServer
  /** As what a time is booked, and whether the channel says so. */
  bookedAs: ReservationState = 'confirmed'
  isTold = true

  constructor(office: OfficeServer) {
    this.#office = office
  }

  of(user: Session | undefined): Reservation[] {
    return [...this.all.values()].filter(({ user_id, deleted }) => user_id === user?.user_id && !deleted)
  }

  book(user: Session, { line, block, request_id }: Booking): Reservation {
    const first = this.all.get(this.#byRequest.get(request_id) ?? '')
    if (first) return first
    const id = `55555555-0000-4000-8000-${String(this.all.size + 1).padStart(12, '0')}`
    this.#byRequest.set(request_id, id)
    const made = reservationOf({
      ...block,
      id,
      _id: id,
      code: `RV${id.slice(-3)}`,
      user_id: user.user_id,
      state: this.bookedAs,
      seq: this.#office.seq(CENTRO) + 1,
    })
    this.all.set(id, { ...made, line: { ...made.line, id: line } })
    this.change(user, id, this.bookedAs)
    return this.one(id)
  }

  one(id: string): Reservation {
    const found = this.all.get(id)
    if (!found) throw new Error(`no reservation ${id}`)
    return found
  }

  change(user: Session, id: string, state: ReservationState, change: Partial<Reservation> = {}): Reservation {
    const seq = this.#office.seq(CENTRO) + 1
    const changed = { ...this.one(id), ...reservationStateOf(state), ...change, seq }
    this.all.set(id, changed)
    const { from, to, line } = changed
    const everyone = {
      line_id: line.id,
      confirmed: isConfirmed(state),
      blocks: [{ from, to, availables: 0 }],
    }
    if (this.isTold)
      this.#office.tell(CENTRO, 'reserve:updated', everyone, {
        token: user.token,
        payload: { ...everyone, ruid: id, owned: changed },
      })
    return changed
  }
}

/** What of a reservation follows from its state. */
function reservationStateOf(state: ReservationState): Partial<Reservation> {
  const { confirmed, confirm_by, deleted, deleted_at, attended } = reservationOf({ state })
  return { state, confirmed, confirm_by, deleted, deleted_at, attended }
}
