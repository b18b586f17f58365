import { Dexie, liveQuery } from 'dexie'
import type { Stop } from '#src/platform/subscribers.ts'
import { type CachedData, cachedData } from './cached-data.ts'
import { type Calls, calls } from './calls.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { type Outbox, outbox } from './outbox.ts'
import { createStorageGuard, type StorageProblem } from './storage-guard.ts'
import { type TemporaryReservations, temporaryReservations } from './temporary-reservations.ts'
import { type TemporaryTickets, temporaryTickets } from './temporary-tickets.ts'
import { type UserData, userData } from './user-data.ts'

export const DATABASE_NAME = 'numerito'

export interface Database {
  tickets: TemporaryTickets
  reservations: TemporaryReservations
  calls: Calls
  userData: UserData
  cachedData: CachedData
  outbox: Outbox
  /**
   * Asks again whenever what the question read has changed, in this page or another.
   * @param ask reads tables and nothing else
   */
  watch<Value>(
    ask: (database: Database) => Promise<Value>,
    onValue: (value: Value) => void,
    onError: (error: unknown) => void,
  ): Stop
  /** All in one transaction: all of it happens, or nothing. `work` must await nothing but tables. */
  atomically<Value>(work: () => Promise<Value>): Promise<Value>
  /** Forgets the person and everything of theirs. What still waits to be sent stays (AUTH-02). */
  forgetPerson(): Promise<void>
  close(): void
}

export interface DatabaseOptions {
  name?: string
  /** The browser keeps nothing more, or nothing at all; the operation that met it fails as well (OFFL-05). */
  onProblem: (problem: StorageProblem) => void
}

export function openDatabase({ name = DATABASE_NAME, onProblem }: DatabaseOptions): Database {
  const dexie = new Dexie(name)
  for (const { version, stores, upgrade } of MIGRATIONS) {
    const step = dexie.version(version).stores(stores)
    if (upgrade) step.upgrade(upgrade)
  }
  // A newer page may change the database while this one is open. Dexie then lets go and opens it as it is now, which is
  // why a migration must not take away what the version before it still writes.
  const guard = createStorageGuard(onProblem)
  const database: Database = {
    tickets: temporaryTickets(dexie.table('temporary_tickets'), guard),
    reservations: temporaryReservations(dexie.table('temporary_reservations'), guard),
    calls: calls(dexie.table('calls'), guard),
    userData: userData(dexie.table('user_data'), guard),
    cachedData: cachedData(dexie.table('cached_data'), guard),
    outbox: outbox(dexie.table('outbox'), guard),
    watch(ask, onValue, onError) {
      const subscription = liveQuery(() => ask(database)).subscribe({ next: onValue, error: onError })
      return () => subscription.unsubscribe()
    },
    atomically: work => guard(() => dexie.transaction('rw', dexie.tables, work)),
    forgetPerson: () =>
      guard(() =>
        dexie.transaction('rw', dexie.tables, async () => {
          for (const table of dexie.tables) if (table.name !== 'outbox') await table.clear()
        }),
      ),
    close: () => dexie.close(),
  }
  return database
}
