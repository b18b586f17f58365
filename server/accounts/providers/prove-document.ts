import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { personColumns } from '#server/identity/temporary-person.ts'
import type { AccountsContext } from '../accounts-context.ts'
import type { NamedAttempt } from './open-attempt.ts'

/**
 * The document that the provider asserts is the person's from now on, whatever they typed before; numbers and
 * times that they hold keep the one under which they were taken.
 * @throws the violation of users_document_proven where another account has proved it
 * @see rule DOC-04
 */
export async function proveDocument(
  context: Pick<AccountsContext, 'clock' | 'protection'>,
  transaction: Transaction<Tables>,
  { provider, who }: NamedAttempt,
  userId: string,
): Promise<void> {
  if (who.document === null) return
  const { type, number } = who.document
  const { person } = await transaction
    .selectFrom('users')
    .select('person')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (person === null) return
  const known = context.protection.openPerson(person, userId)
  await transaction
    .updateTable('users')
    .set({
      ...personColumns(context, userId, { person: { ...known, identity: number }, identityType: type }),
      document_proven_at: context.clock.now(),
      document_proven_by: provider,
    })
    .where('id', '=', userId)
    .execute()
}
