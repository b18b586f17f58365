import type { Service } from '#contract/bases.ts'
import { ANSWERS } from '../reservation-office.ts'
import type { Asked, Promised } from './history.ts'
import { keys } from './keys.ts'
import type { SceneClerk, SceneOffice, ScenePerson } from './scene.ts'

/** Chance in the hand of whoever asks: the same for the same seed. */
export interface Chance {
  below(count: number): number
  /** @throws where there is nothing to pick */
  pick<Item>(items: readonly Item[]): Item
  /** Undefined where there is nothing. It is no longer in the list. */
  draw<Item>(items: Item[]): Item | undefined
  uuid(): string
}

/** What is asked of a server, and what its answer promises. */
export interface Request {
  service: Service
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: Record<string, unknown>
  promises: Promised[]
  about: string[]
  /** Asked again by the same name it is the same wish. */
  repeats: boolean
  /** Takes from the answer what whoever asked knows from then on. */
  heed?: (answer: never, asked: Asked) => void
  /** By this session instead of any of theirs. */
  token?: string
}

export interface PersonAt {
  office: SceneOffice
  person: ScenePerson
  chance: Chance
}
export interface ClerkAt {
  office: SceneOffice
  clerk: SceneClerk
  chance: Chance
}

/** Null where there is nothing to do it to. */
type Ask<At> = (at: At) => Request | null
interface Operation<At> {
  /** How often, beside the others. */
  weight: number
  ask: Ask<At>
}

const post = (
  service: Service,
  path: string,
  body: Record<string, unknown>,
  promises: Promised[],
): Request => ({
  service,
  method: 'POST',
  path,
  body,
  promises,
  about: [],
  repeats: false,
})

interface TicketAnswer {
  tuid: string
  number: number | null
  line_id: number
}

/** What a person does with a number of theirs, once: what was asked for is asked for no more. */
const ofTicket =
  (verb: string, promised: string, body: Record<string, unknown> = {}, keeps = true): Ask<PersonAt> =>
  ({ person, chance }) => {
    const tuid =
      keeps && person.tickets.length > 0 ? chance.pick(person.tickets) : chance.draw(person.tickets)
    if (tuid === undefined) return null
    const promises = [{ key: keys.turn(promised, tuid) }]
    return { ...post('turns', `/tickets/${tuid}/${verb}`, body, promises), about: [tuid] }
  }

/** What people do. */
export const OF_PEOPLE: Readonly<Record<string, Operation<PersonAt>>> = {
  take: {
    weight: 40,
    ask({ office, person, chance }) {
      const line_id = chance.pick(office.lines)
      const body = { line_id, request_id: chance.uuid() }
      const promises = [{ key: keys.taken(person.user_id, line_id) }]
      return {
        ...post('v1', `/offices/${office.office_id}/tickets/new`, body, promises),
        repeats: true,
        about: [person.user_id],
        heed({ tuid, number, line_id: given }: TicketAnswer, asked) {
          person.tickets.push(tuid)
          asked.given = { tuid, number, line_id: given }
          asked.about.push(tuid)
        },
      }
    },
  },
  'give-up': { weight: 6, ask: ofTicket('give-up', 'given-up', {}, false) },
  pass: { weight: 6, ask: ofTicket('pass', 'ticket:passed', { places: 2 }) },
  // Whoever waits already is answered that it is so.
  'come-back': {
    weight: 5,
    ask({ office, person, chance }) {
      const tuid = office.missed.find(one => person.tickets.includes(one)) ?? chance.draw(person.tickets)
      if (tuid === undefined) return null
      const promises = [{ key: keys.turn('ticket:returned', tuid), perhaps: true as const }]
      return { ...post('turns', `/tickets/${tuid}/come-back`, {}, promises), about: [tuid] }
    },
  },
  book: {
    weight: 14,
    ask({ office, person, chance }) {
      const line = chance.pick(office.lines)
      const body = {
        line,
        block: chance.pick(office.blocks),
        request_id: chance.uuid(),
        meta: { answers: ANSWERS },
      }
      return {
        ...post('reservations', '', body, [{ key: keys.booked(person.user_id, line) }]),
        repeats: true,
        about: [person.user_id],
        heed({ id }: { id: string }, asked) {
          person.reservations.push(id)
          asked.booked = id
          asked.about.push(id)
        },
      }
    },
  },
  move: {
    weight: 6,
    ask({ office, person, chance }) {
      if (person.reservations.length === 0) return null
      const id = chance.pick(person.reservations)
      // Of which line it is the person knows; here it may be any, and where it stands already nothing happens.
      const promises = office.lines.map(line => ({
        key: keys.booked(person.user_id, line),
        perhaps: true as const,
      }))
      const body = { block: chance.pick(office.blocks) }
      return { ...post('reservations', `/${id}`, body, promises), method: 'PATCH', about: [id] }
    },
  },
  cancel: {
    weight: 8,
    ask({ person, chance }) {
      const id = chance.draw(person.reservations)
      if (id === undefined) return null
      const promises = [{ key: keys.turn('cancelled', id) }]
      const { body: _none, ...request } = post('reservations', `/${id}`, {}, promises)
      return { ...request, method: 'DELETE', about: [id] }
    },
  },
  'log-out': {
    weight: 1,
    ask({ person }) {
      // The phone and one more browser stay.
      const token = person.tokens.length > 2 ? person.tokens.pop() : undefined
      if (token === undefined) return null
      const { body: _none, ...request } = post('login', '/session', {}, [])
      return { ...request, method: 'DELETE', token, about: [token.slice(0, 8)] }
    },
  },
}

