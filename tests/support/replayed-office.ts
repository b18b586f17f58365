import assert from 'node:assert/strict'
import type { Fact } from '#server/facts/fact.ts'

/** Where a number came to stand that does not stand by its arrival, as it is kept beside its fact. */
export interface LineMove {
  seq: number
  ticket_id: string
  ahead: number
}

/** A clerk's act beside a call: whoever's turn it was, this one was called. */
export interface OutOfTurn {
  ticket_id: string | null
  at: Date
}

export interface Replayed {
  /** Ticket ids that wait, in the order of their calls, by line. */
  waiting: Map<number, string[]>
  /** The state that the log gives each ticket. */
  states: Map<string, string>
  /** The call of each ticket that was called and has not come back from it. */
  calls: Map<string, { at: Date; modulo: string }>
}

/**
 * Lives an office's log again, from its first fact, as a client that believes nothing else, and holds each
 * fact against the ones before it: the sequence has no gap, every count is right, nobody is called who does
 * not wait, every threshold is told once and in its moment.
 */
export function replay(
  facts: readonly Fact[],
  moves: readonly LineMove[] = [],
  outOfTurn: readonly OutOfTurn[] = [],
): Replayed {
  const moveOf = new Map(moves.map(move => [move.seq, move]))
  const isOutOfTurn = ({ ticket_id, at }: Fact) =>
    outOfTurn.some(act => act.ticket_id === ticket_id && act.at.getTime() === at.getTime())
  const waiting = new Map<number, string[]>()
  const states = new Map<string, string>()
  const told = new Set<string>()
  /** The modulo to which a ticket was transferred, by ticket. */
  const sentTo = new Map<string, string>()
  const calls: Replayed['calls'] = new Map()
  /** What each ticket was when it was called: its state, the modulo for which it waited, its call before. */
  const stood = new Map<
    string,
    { state: string | undefined; isFor: string | undefined; call: { at: Date; modulo: string } | undefined }
  >()
  let before = 0
  for (const fact of facts) {
    assert.equal(fact.seq, before + 1)
    before = fact.seq
    const line = waiting.get(fact.line_id ?? 0) ?? []
    const tuid = fact.ticket_id ?? ''
    const say = (what: string) => `${fact.name} ${fact.seq}: ${what}`
    const leave = () => {
      const at = line.indexOf(tuid)
      assert.ok(at >= 0, say('the ticket waits'))
      line.splice(at, 1)
    }
    switch (fact.name) {
      case 'ticket:created':
        assert.ok(!states.has(tuid), say('is created once'))
        line.splice(moveOf.get(fact.seq)?.ahead ?? line.length, 0, tuid)
        states.set(tuid, 'waiting')
        assert.equal(fact.detail.waiting, line.length, say('says how many wait'))
        break
      case 'call:created':
        // Whoever was missed is called again, or anew.
        if (states.get(tuid) !== 'called' && (states.get(tuid) !== 'skipped' || isOutOfTurn(fact))) {
          stood.set(tuid, { state: states.get(tuid), isFor: sentTo.get(tuid), call: calls.get(tuid) })
          calls.set(tuid, { at: fact.at, modulo: fact.detail.modulo })
        }
        // A reservation waits in no line, unless it came back.
        if (states.get(tuid) === 'waiting') {
          const isFor = sentTo.get(tuid)
          if (!isOutOfTurn(fact)) {
            if (isFor) assert.equal(fact.detail.modulo, isFor, say('to where it was sent'))
            else
              assert.equal(
                tuid,
                line.find(one => !sentTo.has(one)),
                say('the first of its line'),
              )
          }
          leave()
          sentTo.delete(tuid)
        }
        states.set(tuid, 'called')
        assert.equal(fact.detail.waiting, line.length, say('says how many wait'))
        break
      case 'call:taken_back': {
        assert.equal(states.get(tuid), 'called', say('of one who was called'))
        const { state, isFor, call } = stood.get(tuid) ?? {}
        assert.equal(fact.detail.ahead === null, state !== 'waiting', say('stands as it stood'))
        if (state === 'waiting') line.splice(fact.detail.ahead ?? 0, 0, tuid)
        if (isFor) sentTo.set(tuid, isFor)
        if (call) calls.set(tuid, call)
        else calls.delete(tuid)
        states.set(tuid, state ?? 'taken-back')
        assert.equal(fact.detail.waiting, line.length, say('says how many wait'))
        break
      }
      case 'ticket:returned':
        assert.equal(states.get(tuid), fact.detail.from, say('from where it was'))
        line.splice(fact.detail.ahead, 0, tuid)
        states.set(tuid, 'waiting')
        assert.equal(fact.detail.waiting, line.length, say('says how many wait'))
        break
      case 'ticket:transferred':
        assert.equal(states.get(tuid), 'called', say('of one who was called'))
        line.splice(fact.detail.ahead, 0, tuid)
        states.set(tuid, 'waiting')
        if (fact.detail.modulo !== null) sentTo.set(tuid, fact.detail.modulo)
        assert.equal(fact.detail.waiting, line.length, say('says how many wait'))
        break
      case 'ticket:parked':
        assert.equal(states.get(tuid), 'called', say('of one who was called'))
        states.set(tuid, 'parked')
        break
      case 'ticket:left':
        // Who stands aside left the line when they were called.
        if (states.get(tuid) === 'waiting') leave()
        else if (states.get(tuid) !== 'parked')
          assert.equal(fact.detail.why, 'removed', say('leaves without having waited'))
        states.set(tuid, fact.detail.why)
        assert.equal(fact.detail.waiting, line.length, say('says how many wait'))
        break
      case 'ticket:passed': {
        const at = line.indexOf(tuid)
        leave()
        assert.ok(fact.detail.places > 0, say('lets somebody pass'))
        assert.ok(at + fact.detail.places <= line.length, say('lets those pass who are there'))
        line.splice(at + fact.detail.places, 0, tuid)
        break
      }
      case 'line:reordered': {
        const move = moveOf.get(fact.seq)
        if (!move) break
        line.splice(line.indexOf(move.ticket_id), 1)
        line.splice(move.ahead, 0, move.ticket_id)
        break
      }
      case 'ticket:almost_there': {
        const occasion = `${tuid} ${fact.detail.ahead}`
        assert.ok(!told.has(occasion), say('is told once'))
        told.add(occasion)
        const ahead = line.indexOf(tuid)
        assert.ok(ahead >= 0, say('of one who waits'))
        assert.ok(ahead <= fact.detail.ahead, say('in its moment'))
        break
      }
      case 'ticket:followed':
        assert.ok(['waiting', 'called', 'parked'].includes(states.get(tuid) ?? ''), say('of one that stands'))
        break
      case 'ticket:attended':
      case 'ticket:skipped':
        assert.equal(states.get(tuid), 'called', say('of one who was called'))
        states.set(tuid, fact.name.slice('ticket:'.length))
        break
    }
    waiting.set(fact.line_id ?? 0, line)
  }
  return { waiting, states, calls }
}
