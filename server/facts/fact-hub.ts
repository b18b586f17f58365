import type { Fact, TellFacts } from './fact.ts'

export type FactListener = (facts: readonly Fact[]) => void

export interface FactHub {
  tell: TellFacts
  /** @returns ends the subscription */
  subscribe(listener: FactListener): () => void
}

/**
 * Hands this process's committed facts to whoever listens in it. Two verbs that commit one after the other
 * may tell the other way round: a listener that minds the order goes by `seq`.
 * @param onFault hears of a listener that threw. The facts are committed: neither the verb that tells them
 * nor another listener may suffer for it.
 */
export function createFactHub(onFault: (error: unknown) => void): FactHub {
  const listeners = new Set<FactListener>()
  return {
    tell(facts) {
      if (facts.length === 0) return
      for (const listener of listeners) {
        try {
          listener(facts)
        } catch (error) {
          onFault(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
