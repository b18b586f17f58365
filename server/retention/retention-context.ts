import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

export interface RetentionContext {
  database: Database
  clock: Clock
}
