import assert from 'node:assert/strict'
import { replay } from '../../replayed-office.ts'
import type { OfficeRecords } from '../records.ts'
import type { Violation } from './violation.ts'

/** In these a number says when and where it was called. */
const CALLED: ReadonlySet<string> = new Set(['called', 'attended', 'skipped'])

/**
 * The day, lived again from the log alone, leaves what stands in the tables: who waits in which order, what
 * became of everybody, who was called how often, when and where, and how each reservation stands.
 * @throws AssertionError that says what differs
 */
export function assertReplayed({ facts, moves, outOfTurn, tickets, reservations }: OfficeRecords): void {
  const { waiting, states, calls: last } = replay(facts, moves, outOfTurn)
  assert.deepEqual(new Map(tickets.map(({ id, state }) => [id, state])), states, 'what became of everybody')
  for (const line of new Set([...waiting.keys(), ...tickets.map(({ line_id }) => line_id)])) {
    const order = tickets.filter(({ line_id, state }) => line_id === line && state === 'waiting')
    assert.deepEqual(
      order.map(({ id }) => id),
      waiting.get(line) ?? [],
      `the order of line ${line}`,
    )
    // Or nobody could be put between them.
    assert.equal(new Set(order.map(({ place }) => place)).size, order.length, `the places of line ${line}`)
  }
  const calls = Map.groupBy(
    facts.filter(fact => fact.name === 'call:created'),
    ({ ticket_id }) => ticket_id,
  )
  for (const { id, state, calls: times, called_at, modulo } of tickets) {
    assert.deepEqual(
      (calls.get(id) ?? []).map(({ detail }) => detail.calls),
      Array.from({ length: times }, (_, nth) => nth + 1),
      `the calls of ${id}`,
    )
    if (CALLED.has(state)) assert.deepEqual(last.get(id), { at: called_at, modulo }, `the call of ${id}`)
  }
  const said = new Map<string, string>()
  for (const fact of facts)
    if (fact.name === 'reserve:updated' && fact.reservation_id)
      said.set(fact.reservation_id, fact.detail.state)
  for (const { id, state } of reservations)
    assert.equal(said.get(id) ?? 'confirmed', state, `the reservation ${id}`)
}

export function replayedDay(records: OfficeRecords): Violation[] {
  try {
    assertReplayed(records)
    return []
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error
    const seq = Number(/ (\d+): /.exec(error.message)?.[1])
    const fact = records.facts.find(each => each.seq === seq)
    // Both, where one stands in the place of another.
    const ids = error.message.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    const about = [...new Set([fact?.ticket_id, ...ids])].filter(id => id !== null && id !== undefined)
    return [{ what: `office ${records.office_id}, the day lived again: ${error.message}`, about }]
  }
}
