import type {
  MeetPause,
  MeetPresence,
  MeetRole,
  MeetSignal,
  MeetSignalBody,
} from '#contract/channel/meet-channel.ts'
import type { OfficeSeat } from '#server/video/office-seats.ts'

/** One page in a seat, as far as its channel goes. */
export interface MeetPlace {
  /** The reservation, or the number of a virtual line. */
  meeting: string
  office_id: number
  role: MeetRole
  page: string
  /** Whose page it is: a person's or a clerk's key. */
  who: string
  /** A clerk's, as the database has it. */
  seat: OfficeSeat | null
  /** @throws Refusal where they may sit there no more */
  judge(): Promise<unknown>
  push(event: 'meet:presence', payload: MeetPresence): void
  push(event: 'meet:signal', payload: MeetSignal): void
}

interface Seat {
  place: MeetPlace
  /** Whether all processes know of it: its taking has come round. */
  isSaid: boolean
}

/**
 * What is said between processes. `page` sits, sat or is meant at `role`. A release before says not `who`
 * took a seat.
 */
type Said = { meeting: string; role: MeetRole; page: string } & (
  | { kind: 'took'; who?: string }
  /** Sits there; `ask` wants to hear who sits opposite. */
  | { kind: 'here'; ask: boolean }
  | { kind: 'left'; left: boolean }
  | { kind: 'signal'; from: string; body: MeetSignalBody }
)

interface Room {
  here: Partial<Record<MeetRole, Seat>>
  /** Pages that sit at other processes. */
  elsewhere: Partial<Record<MeetRole, string>>
}

const opposite = (role: MeetRole): MeetRole => (role === 'customer' ? 'office' : 'customer')

/**
 * Who sits in which call, on this process and, as far as these are concerned, on the others. Nothing is kept
 * of what is said. Processes agree on who sat down last, since all hear all takings in one order.
 */
export class MeetRooms {
  readonly #rooms = new Map<string, Room>()
  readonly #say: (said: Said) => void
  readonly #isAlone: boolean
  readonly #free: (seat: OfficeSeat) => void

  /**
   * @param say tells the other processes
   * @param isAlone whether there are none, whose order would have to be waited for
   * @param free a clerk's seat was left
   */
  constructor(say: (said: Said) => void, isAlone: boolean, free: (seat: OfficeSeat) => void) {
    this.#say = say
    this.#isAlone = isAlone
    this.#free = free
  }

