import { Dexie } from 'dexie'
import type { Stop } from '#src/platform/subscribers.ts'
import { type CachedData, cachedData } from './cached-data.ts'
import { type Calls, calls } from './calls.ts'
import { type FavoritesTable, favoritesTable } from './favorites.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { type Outbox, outbox } from './outbox.ts'
import type { TableOf } from './rows.ts'
import { createStore, type StoreOptions } from './store.ts'
import { type TemporaryReservations, temporaryReservations } from './temporary-reservations.ts'
import { type TemporaryTickets, temporaryTickets } from './temporary-tickets.ts'
import { type UserData, userData } from './user-data.ts'

const DATABASE_NAME = 'numerito'

export interface Tables {
  tickets: TemporaryTickets
  reservations: TemporaryReservations
  calls: Calls
  userData: UserData
  cachedData: CachedData
  outbox: Outbox
  favorites: FavoritesTable
}

/**
 * Where the browser's storage fails, the tables go on in this page's memory: no write is lost while the page
 * is open.
 */
export interface Database extends Tables {
  /**
   * Asks again whenever what the question read has changed, in this page or another.
   * @param ask reads tables and nothing else
   */
  watch<Value>(
    ask: (database: Database) => Promise<Value>,
    onValue: (value: Value) => void,
    onError: (error: unknown) => void,
  ): Stop
  /**
   * All in one transaction: all of it happens, or nothing. `work` must await nothing but the tables handed to
   * it.
   */
  atomically<Value>(work: (inside: Tables) => Promise<Value>): Promise<Value>
  /**
   * Does what keeps something beside these tables (the worker's store); where the storage does not take it,
   * again until it does.
   * @param name a later one of the same name takes its place
   */
  keepTrying(name: string, work: () => Promise<unknown>): Promise<void>
  /**
   * Forgets the person and everything of theirs. What still waits to be sent stays (AUTH-02).
   * @param leaver who they are: where somebody else came in since, what is here is theirs, and stays
   * @returns whether it was forgotten
   */
  forgetPerson(leaver?: string): Promise<boolean>
  close(): void
}

export interface DatabaseOptions extends StoreOptions {
  name?: string
}

const tablesOf = (table: <Row>(name: string) => TableOf<Row>): Tables => ({
  tickets: temporaryTickets(table('temporary_tickets')),
  reservations: temporaryReservations(table('temporary_reservations')),
  calls: calls(table('calls')),
  userData: userData(table('user_data')),
  cachedData: cachedData(table('cached_data')),
  outbox: outbox(table('outbox')),
  favorites: favoritesTable(table('favorites')),
})

export function openDatabase({ name = DATABASE_NAME, ...options }: DatabaseOptions): Database {
  const dexie = new Dexie(name)
  for (const { version, stores, upgrade } of MIGRATIONS) {
    const step = dexie.version(version).stores(stores)
    if (upgrade) step.upgrade(upgrade)
  }
  // A newer page may change the database while this one is open. Dexie then lets go and opens it as it is
  // now, which is why a migration must not take away what the version before it still writes.
  const store = createStore(dexie, options)
  const inside = tablesOf(store.tableInside)
  const database: Database = {
    ...tablesOf(store.table),
    watch: (ask, onValue, onError) => store.watch(() => ask(database), onValue, onError),
    atomically: work => store.atomically(() => work(inside)),
    keepTrying: store.keepTrying,
    forgetPerson: leaver =>
      store.atomically(async () => {
        const known = (await inside.userData.read('user')) ?? (await inside.userData.read('ended'))
        if (known !== null && leaver !== undefined && known.user_id !== leaver) return false
        for (const { name: table } of dexie.tables) if (table !== 'outbox') await store.clear(table)
        return true
      }),
    close: store.close,
  }
  return database
}
