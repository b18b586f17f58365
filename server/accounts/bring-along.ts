import { sql, type Transaction } from 'kysely'
import { displayedNumber } from '#contract/rules/ticket-number.ts'
import { HELD_STATES } from '#contract/rules/reservation-state.ts'
import { stateList } from '#server/database/state-list.ts'
import type { Tables } from '#server/database/tables.ts'
import { isDeadlock, isUniqueViolation } from '#server/database/violations.ts'
import { appendFacts } from '#server/facts/append-facts.ts'
import type { Fact, NewFact } from '#server/facts/fact.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import type { EndedSession } from '#server/identity/identity-context.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { lateJob } from './account-jobs.ts'
import type { AccountsContext } from './accounts-context.ts'
import { judgeClashes } from './judge-clashes.ts'
import { moveHoldings } from './move-holdings.ts'

/** A number was taken at an office that was not held yet: begun anew, it is. */
class HoldsMore extends Error {
  override readonly name = 'HoldsMore'
}

export interface BroughtAlong {
  /** To be told after the commit. */
  facts: Fact[]
  /** The same. */
  ended: EndedSession[]
}

/** One of the two did something else with a number or a time in that very moment: it is to be begun anew. */
export const isDisturbed = (error: unknown): boolean =>
  error instanceof HoldsMore ||
  isDeadlock(error) ||
  ['tickets_in_hand', 'tickets_one_waiting_per_user', 'reservations_once_per_user'].some(constraint =>
    isUniqueViolation(error, constraint),
  )

const standing = sql`('waiting', 'called', 'parked')`
const booked = stateList([...HELD_STATES, 'called'])

async function officesOf(transaction: Transaction<Tables>, userId: string): Promise<number[]> {
  const { rows } = await sql<{ office_id: number }>`
    select office_id from tickets where user_id = ${userId}::uuid and state in ${standing}
    union
    select office_id from reservations where user_id = ${userId}::uuid and state in ${booked}
    order by office_id`.execute(transaction)
  return rows.map(({ office_id }) => office_id)
}

/**
 * What a temporary user holds becomes the account's: numbers and times, past ones too, subscriptions, wishes,
 * preferences. The temporary user ends: their sessions, and what was known of the person.
 *
 * Every office at which they hold something is held first, in order, and hears a fact: calls and numbers that
 * were judged meanwhile are judged anew, and go to the account's sockets.
 * @param to the account, and the session at which the person goes on, where there is one
 * @throws HoldsTheSame where both hold a number in one line, or times that clash; HoldsTooMany: nothing
 * changes then
 * @throws HoldsMore where a number was taken in that very moment: the transaction is to be begun anew
 * @see rules AUTH-03, TKT-10
 */
export async function bringAlong(
  { clock, protection }: Pick<AccountsContext, 'clock' | 'protection'>,
  transaction: Transaction<Tables>,
  from: string,
  to: { user_id: string; session_id: string | null },
): Promise<BroughtAlong> {
  const at = clock.now()
  const offices = await officesOf(transaction, from)
  for (const office of offices) await holdOffice(transaction, office)
  // Behind the offices, as everybody who takes or books: from here on neither takes anything more.
  const temporary = await transaction
    .selectFrom('users')
    .select('temporal')
    .where('id', '=', from)
    .forUpdate()
    .executeTakeFirst()
  // Registered in this very moment, by another request: then they are somebody by themselves.
  if (!temporary?.temporal) return { facts: [], ended: [] }
  // Less than the other: those who sign in to one account at once hold its row already, for their sessions.
  await transaction.selectFrom('users').select('id').where('id', '=', to.user_id).forNoKeyUpdate().execute()
  const now = await officesOf(transaction, from)
  if (now.some(office => !offices.includes(office))) throw new HoldsMore()
  await judgeClashes(transaction, from, to.user_id)
  const { tickets, reservations } = await moveHoldings({ protection }, transaction, from, to)
  const ended = await transaction
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', from)
    .where('revoked_at', 'is', null)
    .returning(['id', 'user_id', 'clerk_id'])
    .execute()
  await transaction
    .updateTable('users')
    .set({ person: null, identity_type: null, identity_hash: null, login_attempt: null })
    .where('id', '=', from)
    .execute()

  // A number that was being given in this moment, at an office where nothing was held, may still be theirs.
  if (to.session_id !== null)
    await enqueueJobs(transaction, [lateJob(from, to.user_id, agreedNow(clock))], 'replace')

  const facts: Fact[] = []
  for (const office_id of now) {
    const owned = { office_id, at, user_id: to.user_id }
    const news = [
      ...tickets
        .filter(ticket => ticket.office_id === office_id)
        .map(
          ({ id, line_id, prefix, number, reservation_id }): NewFact => ({
            ...owned,
            name: 'ticket:passed',
            line_id,
            ticket_id: id,
            reservation_id,
            // Behind nobody: the owner alone is another one, and the order the same.
            detail: { ticket: displayedNumber(prefix, number), places: 0 },
          }),
        ),
      ...reservations
        .filter(reservation => reservation.office_id === office_id)
        .map(
          ({ id, line_id, state }): NewFact => ({
            ...owned,
            name: 'reserve:updated',
            line_id,
            ticket_id: null,
            reservation_id: id,
            detail: { state, blocks: [] },
          }),
        ),
    ]
    facts.push(...(await appendFacts(transaction, news)))
  }
  return { facts, ended }
}
