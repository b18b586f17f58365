import type { OfficeRecords } from '../records.ts'
import type { Violation } from './violation.ts'

/** Each line gives 1, 2, 3 … of a day, each once, and none is missing. */
export function numbersOnce({ tickets }: OfficeRecords): Violation[] {
  const given = Map.groupBy(
    tickets.filter(({ number }) => number !== null),
    ({ given_in, day }) => `line ${given_in}, ${day}`,
  )
  return [...given].flatMap(([line, ofLine]) => {
    const byNumber = Map.groupBy(ofLine, ({ number }) => number ?? 0)
    const twice = [...byNumber]
      .filter(([, holders]) => holders.length > 1)
      .map(([number, holders]) => ({
        what: `${line}: ${holders.length} people hold number ${number}`,
        about: holders.map(({ id }) => id),
      }))
    const last = Math.max(...byNumber.keys())
    const missing = Array.from({ length: last }, (_, nth) => nth + 1).filter(nth => !byNumber.has(nth))
    const lost = missing.map(number => ({
      what: `${line}: number ${number} of ${last} is nobody's`,
      about: [],
    }))
    return [...twice, ...lost]
  })
}

/**
 * No slot is held twice nor beyond a block's own, whoever is cancelled holds none, and what was told last of
 * a block is what is free of it.
 */
export function slotsOnce({ facts, reservations, slots }: OfficeRecords): Violation[] {
  const violations: Violation[] = []
  const held = Map.groupBy(
    reservations.filter(({ holds }) => holds),
    ({ line_id, block_from }) => `line ${line_id}, ${block_from.toISOString()}`,
  )
  for (const [block, holders] of held) {
    const about = holders.map(({ id }) => id)
    const used = holders.map(({ slot }) => slot)
    if (new Set(used).size < used.length)
      violations.push({ what: `${block}: slots ${used.join(', ')} are held`, about })
    if (holders.length > slots)
      violations.push({ what: `${block}: ${holders.length} hold ${slots} slots`, about })
  }
  for (const { id, state, holds } of reservations)
    if (state === 'cancelled' && holds)
      violations.push({ what: `${id} is cancelled and holds its slot`, about: [id] })
  const told = new Map<string, { availables: number; seq: number; id: string }>()
  for (const fact of facts) {
    if (fact.name !== 'reserve:updated') continue
    for (const { from, availables } of fact.detail.blocks) {
      const block = `line ${fact.line_id}, ${new Date(from).toISOString()}`
      told.set(block, { availables, seq: fact.seq, id: fact.reservation_id ?? '' })
    }
  }
  for (const [block, { availables, seq, id }] of told) {
    const holders = held.get(block) ?? []
    const free = slots - holders.length
    if (availables !== free)
      violations.push({
        what: `${block}: fact ${seq} says last that ${availables} are free, ${free} are`,
        about: [...new Set([id, ...holders.map(holder => holder.id)])],
      })
  }
  return violations
}
