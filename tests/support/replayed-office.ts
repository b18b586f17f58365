import { expect } from 'vitest'
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

interface Replayed {
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
    expect(fact.seq).toBe(before + 1)
    before = fact.seq
    const line = waiting.get(fact.line_id ?? 0) ?? []
    const tuid = fact.ticket_id ?? ''
    const leave = () => {
      const at = line.indexOf(tuid)
      expect(at, `${fact.name} ${fact.seq}: the ticket waits`).toBeGreaterThanOrEqual(0)
      line.splice(at, 1)
    }
    switch (fact.name) {
      case 'ticket:created':
        expect(states.has(tuid)).toBe(false)
        line.splice(moveOf.get(fact.seq)?.ahead ?? line.length, 0, tuid)
        states.set(tuid, 'waiting')
        expect(fact.detail.waiting).toBe(line.length)
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
            if (isFor) expect(fact.detail.modulo, `call ${fact.seq}: to where it was sent`).toBe(isFor)
            else
              expect(
                line.find(one => !sentTo.has(one)),
                `call ${fact.seq}: the first of its line`,
              ).toBe(tuid)
          }
          leave()
          sentTo.delete(tuid)
        }
        states.set(tuid, 'called')
        expect(fact.detail.waiting).toBe(line.length)
        break
      case 'call:taken_back': {
        expect(states.get(tuid)).toBe('called')
        const { state, isFor, call } = stood.get(tuid) ?? {}
        expect(fact.detail.ahead === null, `${fact.seq}: stands as it stood`).toBe(state !== 'waiting')
        if (state === 'waiting') line.splice(fact.detail.ahead ?? 0, 0, tuid)
        if (isFor) sentTo.set(tuid, isFor)
        if (call) calls.set(tuid, call)
        else calls.delete(tuid)
        states.set(tuid, state ?? 'taken-back')
        expect(fact.detail.waiting).toBe(line.length)
        break
      }
      case 'ticket:returned':
        expect(states.get(tuid)).toBe(fact.detail.from)
        line.splice(fact.detail.ahead, 0, tuid)
        states.set(tuid, 'waiting')
        expect(fact.detail.waiting).toBe(line.length)
        break
      case 'ticket:transferred':
        expect(states.get(tuid)).toBe('called')
        line.splice(fact.detail.ahead, 0, tuid)
        states.set(tuid, 'waiting')
        if (fact.detail.modulo !== null) sentTo.set(tuid, fact.detail.modulo)
        expect(fact.detail.waiting).toBe(line.length)
        break
      case 'ticket:parked':
        expect(states.get(tuid)).toBe('called')
        states.set(tuid, 'parked')
        break
      case 'ticket:left':
        // Who stands aside left the line when they were called.
        if (states.get(tuid) === 'waiting') leave()
        else if (states.get(tuid) !== 'parked') expect(fact.detail.why).toBe('removed')
        states.set(tuid, fact.detail.why)
        expect(fact.detail.waiting).toBe(line.length)
        break
      case 'ticket:passed': {
        const at = line.indexOf(tuid)
        leave()
        expect(fact.detail.places).toBeGreaterThan(0)
        expect(at + fact.detail.places).toBeLessThanOrEqual(line.length)
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
        expect(told.has(occasion)).toBe(false)
        told.add(occasion)
        const ahead = line.indexOf(tuid)
        expect(ahead).toBeGreaterThanOrEqual(0)
        expect(ahead).toBeLessThanOrEqual(fact.detail.ahead)
        break
      }
      case 'ticket:followed':
        expect(['waiting', 'called', 'parked']).toContain(states.get(tuid))
        break
      case 'ticket:attended':
      case 'ticket:skipped':
        expect(states.get(tuid)).toBe('called')
        states.set(tuid, fact.name.slice('ticket:'.length))
        break
    }
    waiting.set(fact.line_id ?? 0, line)
  }
  return { waiting, states, calls }
}
