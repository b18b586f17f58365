import type { Transaction } from 'kysely'
import { PROMISED_STATES } from '#contract/rules/reservation-state.ts'
import type { Tables } from '#server/database/tables.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { GivenSession } from './give-session.ts'
import type { IdentityContext } from './identity-context.ts'
import { sessionOf } from './read-session.ts'
import { startSession } from './start-session.ts'

/** Who holds what a paper or a slip is of. */
interface Held {
  user_id: string | null
}

/** The number of a paper, while it waits or is called. @throws Refusal paper-invalid, paper-followed */
async function demandFreeNumber(db: Transaction<Tables>, tuid: string | null): Promise<void> {
  const number: Held | undefined =
    tuid === null
      ? undefined
      : await db
          .selectFrom('tickets')
          .select('user_id')
          .where('id', '=', tuid)
          .where('state', 'in', ['waiting', 'called', 'parked'])
          .executeTakeFirst()
  if (!number) throw new Refusal('paper-invalid', 404, 'this paper is of no number that waits or is called')
  if (number.user_id !== null) {
    throw new Refusal('paper-followed', 409, 'another phone follows this number')
  }
}

/** What a desk booked, while somebody may come for it. @throws Refusal slip-invalid, slip-followed */
async function demandFreeReservation(db: Transaction<Tables>, id: string): Promise<void> {
  const booked: Held | undefined = await db
    .selectFrom('reservations')
    .select('user_id')
    .where('id', '=', id)
    .where('state', 'in', PROMISED_STATES)
    .executeTakeFirst()
  if (!booked) throw new Refusal('slip-invalid', 404, 'this slip is of no reservation that still stands')
  if (booked.user_id !== null) throw new Refusal('slip-followed', 409, 'another phone has this reservation')
}

/**
 * Lets in whoever holds the paper of a number that no phone follows, or the slip of a reservation that a desk
 * booked: a temporary user without a name, which is all that it takes to be called. What proves that a person
 * is there is the paper from the office's own hand.
 * @throws Refusal paper-invalid, paper-followed; slip-invalid, slip-followed
 * @see rules KIOSK-02, DESK-11
 */
export async function enterByPaper(
  context: IdentityContext,
  { secret }: { secret: string },
  device: string | null,
): Promise<GivenSession> {
  const { clock, database, protection, random } = context
  const booked = protection.reservationOfSlip(secret)
  return await database.transaction(async transaction => {
    await (booked === null
      ? demandFreeNumber(transaction, protection.tuidOfPaper(secret))
      : demandFreeReservation(transaction, booked))
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
