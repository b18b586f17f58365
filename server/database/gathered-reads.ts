import type { Timers } from '#server/platform/timers.ts'
import { inLane } from './lanes.ts'

/** In one statement at most: a number that is taken meanwhile waits for it on the embedded database. */
const KEYS_MAX = 200
/** A read on a connection that fell silent holds up those behind it no longer than this. */
const PATIENCE_MS = 1_000

interface Batch<Key, Value> {
  keys: Set<Key>
  found: Promise<ReadonlyMap<Key, Value>>
}

/**
 * Makes one statement of what many ask at once: while a read is under way, whoever asks waits for the next one, which
 * asks for all of them. It begins after they asked, so nobody hears what was true only before. A crowd of any size takes
 * one connection, and whoever asks alone is asked for at once.
 * @param read finds what there is; a key that it leaves out has no value
 */
export function gatherReads<Key, Value>(
  timers: Timers,
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let next: Batch<Key, Value> | null = null
  let before: Promise<void> = Promise.resolve()

  function gather(): Batch<Key, Value> {
    const keys = new Set<Key>()
    const found = before.then(() => {
      if (next === batch) next = null
      return inLane('actors', () => read([...keys]))
    })
    const batch = { keys, found }
    before = before.then(() => over(found, timers))
    return batch
  }

  return async key => {
    if (!next || next.keys.size >= KEYS_MAX) next = gather()
    next.keys.add(key)
    return (await next.found).get(key)
  }
}

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
