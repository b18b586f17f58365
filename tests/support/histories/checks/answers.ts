import type { Asked, History } from '../history.ts'
import { keyOf } from '../keys.ts'
import type { OfficeRecords } from '../records.ts'
import type { Violation } from './violation.ts'

/**
 * What was answered happened, what was refused did not, and nothing happened that nobody asked for: as often
 * as its key is promised by what was done a fact is in the log, and at most as often again as no answer came.
 */
export function promisesKept({ asked }: History, records: readonly OfficeRecords[]): Violation[] {
  const promised = new Map<string, { least: number; most: number; by: Asked[] }>()
  for (const each of asked) {
    for (const { key, perhaps } of each.promises) {
      const sum = promised.get(key) ?? { least: 0, most: 0, by: [] }
      if (each.outcome === 'done' && !perhaps) sum.least += 1
      if (each.outcome !== 'refused') sum.most += 1
      promised.set(key, { ...sum, by: [...sum.by, each] })
    }
  }
  const happened = new Map<string, number>()
  for (const fact of records.flatMap(({ facts }) => facts)) {
    const key = keyOf(fact)
    if (key !== null) happened.set(key, (happened.get(key) ?? 0) + 1)
  }
  return [...new Set([...promised.keys(), ...happened.keys()])].flatMap(key => {
    const { least = 0, most = 0, by = [] } = promised.get(key) ?? {}
    const times = happened.get(key) ?? 0
    if (times >= least && times <= most) return []
    const about = [key.split(' ').at(-1) ?? '', ...by.flatMap(each => each.about)]
    const due = least === most ? `${least}` : `${least} to ${most}`
    return [{ what: `${key}: ${due} times by what was answered, ${times} times in the log`, about }]
  })
}

/**
 * The number in somebody's hand is as it was said, what they booked is there, who is said to be called was,
 * and a session that is over gets nothing.
 */
export function answersTrue({ asked }: History, records: readonly OfficeRecords[]): Violation[] {
  const tickets = new Map(records.flatMap(each => each.tickets).map(ticket => [ticket.id, ticket]))
  const reservations = new Map(records.flatMap(each => each.reservations).map(each => [each.id, each]))
  const called = new Set(
    records.flatMap(({ facts }) =>
      facts.flatMap(fact =>
        fact.name === 'call:created' ? [`${fact.ticket_id} at ${fact.detail.modulo}`] : [],
      ),
    ),
  )
  return asked.flatMap(each => {
    const wrong = (what: string): Violation[] => [
      { what: `${each.operation} (${each.nth}): ${what}`, about: each.about },
    ]
    if (each.outcome === 'done' && each.operation === 'take after log-out')
      return wrong('somebody got a number by a session that was over')
    if (each.given) {
      const { tuid, number, line_id } = each.given
      const ticket = tickets.get(tuid)
      if (!ticket) return wrong(`the number ${number ?? ''} that was given is nowhere`)
      if (ticket.given_in !== line_id) return wrong(`it was given in line ${ticket.given_in}, not ${line_id}`)
      if (number !== null && ticket.number !== number)
        return wrong(`the number is ${ticket.number}, and ${number} was said`)
    }
    if (each.booked !== undefined && !reservations.has(each.booked))
      return wrong(`the reservation ${each.booked} is nowhere`)
    if (each.called && !called.has(`${each.called.tuid} at ${each.called.modulo}`))
      return wrong(`${each.called.tuid} was never called to ${each.called.modulo}`)
    return []
  })
}
