import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { TemporaryLogin } from '#contract/rest/login.ts'
import type { Tables } from '#server/database/tables.ts'
import { acceptPolicy } from '#server/policies/accept-policy.ts'
import type { IdentityContext } from './identity-context.ts'
import type { GivenSession } from './give-session.ts'
import { guardDocument } from './guard-document.ts'
import { sessionOf } from './read-session.ts'
import { startSession } from './start-session.ts'
import { type CheckedPerson, checkPerson, personColumns } from './temporary-person.ts'
import { useCaptcha } from './use-captcha.ts'

/**
 * The browser's id of its attempt opens the user that it made, so it is kept as a hash, in the shape of its
 * column: who reads the database cannot repeat an attempt.
 */
const hashOfAttempt = (sessionId: string) =>
  createHash('sha256')
    .update(sessionId.toLowerCase())
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * The user of this attempt: a new one, or the one that an earlier request of the same attempt made, said
 * anew.
 */
async function userOfAttempt(
  context: IdentityContext,
  transaction: Transaction<Tables>,
  { sessionId, language }: Pick<TemporaryLogin, 'sessionId' | 'language'>,
  person: CheckedPerson,
) {
  const id = context.random.uuid()
  const login_attempt = hashOfAttempt(sessionId)
  const columns = ['id', 'temporal', 'person', 'identity_type'] as const
  const made = await transaction
    .insertInto('users')
    .values({
      id,
      temporal: true,
      language,
      login_attempt,
      created_at: context.clock.now(),
      ...personColumns(context, id, person),
    })
    .onConflict(conflict => conflict.column('login_attempt').doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (made) return made
  const { id: earlier } = await transaction
    .selectFrom('users')
    .select('id')
    .where('login_attempt', '=', login_attempt)
    .executeTakeFirstOrThrow()
  const said = personColumns(context, earlier, person)
  const document_changes = await guardDocument(transaction, earlier, said.identity_hash)
  return transaction
    .updateTable('users')
    .set({ ...(language && { language }), ...said, document_changes })
    .where('id', '=', earlier)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Lets a person in by name, e-mail, phone and identity number, without an account.
 * @throws Refusal invalid-rut, captcha-invalid, captcha-expired, captcha-used; for another document than this
 * attempt said before: document-in-use, document-changes-used; bad-request for a policy that never was
 */
export async function temporaryLogin(
  context: IdentityContext,
  request: TemporaryLogin,
  device: string | null = null,
): Promise<GivenSession> {
  const person = checkPerson(request)
  const captcha = await context.captcha.verify(request.captchaToken)
  return context.database.transaction(async transaction => {
    await useCaptcha(transaction, captcha)
    const user = await userOfAttempt(context, transaction, request, person)
    const started = await startSession(context, transaction, { user_id: user.id }, device)
    if (request.policy !== undefined) {
      const accepted = { user_id: user.id, version: request.policy, at: context.clock.now() }
      await acceptPolicy(transaction, accepted)
    }
    return { session: await sessionOf(context, transaction, user, started), cookieToken: started.cookieToken }
  })
}
