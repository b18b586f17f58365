import { sql, type Transaction } from 'kysely'
import { NUMBERS_HELD_MAX } from '#contract/limits.ts'
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
import { Refusal } from '#server/web/refusal.ts'
import { lateJob } from './account-jobs.ts'
import type { AccountsContext } from './accounts-context.ts'

/** Something of one and the same that both hold. */
export interface HeldByBoth {
  tickets: readonly string[]
  reservations: readonly string[]
}

/** Nothing was changed: the caller's transaction ends with it. */
export class HoldsTheSame extends Refusal {
  /** What the temporary user would have to give up. */
  readonly held: HeldByBoth

  constructor(held: HeldByBoth) {
    super('holds-the-same', 409, 'the account holds a number in the same line, or a time that clashes')
    this.held = held
  }
}

/** The same; together they would hold more numbers than one person may. */
export class HoldsTooMany extends Refusal {
  /** Those of the temporary user. */
  readonly tickets: readonly string[]

  constructor(tickets: readonly string[]) {
    super('too-many-numbers', 409, 'together they would hold too many numbers')
    this.tickets = tickets
  }
}

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

type Moves = Pick<AccountsContext, 'clock' | 'protection'>

const standing = sql`('waiting', 'called', 'parked')`
const inHand = sql`('waiting', 'parked')`
const booked = stateList([...HELD_STATES, 'called'])

async function officesOf(transaction: Transaction<Tables>, userId: string): Promise<number[]> {
  const { rows } = await sql<{ office_id: number }>`
    select office_id from tickets where user_id = ${userId}::uuid and state in ${standing}
    union
    select office_id from reservations where user_id = ${userId}::uuid and state in ${booked}
    order by office_id`.execute(transaction)
  return rows.map(({ office_id }) => office_id)
}

/** What the database would refuse, or booking would have refused, were it one person's. */
async function heldByBoth(transaction: Transaction<Tables>, from: string, to: string): Promise<HeldByBoth> {
  const { rows: tickets } = await sql<{ id: string }>`
    select mine.id from tickets mine
    join tickets theirs on theirs.line_id = mine.line_id and theirs.user_id = ${to}::uuid and theirs.state in ${inHand}
    where mine.user_id = ${from}::uuid and mine.state in ${inHand}`.execute(transaction)
  const { rows: reservations } = await sql<{ id: string }>`
    select distinct mine.id from reservations mine
    join reservations theirs on theirs.user_id = ${to}::uuid and theirs.state in ${stateList(HELD_STATES)} and (
      theirs.once_in = mine.once_in
      or tstzrange(theirs.block_from, theirs.block_to) && tstzrange(mine.block_from, mine.block_to)
    )
    where mine.user_id = ${from}::uuid and mine.state in ${stateList(HELD_STATES)}`.execute(transaction)
  return { tickets: tickets.map(({ id }) => id), reservations: reservations.map(({ id }) => id) }
}

interface Brought {
  id: string
  office_id: number
  line_id: number
  prefix: string
  number: number | null
  reservation_id: string | null
  state: string
}

/** One person holds no more numbers than one person may. @returns those that would be brought, if so */
async function beyondTheHand(transaction: Transaction<Tables>, from: string, to: string): Promise<string[]> {
  const waiting = await transaction
    .selectFrom('tickets')
    .select(['id', 'user_id'])
    .where('user_id', 'in', [from, to])
    .where('state', 'in', ['waiting', 'parked'])
    .execute()
  const brought = waiting.filter(({ user_id }) => user_id === from)
  return waiting.length > NUMBERS_HELD_MAX ? brought.map(({ id }) => id) : []
}

/** Numbers, waiting and past. Each that waits gets a hand of its new owner's that is free. */
async function moveTickets(transaction: Transaction<Tables>, from: string, to: string): Promise<Brought[]> {
  const { rows } = await sql<Brought>`
    with waits as (
      select id, row_number() over (order by inserted_at, id) as nth
      from tickets where user_id = ${from}::uuid and state in ${inHand} and hand is not null
    ), free as (
      select hand, row_number() over (order by hand) as nth
      from generate_series(1, ${NUMBERS_HELD_MAX}::integer) as hand
      where hand not in (
        select t.hand from tickets t where t.user_id = ${to}::uuid and t.state in ${inHand} and t.hand is not null
      )
    ), hands as (
      select waits.id, free.hand from waits left join free using (nth)
    ), asked_before as (
      select mine.id from tickets mine join tickets theirs using (request_id)
      where mine.user_id = ${from}::uuid and theirs.user_id = ${to}::uuid
    )
    update tickets t set
      user_id = ${to}::uuid,
      hand = case when t.state in ${inHand} then (select hands.hand from hands where hands.id = t.id) end,
      request_id = case when t.id in (select id from asked_before) then null else t.request_id end
    where t.user_id = ${from}::uuid
    returning id, office_id, line_id, prefix, number, reservation_id, state`.execute(transaction)
  return rows.filter(({ state }) => ['waiting', 'called', 'parked'].includes(state))
}

