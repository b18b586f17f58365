import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

export interface RetentionContext {
  database: Database
  clock: Clock
}

/**
 * Rows that one step takes away. It is a statement of its own and holds no office; on the embedded database,
 * which does one thing at a time, whoever takes a number meanwhile waits for it.
 */
export const STEP = 200