interface DeskAnswer {
  current: { tuid: string; state: string } | null
}

/** How the desk stands by an answer; whom it calls then is whom it stands there for. */
function seeDesk({ clerk }: ClerkAt, { current }: DeskAnswer): void {
  clerk.current = current && { tuid: current.tuid, stands: current.state === 'called' }
}

function desk(at: ClerkAt, path: string, body: Record<string, unknown>, promises: Promised[]): Request {
  const about = at.clerk.current ? [at.clerk.current.tuid] : []
  return {
    ...post('desk', `/offices/${at.office.office_id}${path}`, body, promises),
    about,
    heed: (answer: DeskAnswer) => seeDesk(at, answer),
  }
}

/** The clerk's word about who stands there, and what it promises. */
function wordOfHere({ clerk, office, chance }: ClerkAt) {
  if (!clerk.current?.stands) return { promises: [] as Promised[] }
  const { tuid } = clerk.current
  const arrived = chance.below(3) > 0
  if (!arrived) office.missed.push(tuid)
  return {
    here: { tuid, arrived },
    promises: [{ key: keys.turn(arrived ? 'ticket:attended' : 'ticket:skipped', tuid) }],
  }
}

/** Calls: whoever the answer says stands there was called to this module. */
function call(at: ClerkAt, path: string, body: Record<string, unknown>): Request {
  const { promises, here } = wordOfHere(at)
  const called = { key: keys.called(at.office.office_id, at.clerk.modulo), perhaps: true as const }
  const before = at.clerk.current?.tuid
  return {
    // Where nobody waits nothing happens, and nobody leaves the desk.
    ...desk(at, path, here ? { ...body, here } : body, [
      called,
      ...promises.map(p => ({ ...p, perhaps: true as const })),
    ]),
    heed(answer: DeskAnswer, asked) {
      seeDesk(at, answer)
      const { current } = at.clerk
      if (!current?.stands || current.tuid === before) return
      asked.called = { tuid: current.tuid, modulo: at.clerk.modulo }
      asked.about.push(current.tuid)
    },
  }
}

/** What happens to the one who stands there, who leaves the desk by it. */
const toStanding =
  (path: string, promised: string, keeps?: (office: SceneOffice) => string[]): Ask<ClerkAt> =>
  at => {
    const { current } = at.clerk
    if (!current?.stands) return null
    keeps?.(at.office).push(current.tuid)
    const body = path === '/take-back' ? { tuid: current.tuid } : {}
    return desk(at, path, body, [{ key: keys.turn(promised, current.tuid) }])
  }