async function moveReservations(transaction: Transaction<Tables>, from: string, to: string) {
  const { rows } = await sql<{ id: string; office_id: number; line_id: number; state: 'confirmed' }>`
    update reservations set user_id = ${to}::uuid where user_id = ${from}::uuid
    returning id, office_id, line_id, state`.execute(transaction)
  const held: readonly string[] = HELD_STATES
  return rows.filter(({ state }) => held.includes(state))
}

/** A number for WhatsApp opens with its owner's id alone: it is sealed anew for the account that has none. */
async function moveWhatsapp(
  { protection }: Pick<Moves, 'protection'>,
  transaction: Transaction<Tables>,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('whatsapp_messages')
    .set({ user_id: to })
    .where('user_id', '=', from)
    .execute()
  const mine = await transaction
    .deleteFrom('whatsapp_numbers')
    .where('user_id', '=', from)
    .returning(['number', 'number_hash', 'confirmed_at'])
    .executeTakeFirst()
  if (!mine || mine.confirmed_at === null) return
  const number = protection.sealNumber(protection.openNumber(mine.number, from), to)
  await transaction
    .insertInto('whatsapp_numbers')
    .values({ ...mine, user_id: to, number, code_hash: null, code_expires_at: null, tries: 0 })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .execute()
}

/** Whatever else is kept of a user, where the account has none of its own. */
async function moveTheRest(
  context: Pick<Moves, 'protection'>,
  transaction: Transaction<Tables>,
  from: string,
  to: string,
  sessionId: string | null,
) {
  await moveWhatsapp(context, transaction, from, to)
  const whose = { user_id: to }
  for (const table of ['push_subscriptions', 'push_deliveries'] as const)
    await transaction.updateTable(table).set(whose).where('user_id', '=', from).execute()
  await sql`
    update opening_wishes mine set user_id = ${to}::uuid, session_id = ${sessionId}::uuid
    where user_id = ${from}::uuid and ${sessionId}::uuid is not null and not exists (
      select from opening_wishes theirs
      where theirs.user_id = ${to}::uuid and theirs.office_id = mine.office_id
        and theirs.line_id is not distinct from mine.line_id
    )`.execute(transaction)
  await transaction.deleteFrom('opening_wishes').where('user_id', '=', from).execute()
  await sql`
    insert into preferences (user_id, site, notifications)
    select ${to}::uuid, site, notifications from preferences where user_id = ${from}::uuid
    on conflict do nothing`.execute(transaction)
  await transaction.deleteFrom('preferences').where('user_id', '=', from).execute()
  await sql`
    insert into policy_acceptances (user_id, version, accepted_at)
    select ${to}::uuid, version, accepted_at from policy_acceptances where user_id = ${from}::uuid
    on conflict do nothing`.execute(transaction)
  await transaction.deleteFrom('policy_acceptances').where('user_id', '=', from).execute()
  await transaction.deleteFrom('handover_codes').where('user_id', '=', from).execute()
  // What is to be told later is told to who holds it by then.
  await sql`
    update jobs set payload = jsonb_set(payload, '{user_id}', to_jsonb(${to}::text))
    where payload ->> 'user_id' = ${from}::text`.execute(transaction)
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
  { clock, protection }: Moves,
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
  const both = await heldByBoth(transaction, from, to.user_id)
  if (both.tickets.length + both.reservations.length > 0) throw new HoldsTheSame(both)
  const beyond = await beyondTheHand(transaction, from, to.user_id)
  if (beyond.length > 0) throw new HoldsTooMany(beyond)

  const reservations = await moveReservations(transaction, from, to.user_id)
  const tickets = await moveTickets(transaction, from, to.user_id)
  await moveTheRest({ protection }, transaction, from, to.user_id, to.session_id)
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
  if (to.session_id !== null) await enqueueJobs(transaction, [lateJob(from, to.user_id, at)], 'replace')

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
