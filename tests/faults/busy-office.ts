import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE_BASES, type Service } from '#contract/bases.ts'
import type { DeskState } from '#contract/rest/desk.ts'
import type { Reservation } from '#contract/rest/reservations.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import type { SpawnedServer } from '#tests/support/spawn-server.ts'
import type { Person, SeededOffice } from './seeded-office.ts'

const PAUSE_MS = 50
/** A session may ask 300 times in a minute, and a call asks twice. */
const CALL_PAUSE_MS = 400
/** A person may book 20 times in a minute. */
const BOOK_PAUSE_MS = 200
const TAKERS = 3
/** Who book times and cancel them, besides: as many as there are slots, so that all of these are held. */
const BOOKERS = 20
const BLOCKS = 4
/** So many stay, to be looked for in the end. */
const BOOKED_LEAST = 5
/** What may be booked of a line, in minutes and slots. */
export const BOOKABLE = { minutes: 15, slots: BOOKERS / BLOCKS }
const HOUR_MS = 3_600_000
/** Tomorrow at noon, by the office's clock. */
const FIRST_BLOCK_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS

const ACTS = ['number', 'call', 'time', 'cancel'] as const
type Done = Record<(typeof ACTS)[number], number>

/** A time in somebody's hand, as the answer said. */
export interface BookedTime {
  id: string
  person: Person
  from: string
  cancelled: boolean
}

const blockFrom = (nth: number) => new Date(FIRST_BLOCK_MS + nth * BOOKABLE.minutes * 60_000).toISOString()

/**
 * An office at work, at one server or at several in turn: people take numbers, a clerk calls, others book
 * times and cancel them. A request that reaches no server goes to the next, as a proxy sends it; any other
 * answer than yes is a fault.
 */
export class BusyOffice {
  /** Whose number each is. */
  readonly taken = new Map<string, string>()
  /** In the order in which they were called. */
  readonly called: string[] = []
  readonly booked: BookedTime[] = []
  readonly faults: string[] = []
  readonly #office: SeededOffice
  readonly #origins: string[]
  readonly #done = new Map<string, Done>()
  readonly #free: Person[]
  readonly #mayBook: Person[]
  readonly #work: Promise<void>[]
  #turn = 0
  #resting = false
  #asideAt: string | null = null