  /** Sits down; who sat there hears that they were replaced. @returns the page opposite */
  take(place: MeetPlace): string | null {
    const { meeting, role, page, who } = place
    const room = this.#rooms.get(meeting) ?? { here: {}, elsewhere: {} }
    this.#rooms.set(meeting, room)
    replace(room.here[role], place)
    room.here[role] = { place, isSaid: this.#isAlone }
    delete room.elsewhere[role]
    const other = room.here[opposite(role)]?.place
    other?.push('meet:presence', { other: page })
    this.#say({ kind: 'took', meeting, role, page, who })
    return other?.page ?? room.elsewhere[opposite(role)] ?? null
  }

  /** @param left whether for good; a lost connection may come back */
  leave(place: MeetPlace, left: boolean): void {
    if (!this.#vacate(place, left)) return
    if (place.seat) this.#free(place.seat)
  }

  /**
   * The seat is another sitting's, of which no word came here. Whoever sits in it says so as soon as they
   * hear that this one is gone.
   */
  giveUp(place: MeetPlace, isColleague: boolean): void {
    if (this.#vacate(place, false)) sayReplaced(place, isColleague)
  }

  /** Whoever sits there may sit there no more, and hears why; the one opposite hears that they are gone. */
  putOut(place: MeetPlace, refused: string): void {
    if (!this.sits(place)) return
    this.leave(place, true)
    place.push('meet:presence', { other: null, refused })
  }

  /** Whether it sits there still, as far as this process heard. */
  sits(place: MeetPlace): boolean {
    return this.#rooms.get(place.meeting)?.here[place.role]?.place === place
  }

  /** Who sits in these seats, on this process. */
  seated(role: MeetRole): MeetPlace[] {
    return [...this.#rooms.values()].flatMap(({ here }) => here[role]?.place ?? [])
  }

  /**
   * Hands a signal to the page opposite, if it is the one that is meant.
   * @returns false for who sits there no more
   */
  signal(place: MeetPlace, { page: to, body }: MeetSignal): boolean {
    const { meeting, role, page } = place
    const room = this.#rooms.get(meeting)
    if (!room || room.here[role]?.place !== place) return false
    const other = opposite(role)
    const there = room.here[other]?.place
    if (there?.page === to) there.push('meet:signal', { page, body })
    else if (room.elsewhere[other] === to)
      this.#say({ kind: 'signal', meeting, role: other, page: to, from: page, body })
    return true
  }

  /** Something was said by a process, perhaps by this one. */
  hear(message: unknown, isOwn: boolean): void {
    const said = message as Said
    const room = this.#rooms.get(said.meeting)
    if (!room) return
    const seat = room.here[said.role]
    if (isOwn) {
      if (said.kind === 'took' && seat?.place.page === said.page) seat.isSaid = true
    } else if (said.kind === 'signal') {
      if (seat?.place.page === said.page) seat.place.push('meet:signal', { page: said.from, body: said.body })
    } else if (said.kind === 'left') this.#leftElsewhere(room, said)
    else this.#sitsElsewhere(room, said)
  }

  /**
   * The office closed the attention, or only this call of it: whoever sits here is told, and sits here no
   * more.
   */
  end(meeting: string, pause?: MeetPause): void {
    const room = this.#rooms.get(meeting)
    if (!room) return
    this.#rooms.delete(meeting)
    for (const { place } of Object.values(room.here)) {
      if (place.seat) this.#free(place.seat)
      place.push('meet:presence', { other: null, ended: true, ...(pause && { pause }) })
    }
  }

  /** Whether anybody sits in a call of the office, on this process. */
  isAnyoneAt(officeId: number): boolean {
    for (const { here } of this.#rooms.values())
      if (Object.values(here).some(({ place }) => place.office_id === officeId)) return true
    return false
  }

  /** Messages may have been lost: says who is here, and asks who is elsewhere. */
  ask(): void {
    for (const { here } of this.#rooms.values()) {
      for (const { place } of Object.values(here)) this.#sayHere(place, true)
    }
  }

  #sitsElsewhere(room: Room, said: Extract<Said, { kind: 'took' | 'here' }>): void {
    const { kind, meeting, role, page } = said
    const seat = room.here[role]
    // Our own taking is still to come round: it is the later one, and replaces this.
    if (seat && (kind === 'here' || !seat.isSaid)) return
    replace(seat, { page, who: kind === 'took' ? said.who : undefined })
    delete room.here[role]
    const there = room.here[opposite(role)]?.place
    if (!there) return this.#dropIfEmpty(meeting, room)
    if (room.elsewhere[role] !== page) there.push('meet:presence', { other: page })
    room.elsewhere[role] = page
    if (kind === 'took' || said.ask) this.#sayHere(there, false)
  }

  #leftElsewhere(room: Room, { role, page, left }: Extract<Said, { kind: 'left' }>): void {
    const seat = room.here[role]
    // It came over to this process, or was replaced from here, and the other noticed late.
    if (seat) this.#sayHere(seat.place, false)
    if (room.elsewhere[role] !== page) return
    delete room.elsewhere[role]
    room.here[opposite(role)]?.place.push('meet:presence', { other: null, left })
  }

  /** @returns false for who sits there no more */
  #vacate(place: MeetPlace, left: boolean): boolean {
    const { meeting, role, page } = place
    const room = this.#rooms.get(meeting)
    if (!room || !this.sits(place)) return false
    delete room.here[role]
    room.here[opposite(role)]?.place.push('meet:presence', { other: null, left })
    this.#dropIfEmpty(meeting, room)
    this.#say({ kind: 'left', meeting, role, page, left })
    return true
  }

  #sayHere({ meeting, role, page }: MeetPlace, ask: boolean): void {
    this.#say({ kind: 'here', meeting, role, page, ask })
  }

  #dropIfEmpty(meeting: string, { here }: Room): void {
    if (Object.keys(here).length === 0) this.#rooms.delete(meeting)
  }
}

/** A page that sits down again replaces nobody. */
function replace(seat: Seat | undefined, by: { page: string; who?: string | undefined }): void {
  if (!seat || seat.place.page === by.page) return
  const isColleague = seat.place.role === 'office' && by.who !== undefined && by.who !== seat.place.who
  sayReplaced(seat.place, isColleague)
}

function sayReplaced(place: MeetPlace, isColleague: boolean): void {
  place.push('meet:presence', { other: null, replaced: true, ...(isColleague && { colleague: true }) })
}
