import type { FlagList } from '#contract/rest/flags.ts'
import { FLAGS_REFRESH_MS } from '#contract/limits.ts'
import { ApiError } from '#src/api/api-error.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { Stop } from '#src/platform/subscribers.ts'
import type { FlowContext } from '../flow-context.ts'

const KEY = 'flags'

type Needs = Pick<FlowContext, 'api' | 'clock' | 'db' | 'flags'>

/**
 * Fetches the feature flags. A failure keeps the last known ones; at a start, those of the last visit. @see
 * rule SHELL-08
 */
export async function refreshFlags({ api, clock, db, flags }: Needs): Promise<void> {
  try {
    const { toggles } = await api.flags.list()
    flags.setFlags(toggles)
    await db.cachedData.write({ key: KEY, data: toggles, inserted_at: clock.now() })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (flags.areKnown()) return
    const kept = await db.cachedData.read(KEY)
    if (kept) flags.setFlags(kept.data as FlagList['toggles'])
  }
}

/** Now, and every 60 s. */
export function keepFlagsFresh(context: Needs & Pick<FlowContext, 'timers'>): Stop {
  let isOver = false
  const refresh = () =>
    void refreshFlags(context).catch((error: unknown) => {
      // What was under way at the end may find the database closed; nobody waits for it any more.
      if (!isOver) reportFault(error)
    })
  refresh()
  const stop = context.timers.every(FLAGS_REFRESH_MS, refresh)
  return () => {
    isOver = true
    stop()
  }
}
