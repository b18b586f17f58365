import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/** Throws away whatever nothing refers to any more, and what that held outside the heap. */
export async function collectGarbage(): Promise<void> {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  // What is let go of when something else is gone takes another round.
  for (let round = 0; round < 4; round++) {
    // Nothing that runs just now may hold it, and what was under way ends.
    await sleep(20)
    collect()
  }
}
