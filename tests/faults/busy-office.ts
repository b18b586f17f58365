import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE_BASES, type Service } from '#contract/bases.ts'
import type { DeskState } from '#contract/rest/desk.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import type { SpawnedServer } from '#tests/support/spawn-server.ts'
import type { Person, SeededOffice } from './seeded-office.ts'

const PAUSE_MS = 50
/** A session may ask 300 times in a minute, and a call asks twice. */
const CALL_PAUSE_MS = 400
const TAKERS = 3

/**
 * An office at work, at one server or at several in turn: people take numbers, a clerk calls. A request that
 * reaches no server goes to the next, as a proxy sends it; any other answer than yes is a fault.
 */
export class BusyOffice {
  /** Whose number each is. */
  readonly taken = new Map<string, string>()
  /** In the order in which they were called. */
  readonly called: string[] = []
  readonly faults: string[] = []
  readonly #office: SeededOffice
  readonly #origins: string[]
  readonly #done = new Map<string, { takes: number; calls: number }>()
  readonly #free: Person[]
  readonly #work: Promise<void>[]
  #turn = 0
  #resting = false
  #asideAt: string | null = null

  constructor(office: SeededOffice, origin: string) {
    this.#office = office
    this.#origins = [origin]
    this.#free = [...office.people]
    this.#work = [this.#goOn(() => this.#call(), CALL_PAUSE_MS)]
    for (let takers = 0; takers < TAKERS; takers += 1) this.#work.push(this.#goOn(() => this.#take()))
  }

  alsoAt(origin: string): void {
    this.#origins.push(origin)
  }

  /** Resolves once each of them has given and called so many from now on. */
  async hasDone(acts: number, servers: readonly SpawnedServer[]): Promise<void> {
    const goals = servers.map(({ origin }) => ({ origin, ...this.#doneAt(origin) }))
    await waitFor(`${acts} more numbers and calls`, () => {
      if (this.faults.length > 0) throw new Error(this.faults.join('\n'))
      return goals.every(({ origin, takes, calls }) => {
        const now = this.#doneAt(origin)
        return now.takes >= takes + acts && now.calls >= calls + acts
      })
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

  #doneAt(origin: string): { takes: number; calls: number } {
    const done = this.#done.get(origin) ?? { takes: 0, calls: 0 }
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
    const { answer, origin } = await this.#ask<Ticket>('v1', path, person.token, body)
    this.taken.set(answer.tuid, person.user_id)
    this.#doneAt(origin).takes += 1
  }

  async #call(): Promise<void> {
    const at = `/offices/${this.#office.office_id}`
    const { current } = (await this.#ask<DeskState>('desk', at, this.#office.clerk)).answer
    if (this.#asideAt !== null && current?.state === 'called') {
      await this.#ask('desk', `${at}/park`, this.#office.clerk, {}, this.#asideAt)
      this.#asideAt = null
      return
    }
    // Whoever stands there came. The release before does not ask, and passes over what it does not know.
    const here = current?.state === 'called' ? { tuid: current.tuid, arrived: true } : undefined
    const { answer, origin } = await this.#ask<DeskState>('desk', `${at}/call`, this.#office.clerk, {
      line_ids: this.#office.lines,
      here,
    })
    const tuid = answer.current?.tuid
    if (tuid === undefined || tuid === current?.tuid) return
    this.called.push(tuid)
    this.#doneAt(origin).calls += 1
    const attended = this.#office.people.find(({ user_id }) => user_id === this.taken.get(here?.tuid ?? ''))
    if (attended) this.#free.push(attended)
  }

  async #ask<Answer>(
    service: Service,
    path: string,
    token: string,
    body?: object,
    there?: string,
  ): Promise<{ answer: Answer; origin: string }> {
    for (;;) {
      this.#turn += 1
      const origin = there ?? this.#origins[this.#turn % this.#origins.length] ?? ''
      const response = await fetch(`${origin}${SERVICE_BASES[service]}${path}`, {
        method: body ? 'POST' : 'GET',
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
