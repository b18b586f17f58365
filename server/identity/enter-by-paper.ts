import { Refusal } from '#server/web/refusal.ts'
import type { GivenSession } from './give-session.ts'
import type { IdentityContext } from './identity-context.ts'
import { sessionOf } from './read-session.ts'
import { startSession } from './start-session.ts'

/**
 * Lets in whoever holds the paper of a number that no phone follows: a temporary user without a name, which
 * is all that it takes to be called. What proves that a person is there is the paper from the office's own
 * hand.
 * @throws Refusal paper-invalid, paper-followed
 * @see rule KIOSK-02
 */
export async function enterByPaper(
  context: IdentityContext,
  { secret }: { secret: string },
  device: string | null,
): Promise<GivenSession> {
  const { clock, database, protection, random } = context
  const tuid = protection.tuidOfPaper(secret)
  return await database.transaction(async transaction => {
    const paper =
      tuid === null
        ? undefined
        : await transaction
            .selectFrom('tickets')
            .select('user_id')
            .where('id', '=', tuid)
            .where('state', 'in', ['waiting', 'called', 'parked'])
            .executeTakeFirst()
    if (!paper) throw new Refusal('paper-invalid', 404, 'this paper is of no number that waits or is called')
    if (paper.user_id !== null) {
      throw new Refusal('paper-followed', 409, 'another phone follows this number')
    }
    const user = await transaction
      .insertInto('users')
      .values({ id: random.uuid(), temporal: true, created_at: clock.now(), person: null })
      .returning(['id', 'temporal', 'person', 'identity_type'])
      .executeTakeFirstOrThrow()
    const started = await startSession(context, transaction, { user_id: user.id }, device)
    return {
      session: await sessionOf(context, transaction, user, started),
      cookieToken: started.cookieToken,
    }
  })
}