  constructor(office: SeededOffice, origin: string) {
    this.#office = office
    this.#origins = [origin]
    this.#free = [...office.people]
    this.#mayBook = office.people.slice(0, BOOKERS)
    this.#work = [
      this.#goOn(() => this.#call(), CALL_PAUSE_MS),
      this.#goOn(() => this.#book(), BOOK_PAUSE_MS),
      this.#goOn(() => this.#cancel(), BOOK_PAUSE_MS),
    ]
    for (let takers = 0; takers < TAKERS; takers += 1) this.#work.push(this.#goOn(() => this.#take()))
  }

  alsoAt(origin: string): void {
    this.#origins.push(origin)
  }

  /** Resolves once each of them has done so many of each kind from now on. */
  async hasDone(acts: number, servers: readonly SpawnedServer[]): Promise<void> {
    const goals = servers.map(({ origin }) => ({ origin, before: { ...this.#doneAt(origin) } }))
    await waitFor(`${acts} more of ${ACTS.join(', ')}`, () => {
      if (this.faults.length > 0) throw new Error(this.faults.join('\n'))
      return goals.every(({ origin, before }) =>
        ACTS.every(act => this.#doneAt(origin)[act] >= before[act] + acts),
      )
    })
  }

  /** The clerk puts aside, at that server, whoever stands at the module. */
  async putAside(origin: string): Promise<void> {
    this.#asideAt = origin
    await waitFor('somebody to be put aside', () => this.#asideAt === null)
  }

  async rest(): Promise<void> {
    this.#resting = true
    await Promise.all(this.#work)
  }

  #doneAt(origin: string): Done {
    const done = this.#done.get(origin) ?? { number: 0, call: 0, time: 0, cancel: 0 }
    this.#done.set(origin, done)
    return done
  }

  async #goOn(act: () => Promise<void>, pauseMs = PAUSE_MS): Promise<void> {
    while (!this.#resting) {
      await act().catch(error => this.faults.push(String(error)))
      await sleep(pauseMs)
    }
  }

  async #take(): Promise<void> {
    const person = this.#free.shift()
    if (!person) return
    const [line_id] = this.#office.lines
    const body = { line_id, request_id: randomUUID() }
    const path = `/offices/${this.#office.office_id}/tickets/new`
    const { answer, origin } = await this.#ask<Ticket>('v1', path, person.token, { body })
    this.taken.set(answer.tuid, person.user_id)
    this.#doneAt(origin).number += 1
  }

  /** Of the office's first line, tomorrow: one block after the other, so that slots are many people's. */
  async #book(): Promise<void> {
    const person = this.#mayBook.shift()
    if (!person) return
    const nth = this.booked.length % BLOCKS
    const body = {
      line: this.#office.lines[0],
      block: { from: blockFrom(nth), to: blockFrom(nth + 1) },
      request_id: randomUUID(),
      meta: { answers: ANSWERS },
    }
    const { answer, origin } = await this.#ask<Reservation>('reservations', '', person.token, { body })
    this.booked.push({ id: answer.id, person, from: answer.from, cancelled: false })
    this.#doneAt(origin).time += 1
  }

  async #cancel(): Promise<void> {
    const held = this.booked.filter(({ cancelled }) => !cancelled)
    const [oldest] = held
    if (!oldest || held.length <= BOOKED_LEAST) return
    const { id, person } = oldest
    const { origin } = await this.#ask('reservations', `/${id}`, person.token, { method: 'DELETE' })
    oldest.cancelled = true
    this.#mayBook.push(person)
    this.#doneAt(origin).cancel += 1
  }

  async #call(): Promise<void> {
    const at = `/offices/${this.#office.office_id}`
    const { current } = (await this.#ask<DeskState>('desk', at, this.#office.clerk)).answer
    if (this.#asideAt !== null && current?.state === 'called') {
      await this.#ask('desk', `${at}/park`, this.#office.clerk, { body: {}, there: this.#asideAt })
      this.#asideAt = null
      return
    }
    // Whoever stands there came. The release before does not ask, and passes over what it does not know.
    const here = current?.state === 'called' ? { tuid: current.tuid, arrived: true } : undefined
    const { answer, origin } = await this.#ask<DeskState>('desk', `${at}/call`, this.#office.clerk, {
      body: { line_ids: this.#office.lines, here },
    })
    const tuid = answer.current?.tuid
    if (tuid === undefined || tuid === current?.tuid) return
    this.called.push(tuid)
    this.#doneAt(origin).call += 1
    const attended = this.#office.people.find(({ user_id }) => user_id === this.taken.get(here?.tuid ?? ''))
    if (attended) this.#free.push(attended)
  }

  async #ask<Answer>(
    service: Service,
    path: string,
    token: string,
    {
      body,
      method = body ? 'POST' : 'GET',
      there,
    }: { body?: object; method?: 'GET' | 'POST' | 'DELETE'; there?: string } = {},
  ): Promise<{ answer: Answer; origin: string }> {
    for (;;) {
      this.#turn += 1
      const origin = there ?? this.#origins[this.#turn % this.#origins.length] ?? ''
      const response = await fetch(`${origin}${SERVICE_BASES[service]}${path}`, {
        method,
        headers: {
          origin,
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
      }).catch((error: unknown) => error as Error)
      if (response instanceof Error) {
        const at = this.#origins.indexOf(origin)
        // Another of them has found it gone, in the same moment.
        if (at < 0) continue
        if (this.#origins.length === 1) throw response
        this.#origins.splice(at, 1)
      } else if (response.ok) return { answer: (await response.json()) as Answer, origin }
      else throw new Error(`${service}${path} at ${origin}: ${response.status} ${await response.text()}`)
    }
  }
}
