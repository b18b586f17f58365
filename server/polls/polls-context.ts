import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Protection } from '#server/secrets/protection.ts'

export interface PollsContext {
  database: Pick<Database, 'db'>
  clock: Clock
  protection: Pick<Protection, 'sealDescription' | 'openDescription'>
}
