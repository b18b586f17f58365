import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

const hold = (transaction: Transaction<Tables>, officeId: number) =>
  transaction
    .selectFrom('office_sequences')
    .select('last_seq')
    .where('office_id', '=', officeId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Takes the office for this transaction, until it ends: whoever changes an office's turns holds the office's
 * sequence row first, before any other row. So no two of them can wait for each other in a circle, each sees
 * all that the one before it did, and facts are numbered in the order of their commits.
 */
export async function holdOffice(transaction: Transaction<Tables>, officeId: number): Promise<void> {
  if (await hold(transaction, officeId)) return
  // An office has no row before its first fact. Two may come first at once: one inserts, the other waits for
  // it.
  await transaction
    .insertInto('office_sequences')
    .values({ office_id: officeId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  if (!(await hold(transaction, officeId)))
    throw new Error(`the sequence of office ${officeId} is neither there nor can be made`)
}
