import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

/** What the figures need of the world. */
export interface FiguresContext {
  database: Database
  clock: Clock
}
