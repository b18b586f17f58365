import type * as v from 'valibot'
import { HANDOVER_CODE_MS } from '#contract/limits.ts'
import type { handoverCode } from '#contract/rest/login.ts'
import type { UserCaller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { GivenSession } from './give-session.ts'
import type { IdentityContext } from './identity-context.ts'
import { sessionOf } from './read-session.ts'
import { startSession } from './start-session.ts'

/** No I, L, O or U: read aloud or typed from another screen, none is taken for another (nor makes a word). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10

/** What people type: in small letters, with blanks, with the letters that look like digits. */
function meant(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
}

const invalidCode = () => new Refusal('handover-code-invalid', 400, 'the code is wrong, over or used')

/** A one-time code (50 bits, 10 minutes) that carries the user to another browser. Kept as a keyed hash. */
export async function createHandoverCode(
  { database: { db }, clock, random, protection }: IdentityContext,
  { user_id, session_id }: Pick<UserCaller, 'user_id' | 'session_id'>,
): Promise<v.InferOutput<typeof handoverCode>> {
  const letters = Array.from(random.bytes(CODE_LENGTH), byte => LETTERS[byte % LETTERS.length]).join('')
  const expires_at = new Date(clock.now().getTime() + HANDOVER_CODE_MS)
  await db
    .insertInto('handover_codes')
    .values({ code_hash: protection.codeHash(letters), user_id, session_id, expires_at })
    .execute()
  return { code: `${letters.slice(0, 5)}-${letters.slice(5)}`, expires_at: expires_at.toISOString() }
}

/**
 * A session of its own for the browser that knows the code; the one that made it keeps its own.
 * @throws Refusal handover-code-invalid where the code is wrong, over or used, or its session has ended
 */
export async function redeemHandoverCode(
  context: Pick<IdentityContext, 'database' | 'clock' | 'random' | 'protection'>,
  code: string,
  device: string | null = null,
): Promise<GivenSession> {
  const now = context.clock.now()
  return context.database.transaction(async transaction => {
    const redeemed = await transaction
      .updateTable('handover_codes')
      .set({ used_at: now })
      .where('code_hash', '=', context.protection.codeHash(meant(code)))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_id', 'session_id'])
      .executeTakeFirst()
    if (!redeemed) throw invalidCode()
    // Held: whoever ends all their sessions in this moment ends this one as well, or goes before it.
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'temporal', 'person', 'identity_type'])
      .where('id', '=', redeemed.user_id)
      .forShare()
      .executeTakeFirstOrThrow()
    const madeAt = await transaction
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', redeemed.session_id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (!madeAt) throw invalidCode()
    const started = await startSession(context, transaction, { user_id: user.id }, device)
    return { session: await sessionOf(context, transaction, user, started), cookieToken: started.cookieToken }
  })
}
