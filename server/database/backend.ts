import type pg from 'pg'
import type { StatementNames } from './statement-names.ts'
import type { Subscriber } from './subscribers.ts'

/** One kind of database underneath the common face. */
export interface Backend {
  readonly kind: 'embedded' | 'postgres'
  readonly pool: pg.Pool
  /** Under these, statements are kept prepared. */
  readonly names: StatementNames
  /** @returns what ends it */
  listen(channel: string, subscriber: Subscriber): Promise<() => Promise<void>>
  /** Ends what runs by itself: listening, upkeep. Statements still work. */
  retire(): Promise<void>
  /** Once the pool has ended. */
  close(): Promise<void>
}
