import type { Migration } from './migration.ts'

/** Reservations are kept as their card shows them. */
export const reservations: Migration = {
  version: 2,
  stores: {},
  async upgrade(transaction) {
    // The first version had the table and wrote nothing to it; a row with no card to show would be nobody's
    // receipt.
    await transaction
      .table<{ code?: string }>('temporary_reservations')
      .filter(({ code }) => code === undefined)
      .delete()
  },
}
