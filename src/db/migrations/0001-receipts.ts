import type { Migration } from './migration.ts'

/** The first shape: receipts, calls that were shown, who is signed in, what waits to be sent. */
export const receipts: Migration = {
  version: 1,
  stores: {
    temporary_tickets: 'tuid, officeSlug, timeStamp',
    temporary_reservations: 'id, officeSlug',
    calls: 'tuid',
    user_data: 'key',
    cached_data: 'key',
    outbox: '++id, kind',
  },
}
