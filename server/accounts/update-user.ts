import { EMAIL_CHANGES_FREE } from '#contract/limits.ts'
import type { Session } from '#contract/rest/login.ts'
import type { UserUpdate } from '#contract/rest/accounts.ts'
import { oneEmail } from '#contract/rules/email.ts'
import { isValidRut } from '#contract/rules/rut.ts'
import type { Language } from '#contract/primitives.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import { guardDocument } from '#server/identity/guard-document.ts'
import { sessionOf } from '#server/identity/read-session.ts'
import { personColumns } from '#server/identity/temporary-person.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { addressKey, userKey } from '#server/knocks/asker.ts'
import { countKnock } from '#server/knocks/count-knock.ts'
import { askToTry } from '#server/knocks/pauses.ts'
import { agreedNow } from '#server/platform/clock.ts'
import type { Caller, UserCaller } from '#server/web/caller.ts'
import { Refusal, sessionIsOver } from '#server/web/refusal.ts'
import { RetryLater } from '#server/web/retry-later.ts'
import type { IdentityType, Person } from '#server/secrets/protection.ts'
import type { AccountsContext } from './accounts-context.ts'
import { formerAddressJob, mailJob } from './account-jobs.ts'
import { confirmedBefore } from './confirmed-before.ts'
import { wordedRefusal } from './worded.ts'

/** To the letter (§5). */
const userIsGuest = () => new Refusal('user-is-guest', 401, 'User is Guest')

/** Nothing was said of it: §5 removes it before anything else looks. */
const said = (text: string | undefined) =>
  text === undefined || text === '-' || text === '' ? undefined : text

/** @throws Refusal invalid-rut; bad-request where both are said */
function documentOf({ rut, dni }: UserUpdate['user']): { type: IdentityType; number: string } | null {
  const [ofRut, ofDni] = [said(rut), said(dni)]
  if (ofRut !== undefined && ofDni !== undefined)
    throw new Refusal('bad-request', 400, 'either rut or dni', [{ path: 'user.rut', message: 'or dni' }])
  if (ofRut !== undefined) {
    if (isValidRut(ofRut)) return { type: 'rut', number: ofRut }
    const fields = [{ path: 'user.rut', message: 'not a rut' }]
    throw new Refusal('invalid-rut', 400, 'the rut’s check digit is wrong', fields)
  }
  if (ofDni === undefined) return null
  if (/^[A-Za-z0-9.-]{5,}$/.test(ofDni)) return { type: 'dni', number: ofDni }
  throw new Refusal('bad-request', 400, 'not a dni', [{ path: 'user.dni', message: 'not a dni' }])
}

/** The caller's own, or nobody's. */
function requireOwnUser(caller: Caller, token: string, update: UserUpdate): UserCaller {
  if (caller.kind === 'guest') throw token === '' ? userIsGuest() : sessionIsOver()
  if (caller.kind !== 'user') throw new Refusal('forbidden', 403, 'this is for customers')
  const { uid, token: shown } = update
  if ((uid !== undefined && uid !== caller.user_id) || (shown !== undefined && shown !== token))
    throw new Refusal('forbidden', 403, 'uid and token are not the caller’s own')
  return caller
}

/**
 * Who has an e-mail is not to be found out by trying one after the other: an account asks for a few in an
 * hour. Whoever does so with many accounts is slowed down, and no more: no work can be proved here instead,
 * and the others at their address ask from there, too.
 * @throws Refusal email-changes-used; RetryLater too-many-requests
 */
async function askForEmail(context: AccountsContext, userId: string, address: string): Promise<void> {
  const { clock, database, protection } = context
  const at = clock.now()
  const ofAddress = {
    key: `e-mails ${addressKey({ address }, protection)}`,
    free: EMAIL_CHANGES_FREE * 10,
  }
  await database.transaction(async transaction => {
    const knock = { kind: 'email-change', keys: [userKey(userId)], at } as const
    if ((await countKnock(transaction, knock)) > EMAIL_CHANGES_FREE)
      throw new Refusal('email-changes-used', 409, 'the e-mail was changed as often as it may be')
    const wait = await askToTry(transaction, [ofAddress], at, null)
    if (wait === 0) return
    const seconds = Math.ceil(wait / 1_000)
    throw new RetryLater('too-many-requests', 429, `too many e-mails; try again in ${seconds} s`, seconds)
  })
}

