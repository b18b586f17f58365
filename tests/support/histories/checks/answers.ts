import type { Asked, BookedTime, History } from '../history.ts'
import { keyOf } from '../keys.ts'
import type { OfficeRecords } from '../records.ts'
import { blockAfter, blockOf } from './block-after.ts'
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

/** By reservation, the blocks at which it stood by the log, each since a fact. */
function blocksByLog(records: readonly OfficeRecords[]): Map<string, { block: string; since: number }[]> {
  const stood = new Map<string, { block: string; since: number }[]>()
  for (const fact of records.flatMap(({ facts }) => facts)) {
    if (fact.name !== 'reserve:updated' || !fact.reservation_id) continue
    const blocks = stood.get(fact.reservation_id) ?? []
    stood.set(fact.reservation_id, blocks)
    const block = blockAfter(fact, blocks.at(-1)?.block)
    if (block !== undefined) blocks.push({ block, since: fact.seq })
  }
  return stood
}

/**
 * What is wrong with a time as it was said: by the newest fact that the answer knew of it stands there, and
 * it stood where it was asked for.
 */
function wrongTime(
  { id, line_id, from, wished, seq }: BookedTime,
  stood: readonly { block: string; since: number }[],
): string | null {
  const byThen = stood.filter(({ since }) => since <= seq).map(({ block }) => block)
  const [said, asked] = [blockOf(line_id, from), blockOf(line_id, wished)]
  const stands = byThen.at(-1) ?? 'nowhere'
  if (stands !== said) return `the reservation ${id} stands at ${stands} by fact ${seq}, and ${said} was said`
  return byThen.includes(asked) ? null : `the reservation ${id} never stood at ${asked}, as it was asked for`
}

/**
 * The number in somebody's hand is as it was said, what they booked or moved is there and where it was said,
 * who is said to be called was, and a session that is over gets nothing.
 */
export function answersTrue({ asked }: History, records: readonly OfficeRecords[]): Violation[] {
  const tickets = new Map(records.flatMap(each => each.tickets).map(ticket => [ticket.id, ticket]))
  const reservations = new Set(records.flatMap(each => each.reservations).map(({ id }) => id))
  const stood = blocksByLog(records)
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
    if (each.booked) {
      const { id } = each.booked
      if (!reservations.has(id)) return wrong(`the reservation ${id} is nowhere`)
      const what = wrongTime(each.booked, stood.get(id) ?? [])
      if (what !== null) return wrong(what)
    }
    if (each.called && !called.has(`${each.called.tuid} at ${each.called.modulo}`))
      return wrong(`${each.called.tuid} was never called to ${each.called.modulo}`)
    return []
  })
}
