import type { Session, TemporaryUpdate } from '#contract/rest/login.ts'
import type { UserCaller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { IdentityContext } from './identity-context.ts'
import { sessionOf } from './read-session.ts'
import { guardDocument } from './guard-document.ts'
import { checkPerson, personColumns } from './temporary-person.ts'

/**
 * Corrects the person behind a temporary user.
 * @param token the caller's own: the session that is answered carries it
 * @throws Refusal invalid-rut, document-in-use, document-changes-used; bad-request for whoever was forgotten
 * and says no document; forbidden for a user with an account
 */
export async function updateTemporary(
  context: IdentityContext,
  { user_id, session_id, temporal }: UserCaller,
  token: string,
  request: TemporaryUpdate,
): Promise<Session> {
  if (!temporal) throw new Refusal('forbidden', 403, 'this is for temporary users')
  const { db } = context.database
  const user = await context.database.transaction(async transaction => {
    const { person, identity_type } = await transaction
      .selectFrom('users')
      .select(['person', 'identity_type'])
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const identity = person === null ? null : context.protection.openPerson(person, user_id).identity
    const known =
      identity === null || identity_type === null ? null : { identity, identityType: identity_type }
    const columns = personColumns(context, user_id, checkPerson(request, known))
    return await transaction
      .updateTable('users')
      .set({
        ...(request.language && { language: request.language }),
        ...columns,
        document_changes: await guardDocument(transaction, user_id, columns.identity_hash),
      })
      .where('id', '=', user_id)
      .returning(['id', 'temporal', 'person', 'identity_type'])
      .executeTakeFirstOrThrow()
  })
  const { expires_at } = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow()
  return await sessionOf(context, db, user, { token, expiresAt: expires_at })
}
