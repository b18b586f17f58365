import { inLane } from './database/lanes.ts'
import type { Database } from './database/database.ts'
import { type DueJobs, readDueJobs } from './jobs/read-due-jobs.ts'
import { askSeldom } from './platform/ask-seldom.ts'
import { agreedNow, type Clock } from './platform/clock.ts'
import type { Timers } from './platform/timers.ts'
import { readWaiting, type WaitingPeople } from './queue/lines/read-waiting.ts'

/** However many look at the figures, and however often: the database is asked no more often than this. */
export const LOOK_EVERY_MS = 5_000

/** What the office feels, as far as the database alone knows it. */
export interface OfficeLook {
  people: WaitingPeople
  jobs: DueJobs[]
}

/**
 * Looks at the office when somebody looks at the figures; a look that the database does not answer is null.
 */
export function lookAtOffice({
  database,
  clock,
  timers,
}: {
  database: Database
  clock: Clock
  timers: Timers
}): () => Promise<OfficeLook | null> {
  async function look(): Promise<OfficeLook> {
    const at = clock.now()
    const [people, jobs] = await Promise.all([
      readWaiting(database.db, at),
      readDueJobs(database.db, agreedNow(clock)),
    ])
    return { people, jobs }
  }

  // Behind whoever takes a number: figures can wait.
  return askSeldom(timers, LOOK_EVERY_MS, () => inLane('readers', look))
}
