import { goTogether, type Together } from './go-together.ts'

/**
 * Lets the changes of one office through one at a time, in the order in which they came, in this process. The
 * database would make them wait just the same (other processes' changes do wait there), but each with a
 * connection in its hand: one busy office could take them all.
 */
export interface OfficeGate {
  /** @param work must not pass the gate of the same office again: it would wait for itself */
  pass: Pass
  /** Passes with all who ask for the same kind of round meanwhile, and in front of what came in between. */
  together: Together
}

export type Pass = <T>(officeId: number, work: () => Promise<T>) => Promise<T>

export function createOfficeGate(): OfficeGate {
  const pass = oneAtATime()
  return { pass, together: goTogether(pass) }
}

/** Lets everybody through at once, each alone: for who has passed the office's own gate already. */
export const openGate: OfficeGate = {
  pass: (_officeId, work) => work(),
  async together(_officeId, round, asked) {
    const [answer] = await round.go([asked])
    if (!answer) throw new Error('a round without an answer')
    return await answer
  },
}

function oneAtATime(): Pass {
  /** By office, when the last one in the row is through, however that went. */
  const through = new Map<number, Promise<void>>()
  return async (officeId, work) => {
    const mine = (through.get(officeId) ?? Promise.resolve()).then(work)
    const done = mine.then(
      () => undefined,
      () => undefined,
    )
    through.set(officeId, done)
    try {
      return await mine
    } finally {
      if (through.get(officeId) === done) through.delete(officeId)
    }
  }
}
