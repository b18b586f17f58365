import type { OfficeRecords } from '../records.ts'
import { blockAfter, blockOf } from './block-after.ts'
import type { Violation } from './violation.ts'

/** No slot is held twice nor beyond a block's own, and whoever is cancelled holds none. */
export function slotsOnce({ reservations, slots }: OfficeRecords): Violation[] {
  const violations: Violation[] = []
  const held = Map.groupBy(
    reservations.filter(({ holds }) => holds),
    ({ line_id, block_from }) => blockOf(line_id, block_from),
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
  return violations
}

/**
 * Lived again from the log alone, each fact of a reservation says of its blocks what is free of them then,
 * and in the end each reservation holds the block in the tables that it holds by the log, or none.
 */
export function slotsReplayed({ facts, reservations, slots }: OfficeRecords): Violation[] {
  const violations: Violation[] = []
  /** By reservation, the block that it holds. */
  const holds = new Map<string, string>()
  const holdersOf = (block: string) => [...holds].filter(([, held]) => held === block).map(([id]) => id)
  for (const fact of facts) {
    if (fact.name !== 'reserve:updated' || !fact.reservation_id) continue
    const id = fact.reservation_id
    const told = fact.detail.blocks.map(({ from, availables }) => ({
      block: blockOf(fact.line_id, from),
      availables,
    }))
    const after = blockAfter(fact, holds.get(id))
    if (fact.detail.state === 'cancelled' || after === undefined) holds.delete(id)
    else holds.set(id, after)
    for (const { block, availables } of told) {
      const holders = holdersOf(block)
      const free = slots - holders.length
      if (availables === free) continue
      violations.push({
        what: `${block}: fact ${fact.seq} says that ${availables} are free, ${free} are`,
        about: [...new Set([id, ...holders])],
      })
    }
  }
  for (const { id, line_id, block_from, holds: isHeld } of reservations) {
    const held = isHeld ? blockOf(line_id, block_from) : undefined
    const byLog = holds.get(id)
    if (held !== byLog)
      violations.push({
        what: `${id} holds ${held ?? 'nothing'}, and by the log ${byLog ?? 'nothing'}`,
        about: [id],
      })
  }
  return violations
}
