import { sql, type Transaction } from 'kysely'
import { NUMBERS_HELD_MAX } from '#contract/limits.ts'
import { HELD_STATES } from '#contract/rules/reservation-state.ts'
import type { Tables } from '#server/database/tables.ts'
import { changePreferences } from '#server/identity/preferences.ts'
import type { AccountsContext } from './accounts-context.ts'

type Needs = Pick<AccountsContext, 'protection'>

interface Brought {
  id: string
  office_id: number
  line_id: number
  prefix: string
  number: number | null
  reservation_id: string | null
  state: string
}
/** Numbers, waiting and past. Each that waits gets a hand of its new owner's that is free. */
async function moveTickets(transaction: Transaction<Tables>, from: string, to: string): Promise<Brought[]> {
  const { rows } = await sql<Brought>`
    with waits as (
      select id, row_number() over (order by inserted_at, id) as nth
      from tickets where user_id = ${from}::uuid and state in ('waiting', 'parked') and hand is not null
    ), free as (
      select hand, row_number() over (order by hand) as nth
      from generate_series(1, ${NUMBERS_HELD_MAX}::integer) as hand
      where hand not in (
        select t.hand from tickets t where t.user_id = ${to}::uuid and t.state in ('waiting', 'parked') and t.hand is not null
      )
    ), hands as (
      select waits.id, free.hand from waits left join free using (nth)
    ), asked_before as (
      select mine.id from tickets mine join tickets theirs using (request_id)
      where mine.user_id = ${from}::uuid and theirs.user_id = ${to}::uuid
    )
    update tickets t set
      user_id = ${to}::uuid,
      hand = case when t.state in ('waiting', 'parked') then (select hands.hand from hands where hands.id = t.id) end,
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

/**
 * A number for WhatsApp opens with its owner's id alone: it is sealed anew for the account that has none.
 * @returns whether they could be called by theirs: then the account can be, by this one or by its own
 */
async function moveWhatsapp(
  { protection }: Needs,
  transaction: Transaction<Tables>,
  from: string,
  to: string,
): Promise<boolean> {
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
  if (!mine || mine.confirmed_at === null) return false
  const number = protection.sealNumber(protection.openNumber(mine.number, from), to)
  await transaction
    .insertInto('whatsapp_numbers')
    .values({ ...mine, user_id: to, number, code_hash: null, code_expires_at: null, tries: 0 })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({
          number: row => row.ref('excluded.number'),
          number_hash: row => row.ref('excluded.number_hash'),
          confirmed_at: row => row.ref('excluded.confirmed_at'),
          code_hash: null,
          code_expires_at: null,
          tries: 0,
          next_number: null,
          next_number_hash: null,
          next_code_hash: null,
          next_code_expires_at: null,
        })
        // One that nobody has shown to be theirs gives way.
        .where('whatsapp_numbers.confirmed_at', 'is', null),
    )
    .execute()
  return true
}

/**
 * The account's own preferences stand, but for the ways by which this very browser was being called: whoever
 * waits with their number and signs in must not fall silent.
 * @param ways those that came along
 */
async function movePreferences(
  transaction: Transaction<Tables>,
  from: string,
  to: string,
  ways: { push: boolean; whatsapp: boolean },
): Promise<void> {
  await sql`
    insert into preferences (user_id, site, notifications)
    select ${to}::uuid, site, notifications from preferences where user_id = ${from}::uuid
    on conflict do nothing`.execute(transaction)
  const mine = await transaction
    .deleteFrom('preferences')
    .where('user_id', '=', from)
    .where('site', '=', 'web')
    .returning('notifications')
    .executeTakeFirst()
  await transaction.deleteFrom('preferences').where('user_id', '=', from).execute()
  const called = {
    ...(ways.push && mine?.notifications.push === true && { push: true }),
    ...(ways.whatsapp && mine?.notifications.whatsapp === true && { whatsapp: true as const }),
  }
  if (Object.keys(called).length > 0)
    await changePreferences(transaction, to, { site: 'web', notifications: called })
}

/** Whatever else is kept of a user, where the account has none of its own. */
async function moveTheRest(
  context: Needs,
  transaction: Transaction<Tables>,
  from: string,
  to: string,
  sessionId: string | null,
) {
  const whatsapp = await moveWhatsapp(context, transaction, from, to)
  const subscriptions = transaction.updateTable('push_subscriptions').where('user_id', '=', from)
  const moved = await subscriptions.set({ user_id: to, session_id: sessionId }).returning('id').execute()
  await transaction.updateTable('push_deliveries').set({ user_id: to }).where('user_id', '=', from).execute()
  await sql`
    update opening_wishes mine set user_id = ${to}::uuid, session_id = ${sessionId}::uuid
    where user_id = ${from}::uuid and ${sessionId}::uuid is not null and not exists (
      select from opening_wishes theirs
      where theirs.user_id = ${to}::uuid and theirs.office_id = mine.office_id
        and theirs.line_id is not distinct from mine.line_id
    )`.execute(transaction)
  await transaction.deleteFrom('opening_wishes').where('user_id', '=', from).execute()
  await movePreferences(transaction, from, to, { push: moved.length > 0, whatsapp })
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
 * What a temporary user holds becomes the account's. A table that names a user belongs here.
 * @returns the numbers that wait or are called, and the times that are held
 */
export async function moveHoldings(
  context: Needs,
  transaction: Transaction<Tables>,
  from: string,
  to: { user_id: string; session_id: string | null },
) {
  const reservations = await moveReservations(transaction, from, to.user_id)
  const tickets = await moveTickets(transaction, from, to.user_id)
  await moveTheRest(context, transaction, from, to.user_id, to.session_id)
  return { tickets, reservations }
}
