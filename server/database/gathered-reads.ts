import type { Timers } from '#server/platform/timers.ts'
import { inLane, type Lane, laneOf } from './lanes.ts'

/** In one statement at most: a number that is taken meanwhile waits for it on the embedded database. */
const KEYS_MAX = 60
/**
 * Those who only look are asked for together, this often at most: a crowd comes one by one, and each read has
 * its price.
 */
const READERS_EVERY_MS = 10
/** A read on a connection that fell silent holds up those behind it no longer than this. */
const PATIENCE_MS = 1_000

interface Batch<Key, Value> {
  keys: Set<Key>
  found: Promise<ReadonlyMap<Key, Value>>
}

/**
 * Makes one statement of what many ask at once: while a read is under way, whoever asks waits for the next
 * one, which asks for all of them. It begins after they asked, so nobody hears what was true only before. A
 * crowd of any size takes one connection, and whoever asks alone is asked for at once. Who acts never waits
 * for what is read for those who look.
 * @param read finds what there is; a key that it leaves out has no value
 */
export function gatherReads<Key, Value>(
  timers: Timers,
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const rows: Record<Lane, { next: Batch<Key, Value> | null; before: Promise<void> }> = {
    actors: { next: null, before: Promise.resolve() },
    readers: { next: null, before: Promise.resolve() },
  }

  function gather(lane: Lane): Batch<Key, Value> {
    const row = rows[lane]
    const keys = new Set<Key>()
    const found = row.before.then(() => {
      if (row.next === batch) row.next = null
      return inLane(lane, () => read([...keys]))
    })
    const batch = { keys, found }
    row.before = row.before
      .then(() => Promise.all([over(found, timers), lane === 'readers' && rest(timers)]))
      .then(done)
    return batch
  }

  return async key => {
    const lane = laneOf()
    const row = rows[lane]
    if (!row.next || row.next.keys.size >= KEYS_MAX) row.next = gather(lane)
    row.next.keys.add(key)
    return (await row.next.found).get(key)
  }
}

const rest = (timers: Timers) => new Promise<void>(resolve => void timers.after(READERS_EVERY_MS, resolve))

/** When `work` is over, however it went, or has taken too long. */
async function over(work: Promise<unknown>, timers: Timers): Promise<void> {
  let takeBack = () => {}
  const late = new Promise<void>(resolve => {
    takeBack = timers.after(PATIENCE_MS, resolve)
  })
  await Promise.race([work.then(done, done), late])
  takeBack()
}

const done = () => undefined
