import type { Transaction } from 'kysely'
import { PAPER_ENTRIES_MAX } from '#contract/limits.ts'
import { PROMISED_STATES } from '#contract/rules/reservation-state.ts'
import type { Tables } from '#server/database/tables.ts'
import { countKnock } from '#server/knocks/count-knock.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { GivenSession } from './give-session.ts'
import type { IdentityContext } from './identity-context.ts'
import { sessionOf } from './read-session.ts'
import { startSession } from './start-session.ts'

/** Who holds what a paper or a slip is of. */
interface Held {
  user_id: string | null
}

const paperInvalid = () =>
  new Refusal('paper-invalid', 404, 'this paper is of no number that waits or is called')

/** The number of a paper, while it waits or is called. @throws Refusal paper-invalid, paper-followed */
async function demandFreeNumber(db: Transaction<Tables>, tuid: string): Promise<void> {
  const number: Held | undefined = await db
    .selectFrom('tickets')
    .select('user_id')
    .where('id', '=', tuid)
    .where('state', 'in', ['waiting', 'called', 'parked'])
    .executeTakeFirst()
  if (!number) throw paperInvalid()
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
 * Where a proof of work stands before everybody else stands a paper, so it is good for few: each whom it lets
 * in may hold numbers of their own.
 * @throws Refusal too-many-requests
 */
async function countEntry(db: Transaction<Tables>, id: string, at: Date): Promise<void> {
  const entries = await countKnock(db, { kind: 'paper', keys: [`paper ${id}`], at })
  if (entries <= PAPER_ENTRIES_MAX) return
  throw new Refusal('too-many-requests', 429, 'this paper let somebody in too often')
}

/**
 * Lets in whoever holds the paper of a number that no phone follows, or the slip of a reservation that a desk
 * booked: a temporary user without a name, which is all that it takes to be called. What proves that a person
 * is there is the paper from the office's own hand.
 * @throws Refusal paper-invalid, paper-followed; slip-invalid, slip-followed; too-many-requests
 * @see rules KIOSK-02, DESK-11, SEC-03
 */
export async function enterByPaper(
  context: IdentityContext,
  { secret }: { secret: string },
  device: string | null,
): Promise<GivenSession> {
  const { clock, database, protection, random } = context
  const booked = protection.reservationOfSlip(secret)
  const id = booked ?? protection.tuidOfPaper(secret)
  if (id === null) throw paperInvalid()
  const demandFree = booked === null ? demandFreeNumber : demandFreeReservation
  return await database.transaction(async transaction => {
    await demandFree(transaction, id)
    await countEntry(transaction, id, clock.now())
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