/**
 * Corrects who somebody is; what is left out stays. Another e-mail of an account is to be confirmed anew, and
 * the one before it is told, and may take the account back. A document as DOC-03 allows.
 * @param at from where, and the token by which it is asked
 * @throws Refusal user-is-guest, forbidden, invalid-rut, bad-request, document-in-use, document-changes-used,
 * email-changes-used, account-exists; RetryLater too-many-requests
 * @see rules PROF-01, DOC-03
 */
export async function updateUser(
  context: AccountsContext,
  who: Caller,
  at: { token: string; address: string; language: Language },
  update: UserUpdate,
): Promise<Session> {
  const { clock, database, mailer, protection } = context
  const caller = requireOwnUser(who, at.token, update)
  const { user_id, session_id, temporal } = caller
  const { language } = at
  const { user } = update
  const wished = documentOf(user)
  const email = said(user.email) === undefined ? undefined : oneEmail(user.email ?? '')
  if (email === null)
    throw wordedRefusal('bad-request', 400, language, 'email-invalid', [
      { path: 'user.email', message: 'no e-mail' },
    ])

  const known = await database.db
    .selectFrom('users')
    .select('person')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const before = known.person === null ? null : protection.openPerson(known.person, user_id)
  const isOther = !temporal && email !== undefined && email !== oneEmail(before?.email ?? '')
  if (isOther) await askForEmail(context, user_id, at.address)

  const changed = await database
    .transaction(async transaction => {
      const row = await transaction
        .selectFrom('users')
        .select(['person', 'identity_type'])
        .where('id', '=', user_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const old = row.person === null ? null : protection.openPerson(row.person, user_id)
      const person: Person = {
        name: user.name ?? old?.name ?? '',
        email: email ?? old?.email ?? '',
        phone: user.phone ?? old?.phone ?? null,
        identity: wished?.number ?? old?.identity ?? null,
      }
      const identityType = wished?.type ?? (person.identity === null ? null : row.identity_type)
      const columns = personColumns(context, user_id, { person, identityType })
      const document_changes = await guardDocument(transaction, user_id, columns.identity_hash)
      if (isOther && email !== undefined) {
        const account = await transaction
          .selectFrom('accounts')
          .select('email_confirmed_at')
          .where('user_id', '=', user_id)
          .forUpdate()
          .executeTakeFirst()
        const email_hash = protection.emailHash(email)
        const email_confirmed_at = await confirmedBefore(transaction, user_id, email_hash, clock.now())
        await transaction
          .updateTable('accounts')
          .set({ email_hash, email_confirmed_at })
          .where('user_id', '=', user_id)
          .execute()
        if (mailer) {
          const confirmed_at = account?.email_confirmed_at ?? null
          const former = { user_id, language, email: old?.email ?? '', confirmed_at }
          // One to the address before may be on its way: this one needs its own.
          const confirm = mailJob('confirm-email', { user_id, language }, agreedNow(clock))
          await enqueueJobs(transaction, [confirm], 'replace')
          await enqueueJobs(transaction, [formerAddressJob(protection, former, clock)])
        }
      }
      return await transaction
        .updateTable('users')
        .set({ ...(update.language && { language: update.language }), ...columns, document_changes })
        .where('id', '=', user_id)
        .returning(['id', 'temporal', 'person', 'identity_type'])
        .executeTakeFirstOrThrow()
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, 'accounts_email_once')) throw error
      throw wordedRefusal('account-exists', 409, language, 'account-exists', [
        { path: 'user.email', message: 'taken' },
      ])
    })
  const { expires_at } = await database.db
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow()
  return await sessionOf(context, database.db, changed, { token: at.token, expiresAt: expires_at })
}
