import { asPart, type Span, spanHere } from '#server/platform/tracing.ts'
import type { Pass } from './office-gate.ts'

/** What those who wait together have done for them. */
export interface Round<Asked, Answer> {
  /** Rounds of one kind are the same work. */
  kind: string
  /** So many of an office go together at most; and so many in all, where each office has fewer. */
  most: number
  /**
   * @returns once the next round may begin, an answer for each, in their order: one that comes later keeps
   * its own office's gate shut, and no other's
   */
  go(asked: readonly Asked[]): Promise<readonly Promise<Answer>[]>
}

/** Who waits for nobody goes alone and at once. */
export type Together = <Asked, Answer>(
  officeId: number,
  round: Round<Asked, Answer>,
  asked: Asked,
) => Promise<Answer>

interface Passenger {
  asked: unknown
  /** What goes on where it was asked for. */
  span: Span | undefined
  answer: (answer: Promise<unknown>) => void
}

/** A kind that one office has for itself. */
const OF_OFFICE = / of \d+$/

/** Those of one office. */
interface Party {
  key: string
  passengers: readonly Passenger[]
  /** Lets the next one pass the office's gate. */
  through: () => void
}

/**
 * The turnstile: all who want the same kind of change and wait at the gate of their office go through
 * together, those of other offices too. One round of a kind is under way at a time; whoever comes meanwhile
 * goes in the next one.
 */
export function goTogether(pass: Pass): Together {
  /** Those who may still be joined, by office and kind of round. */
  const open = new Map<string, Passenger[]>()
  /** Those whose office's gate is open, by kind of round. */
  const ready = new Map<string, Party[]>()

  async function run({ kind, most, go }: Round<unknown, unknown>, parties: Party[]): Promise<void> {
    while (parties.length > 0) {
      // All who come in this same moment go along, such as those who were answered by the round before. No
      // longer: in a crowd each turn of the event loop is expensive.
      await new Promise<void>(resolve => process.nextTick(resolve))
      await depart(fill(parties, most), kind, go)
    }
    ready.delete(kind)
  }

  function fill(parties: Party[], most: number): Party[] {
    const round = parties.splice(0, 1)
    let size = round[0]?.passengers.length ?? 0
    for (;;) {
      size += parties[0]?.passengers.length ?? most
      if (size > most) return round
      round.push(...parties.splice(0, 1))
    }
  }

  async function depart(
    parties: readonly Party[],
    kind: string,
    go: Round<unknown, unknown>['go'],
  ): Promise<void> {
    for (const { key, passengers } of parties) if (open.get(key) === passengers) open.delete(key)
    const all = parties.flatMap(({ passengers }) => passengers)
    const asked = all.map(one => one.asked)
    const answers = await asPart(
      'round',
      { 'numerito.round': kind.replace(OF_OFFICE, ''), 'numerito.round.size': all.length },
      () => go(asked),
      all.map(one => one.span),
    ).catch(error => asked.map(() => Promise.reject(error)))
    let first = 0
    for (const { passengers, through } of parties) {
      const theirs = answers.slice(first, first + passengers.length)
      first += passengers.length
      passengers.forEach(({ answer }, index) => answer(theirs[index]!))
      void Promise.allSettled(theirs).then(through)
    }
  }

  return <Asked, Answer>(officeId: number, round: Round<Asked, Answer>, asked: Asked) =>
    new Promise<Answer>(resolve => {
      const passenger = { asked, span: spanHere(), answer: resolve as Passenger['answer'] }
      const key = `${officeId} ${round.kind}`
      const joined = open.get(key)
      if (joined && joined.length < round.most) return void joined.push(passenger)
      const passengers = [passenger]
      open.set(key, passengers)
      const enter = (through: () => void) => {
        const parties = ready.get(round.kind)
        if (parties) return void parties.push({ key, passengers, through })
        const first = [{ key, passengers, through }]
        ready.set(round.kind, first)
        void run(round, first)
      }
      void pass(officeId, () => new Promise<void>(enter))
    })
}
