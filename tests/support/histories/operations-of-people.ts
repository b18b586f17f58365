import type { Reservation } from '#contract/rest/reservations.ts'
import { ANSWERS } from '../reservation-office.ts'
import type { BookedTime } from './history.ts'
import { keys } from './keys.ts'
import { type Ask, type Operation, type PersonAt, post } from './operation.ts'

interface TicketAnswer {
  tuid: string
  number: number | null
  line_id: number
}

type TimeAnswer = Pick<Reservation, 'id' | 'line' | 'from' | 'seq'>

const timeSaid = ({ id, line, from, seq }: TimeAnswer, { from: wished }: { from: string }): BookedTime => ({
  id,
  line_id: line.id,
  from,
  wished,
  seq,
})

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
      const block = chance.pick(office.blocks)
      const body = { line, block, request_id: chance.uuid(), meta: { answers: ANSWERS } }
      return {
        ...post('reservations', '', body, [{ key: keys.booked(person.user_id, line) }]),
        repeats: true,
        about: [person.user_id],
        heed(answer: TimeAnswer, asked) {
          person.reservations.push(answer.id)
          asked.booked = timeSaid(answer, block)
          asked.about.push(answer.id)
        },
      }
    },
  },
  move: {
    weight: 6,
    ask({ office, person, chance }) {
      if (person.reservations.length === 0) return null
      const id = chance.pick(person.reservations)
      // Of which line it is the person knows; here it may be any. Where it stands already nothing happens.
      const promises = office.lines.map(line => ({
        key: keys.booked(person.user_id, line),
        perhaps: true as const,
      }))
      const block = chance.pick(office.blocks)
      return {
        ...post('reservations', `/${id}`, { block }, promises),
        method: 'PATCH',
        about: [id],
        heed(answer: TimeAnswer, asked) {
          asked.booked = timeSaid(answer, block)
        },
      }
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
