import { shareReads } from '#server/database/shared-reads.ts'
import { createOfficeGate } from '#server/facts/office-gate.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { QueueContext } from './queue-context.ts'
import { rememberSettings } from './take/line-settings.ts'
import { createSharedLines } from './lines/shared-lines.ts'
import { createSharedPaces } from './lines/shared-paces.ts'
import { rememberLately } from '#server/facts/remember-lately.ts'

/** What one process holds of the queue beside its database: make it once, for all that happens there. */
export function createQueueMemory(
  world: Pick<QueueContext, 'database' | 'clock'> & { timers: Timers },
): Pick<QueueContext, 'gate' | 'lines' | 'settings' | 'paces' | 'given' | 'together'> {
  const paces = createSharedPaces()
  return {
    gate: createOfficeGate(),
    given: rememberLately(),
    settings: rememberSettings(world.database.db),
    paces,
    together: shareReads(world.timers),
    lines: createSharedLines({ ...world, paces }),
  }
}
