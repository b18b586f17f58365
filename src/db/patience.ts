import type { TakeBack, Timers } from '#src/platform/timers.ts'

/** The storage was asked, and says nothing. */
export class StorageSilentError extends Error {
  override name = 'StorageSilentError'
}

const TICK_MS = 1_000
/** A slow disk takes some seconds for one thing, and never so many without answering any. */
const TICKS = 8

export interface Patience {
  /** The storage has said something. */
  heard(): void
  /**
   * What the storage answers.
   * @throws StorageSilentError where it says nothing, to this or anything else, for as long as one waits; the
   *   answer may come later, to nobody
   */
  answer<Value>(asked: PromiseLike<Value>): Promise<Value>
  /** It was given up, and has said nothing since. */
  isOver(): boolean
  stop(): void
}

/**
 * How long a storage is waited for. That of a phone may fall silent and be so for good: after a while in the
 * background, behind another page that holds it, at its disk's end. It is waited for while it says anything
 * at all, and seconds are counted one by one: of those that a page sleeps through no answer could come.
 */
export function createPatience(timers: Timers): Patience {
  const waiting = new Set<() => void>()
  let ticks = 0
  let isOver = false
  let takeBack: TakeBack | null = null

  function heard(): void {
    ticks = 0
    isOver = false
  }
  async function tick(): Promise<void> {
    ticks += 1
    // Not in the same turn: where several seconds passed at once, they count as one.
    await Promise.resolve()
    takeBack = null
    if (ticks < TICKS) return wait()
    isOver = waiting.size > 0
    for (const giveUp of waiting) giveUp()
  }
  function wait(): void {
    if (waiting.size > 0) takeBack ??= timers.after(TICK_MS, () => void tick())
  }

  return {
    heard,
    answer: asked =>
      new Promise((resolve, reject) => {
        const end = () => {
          waiting.delete(giveUp)
          heard()
        }
        const giveUp = () => {
          waiting.delete(giveUp)
          reject(new StorageSilentError())
        }
        if (waiting.size === 0) ticks = 0
        waiting.add(giveUp)
        wait()
        asked.then(
          value => {
            end()
            resolve(value)
          },
          (error: unknown) => {
            end()
            reject(error)
          },
        )
      }),
    isOver: () => isOver,
    stop() {
      waiting.clear()
      takeBack?.()
    },
  }
}
