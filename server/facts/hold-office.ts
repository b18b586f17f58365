import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

const lastSeq = (transaction: Transaction<Tables>, officeId: number) =>
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
 * @returns the office's newest sequence number
 */
export async function holdOffice(transaction: Transaction<Tables>, officeId: number): Promise<number> {
  const held = await lastSeq(transaction, officeId)
  if (held) return held.last_seq
  // An office has no row before its first fact. Two may come first at once: one inserts, the other waits for
  // it.
  await transaction
    .insertInto('office_sequences')
    .values({ office_id: officeId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const made = await lastSeq(transaction, officeId)
  if (!made) throw new Error(`the sequence of office ${officeId} is neither there nor can be made`)
  return made.last_seq
}
