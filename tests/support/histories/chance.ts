import { RepeatableRandom } from '../../../bench/wait-error/repeatable-random.ts'
import type { Chance } from './operation.ts'

/** Chance that begins the same with the same seed, for whoever asks something. */
export function chanceOf(seed: number): Chance {
  const random = new RepeatableRandom(seed)
  const below = (count: number) => Math.floor(random.fraction() * count)
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('')
  return {
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('there is nothing to pick')
      return item
    },
    draw(items) {
      return items.splice(below(items.length), 1)[0]
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}

/** One of these by name, each as often as it weighs. */
export function drawWeighted(chance: Chance, of: Readonly<Record<string, { weight: number }>>): string {
  const entries = Object.entries(of)
  let left = chance.below(entries.reduce((sum, [, { weight }]) => sum + weight, 0))
  for (const [name, { weight }] of entries) {
    if (left < weight) return name
    left -= weight
  }
  throw new Error('nothing weighs anything')
}
