import type { LineState, OfficeWait } from '#contract/rest/offices.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * What the offices need of the world. What moves in their lines is the queue's to say; the composition passes
 * it in.
 */
export interface OfficesContext {
  database: Pick<Database, 'db'>
  clock: Clock
  /**
   * Every active line of an office, hidden ones included, and the office's newest fact that these figures
   * know of.
   */
  linesOf(officeId: number): Promise<{ seq: number; lines: LineState[] }>
  /** How long one would wait in these offices; cheap, and a few seconds old. */
  officeWaits(officeIds: readonly number[]): Promise<OfficeWait[]>
}
