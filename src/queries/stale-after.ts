import { randomLife } from '#src/domain/random-life.ts'
import type { Random } from '#src/platform/random.ts'

interface Answered {
  state: { dataUpdatedAt: number; data: { inserted_at: number } | undefined }
}

/**
 * A stale time drawn anew for each answer: asked again and again about the same answer, it stays the same.
 * What the answer had aged in the service worker's cache counts.
 * @see rules OFF-02 and OFF-03
 */
export function staleAfter(limits: { min: number; max: number }, random: Pick<Random, 'fraction'>) {
  const lives = new WeakMap<object, { answered: number; life: number }>()
  return (query: Answered): number => {
    const { dataUpdatedAt: answered, data } = query.state
    const drawn = lives.get(query)
    const life = drawn?.answered === answered ? drawn.life : randomLife(limits, random.fraction())
    lives.set(query, { answered, life })
    // A phone whose clock is behind would make it younger than it is.
    const age = data ? Math.max(0, answered - data.inserted_at) : 0
    return Math.max(0, life - age)
  }
}
