import type { Tally } from '#contract/rest/figures.ts'
import { countMinutes } from './minutes.ts'
import type { Counts } from './read-turns.ts'

/** Adds up what became of turns: those of an hour, of a line, of a day, or of all. */
export function createTally() {
  const sums = {
    taken: 0,
    booked: 0,
    attended: 0,
    missed: 0,
    left: 0,
    expired: 0,
    transferred: 0,
    open: 0,
    told: 0,
    within: 0,
    earlier: 0,
    told_from: 0,
    told_to: 0,
    attention_seconds: 0,
  }
  const names = Object.keys(sums) as (keyof typeof sums)[]
  const waits = countMinutes()
  const attentions = countMinutes()
  return {
    add(counts: Counts): void {
      for (const name of names) sums[name] += counts[name]
      waits.add(counts.waits)
      attentions.add(counts.attentions)
    },
    tally(): Tally {
      const { told, within, earlier, told_from, told_to, attention_seconds: _, ...counts } = sums
      const mean = (sum: number) => (told === 0 ? null : Math.round((10 * sum) / told) / 10)
      const later = told - within - earlier
      return {
        ...counts,
        wait: waits.spread(),
        attention: attentions.spread(),
        told: { of: told, within, earlier, later, from: mean(told_from), to: mean(told_to) },
      }
    },
  }
}

/** One tally for each key, made when it is first added to. */
export function createTallies<Key>() {
  const tallies = new Map<Key, ReturnType<typeof createTally>>()
  return {
    add(key: Key, counts: Counts): void {
      const known = tallies.get(key)
      const tally = known ?? createTally()
      if (!known) tallies.set(key, tally)
      tally.add(counts)
    },
    of: (key: Key): Tally | undefined => tallies.get(key)?.tally(),
    /** By their keys, in the order of those. */
    all: (): [Key, Tally][] =>
      [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, { tally }]) => [key, tally()]),
  }
}
