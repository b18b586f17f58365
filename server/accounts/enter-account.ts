import type { Transaction } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Tables } from '#server/database/tables.ts'
import { startSession } from '#server/identity/start-session.ts'
import { sessionOf } from '#server/identity/read-session.ts'
import type { GivenSession } from '#server/identity/give-session.ts'
import { cancelReservation } from '#server/reservations/cancel-reservation.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import type { Caller } from '#server/web/caller.ts'
import type { AccountsContext } from './accounts-context.ts'
import { type BroughtAlong, bringAlong, isDisturbed } from './bring-along.ts'
import { type HeldByBoth, HoldsTheSame } from './judge-clashes.ts'
import { wordedRefusal } from './worded.ts'

/** Who comes, and with what. */
export interface Entering {
  /** As the token said: what a temporary user holds comes along. */
  caller: Caller
  device: string | null
  /** In which a refusal is worded. */
  language: Language
  /** What both hold is given up, instead of `holds-the-same`. */
  letGo?: boolean | undefined
}

/** More often than anybody takes numbers, one after the other, in the moment of a sign-in. */
const AGAIN_MAX = 5

/** The session at which somebody was ends with the one at which they go on. */
async function leave(
  { clock }: Pick<AccountsContext, 'clock'>,
  transaction: Transaction<Tables>,
  { user_id, session_id }: { user_id: string; session_id: string },
  to: { user_id: string; session_id: string },
): Promise<BroughtAlong> {
  if (user_id === to.user_id) {
    // What one wished to be told of at this browser goes on there, and so do one's calls.
    for (const table of ['opening_wishes', 'push_subscriptions'] as const)
      await transaction
        .updateTable(table)
        .set({ session_id: to.session_id })
        .where('session_id', '=', session_id)
        .execute()
  }
  const ended = await transaction
    .updateTable('sessions')
    .set({ revoked_at: clock.now() })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'user_id', 'clerk_id'])
    .execute()
  return { facts: [], ended }
}

/** What the account holds as well, the temporary user gives up. */
export async function giveUpBoth(
  { queue }: Pick<AccountsContext, 'queue'>,
  user_id: string,
  held: HeldByBoth,
): Promise<void> {
  for (const tuid of held.tickets) await giveUp(queue, { tuid, user_id })
  for (const id of held.reservations) await cancelReservation(queue, { id, user_id })
}

const worded = (error: unknown, language: Language): unknown =>
  error instanceof HoldsTheSame ? wordedRefusal('holds-the-same', 409, language, 'holds-the-same') : error

/**
 * Begins a session of an account, whoever proved that it is theirs (a password, a link, a provider), and ends
 * the one of this browser that was before it.
 * @param prove finds the account in the transaction, and throws where it is nobody's after all; may be called
 * again
 * @throws Refusal holds-the-same, too-many-numbers
 */
export async function enterAccount(
  context: AccountsContext,
  { caller, device, language, letGo = false }: Entering,
  prove: (transaction: Transaction<Tables>) => Promise<string>,
): Promise<GivenSession> {
  for (let again = 0; ; again++) {
    try {
      const { given, brought } = await context.database.transaction(async transaction => {
        const user_id = await prove(transaction)
        const started = await startSession(context, transaction, { user_id }, device)
        const to = { user_id, session_id: started.id }
        const brought =
          caller.kind !== 'user'
            ? null
            : caller.temporal && caller.user_id !== user_id
              ? await bringAlong(context, transaction, caller.user_id, to)
              : await leave(context, transaction, caller, to)
        const user = await transaction
          .selectFrom('users')
          .select(['id', 'temporal', 'person', 'identity_type'])
          .where('id', '=', user_id)
          .executeTakeFirstOrThrow()
        const session = await sessionOf(context, transaction, user, started)
        return { given: { session, cookieToken: started.cookieToken }, brought }
      })
      if (brought) {
        context.queue.tell(brought.facts)
        for (const ended of brought.ended) context.onSessionEnd?.(ended)
      }
      return given
    } catch (error) {
      if (again >= AGAIN_MAX) throw error
      if (isDisturbed(error)) continue
      if (!letGo || !(error instanceof HoldsTheSame) || caller.kind !== 'user') throw worded(error, language)
      await giveUpBoth(context, caller.user_id, error.held)
    }
  }
}
