import { inLane } from './database/lanes.ts'
import type { Database } from './database/database.ts'
import { type DueJobs, readDueJobs } from './jobs/read-due-jobs.ts'
import type { Clock } from './platform/clock.ts'
import type { Timers } from './platform/timers.ts'
import { readWaiting, type WaitingPeople } from './queue/lines/read-waiting.ts'

/** However many look at the figures, and however often: the database is asked no more often than this. */
export const LOOK_EVERY_MS = 5_000
/** Whoever gathers figures has given up by then, and wants all the others. */
const PATIENCE_MS = 3_000

/** What the office feels, as far as the database alone knows it. */
export interface OfficeLook {
  people: WaitingPeople
  jobs: DueJobs[]
}

/**
 * Looks at the office when somebody looks at the figures, and gives everybody who looks soon after the same.
 * A look that the database does not answer is none (null); no other is begun while one is under way.
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
  let shared: Promise<OfficeLook | null> | null = null

  async function look(): Promise<OfficeLook> {
    const at = clock.now()
    const [people, jobs] = await Promise.all([readWaiting(database.db, at), readDueJobs(database.db, at)])
    return { people, jobs }
  }

  function inTime(work: Promise<OfficeLook | null>): Promise<OfficeLook | null> {
    const { promise: tooLate, resolve } = Promise.withResolvers<null>()
    const stop = timers.after(PATIENCE_MS, () => resolve(null))
    return Promise.race([work, tooLate]).finally(stop)
  }

  return () => {
    if (!shared) {
      // Behind whoever takes a number: figures can wait.
      const looking = inLane('readers', look).catch(() => null)
      shared = inTime(looking)
      const forget = () => {
        shared = null
      }
      void looking.then(() => timers.after(LOOK_EVERY_MS, forget))
    }
    return shared
  }
}