/** What happens to one of those who were set aside, or to any number. */
const toAside =
  (verb: string, promised: string, from: (at: ClerkAt) => string[]): Ask<ClerkAt> =>
  at => {
    const tuid = at.chance.draw(from(at))
    if (tuid === undefined) return null
    const promises = [{ key: keys.turn(promised, tuid), perhaps: true as const }]
    return { ...desk(at, `/tickets/${tuid}/${verb}`, {}, promises), about: [tuid] }
  }

/** What clerks do. */
export const OF_CLERKS: Readonly<Record<string, Operation<ClerkAt>>> = {
  call: { weight: 40, ask: at => call(at, '/call', { line_ids: [] }) },
  'call-this': {
    weight: 4,
    ask(at) {
      const { tickets } = at.chance.pick(at.office.people)
      if (tickets.length === 0) return null
      const tuid = at.chance.pick(tickets)
      return call(at, `/tickets/${tuid}/call`, { reason: 'con niños' })
    },
  },
  'call-again': {
    weight: 4,
    ask: at => desk(at, '/call-again', {}, [{ key: keys.called(at.office.office_id, at.clerk.modulo) }]),
  },
  'take-back': { weight: 8, ask: toStanding('/take-back', 'call:taken_back') },
  attended: { weight: 5, ask: toStanding('/attended', 'ticket:attended') },
  absent: { weight: 6, ask: toStanding('/absent', 'ticket:skipped', office => office.missed) },
  park: { weight: 6, ask: toStanding('/park', 'ticket:parked', office => office.parked) },
  'put-back': { weight: 5, ask: toAside('put-back', 'ticket:returned', ({ office }) => office.parked) },
  'bring-back': { weight: 4, ask: toAside('bring-back', 'ticket:returned', ({ office }) => office.missed) },
  transfer: {
    weight: 6,
    ask(at) {
      if (!at.clerk.current?.stands) return null
      const to = at.chance.below(4)
        ? { line_id: at.chance.pick(at.office.lines), anyway: true }
        : { modulo_id: at.chance.pick(at.office.clerks).modulo_id }
      return desk(at, '/transfer', to, [{ key: keys.turn('ticket:transferred', at.clerk.current.tuid) }])
    },
  },
  paper: {
    weight: 8,
    ask(at) {
      const line_id = at.chance.pick(at.office.lines)
      const body = { line_id, request_id: at.chance.uuid() }
      return {
        ...desk(at, '/tickets', body, [{ key: keys.taken(null, line_id) }]),
        about: [],
        heed({ tuid }: { tuid: string }, asked) {
          at.office.papers.push(tuid)
          asked.given = { tuid, number: null, line_id }
          asked.about.push(tuid)
        },
      }
    },
  },
  remove: { weight: 2, ask: toAside('remove', 'removed', ({ office }) => office.papers) },
  freeze: {
    weight: 1,
    ask(at) {
      const line = at.chance.pick(at.office.lines)
      const promises = [{ key: keys.frozen(line), perhaps: true as const }]
      return desk(at, `/lines/${line}/frozen`, { frozen: true }, promises)
    },
  },
  thaw: {
    weight: 10,
    ask(at) {
      const line = at.chance.pick(at.office.lines)
      const promises = [{ key: keys.frozen(line), perhaps: true as const }]
      return desk(at, `/lines/${line}/frozen`, { frozen: false }, promises)
    },
  },
  close: {
    weight: 1,
    ask(at) {
      const line = at.chance.pick(at.office.lines)
      const promises = [{ key: keys.frozen(line), perhaps: true as const }]
      return desk(at, `/lines/${line}/closed`, { closed: true, waiting: 'send-home' }, promises)
    },
  },
  reopen: {
    weight: 10,
    ask(at) {
      const line = at.chance.pick(at.office.lines)
      const promises = [{ key: keys.frozen(line), perhaps: true as const }]
      return desk(at, `/lines/${line}/closed`, { closed: false }, promises)
    },
  },
}
