import { type RawBuilder, sql } from 'kysely'
import { TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { pruneActs } from '#server/facts/prune-acts.ts'
import { prunePresses } from '#server/facts/prune-presses.ts'
import { discardSpent } from '#server/identity/discard-spent.ts'
import { pruneJobs } from '#server/jobs/prune-jobs.ts'
import { discardPushLeftovers } from '#server/notify/discard-push-leftovers.ts'
import { forgetNotes } from '#server/queue/turn/forget-notes.ts'
import { forgetPreference } from '#server/queue/turn/forget-preference.ts'
import { forgetBookedPeople } from '#server/reservations/forget-booked-people.ts'
import { discardWhatsappLeftovers } from '#server/whatsapp/discard-whatsapp-leftovers.ts'
import { NOON, queueOffice } from './queue-office.ts'

const LONG_AGO = new Date('2025-01-10T15:00:00Z')

interface Place {
  office_id: number
  line_id: number
  clerk_id: number
  user_id: string
}

/** SQL: the rows `n`, each `at` long ago, or at noon for the last of them. */
const ROWS = sql`of_upkeep`

const hash = sql`decode(md5(gen_random_uuid()::text), 'hex')`

const tickets = ({ office_id, line_id }: Place) => sql`
  insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at, ended_at, preference, arrival_place)
  select md5('turn ' || n)::uuid, ${office_id}::integer, ${line_id}::integer, at::date, n, 'A', 'attended', n, at, at, 'given', n
  from ${ROWS}`

const facts = ({ office_id, line_id }: Place) => sql`
  insert into facts (office_id, seq, kind, at, line_id, detail)
  select ${office_id}::integer, n, 'call:created', at, ${line_id}::integer, '{}' from ${ROWS}`

/** What is looked after, bit by bit. */
export interface Upkeep {
  name: string
  /** Writes what is over, and what is not. */
  fill(place: Place): RawBuilder<unknown>[]
  /** The rows that are to go, and those of today: table and condition. */
  kept: [table: keyof Tables, such?: string][]
  run(context: { database: Database; clock: { now(): Date } }, ending?: AbortSignal): Promise<unknown>
}

export const UPKEEP: Upkeep[] = [
  {
    name: 'what clerks did',
    fill: ({ office_id, clerk_id }) => [
      sql`insert into desk_acts (office_id, at, clerk_id, act)
        select ${office_id}::integer, at, ${clerk_id}::integer, 'called' from ${ROWS}`,
    ],
    kept: [['desk_acts', "act = 'called'"]],
    run: pruneActs,
  },
  {
    name: 'presses',
    fill: ({ clerk_id }) => [
      sql`insert into desk_presses (clerk_id, id, at, done)
        select ${clerk_id}::integer, gen_random_uuid(), at, true from ${ROWS}`,
    ],
    kept: [['desk_presses']],
    run: prunePresses,
  },
  {
    name: 'work that was given up',
    fill: () => [
      sql`insert into jobs (kind, key, payload, run_at, attempts, failing_since)
        select 'mail-account', n::text, '{}', 'infinity', 8, at from ${ROWS}`,
    ],
    kept: [['jobs']],
    run: (context, ending) => pruneJobs(context, TEMPORARY_PERSON_KEPT_MS, ending),
  },
  {
    name: 'what opens nothing any more',
    fill: place => [
      sql`insert into used_captchas (signature, expires_at) select n::text, at from ${ROWS}`,
      sql`insert into handover_codes (code_hash, user_id, expires_at)
        select ${hash}, ${place.user_id}::uuid, at from ${ROWS}`,
      sql`insert into knocks (kind, key, since, times) select 'number', n::text, at, 1 from ${ROWS}`,
      sql`insert into sessions (id, user_id, cookie_hash, token_hash, created_at, expires_at)
        select gen_random_uuid(), ${place.user_id}::uuid, ${hash}, ${hash}, at, at from ${ROWS}`,
      tickets(place),
      sql`update tickets set state = 'called', ended_at = null, called_at = inserted_at
        where inserted_at = ${NOON}::timestamptz`,
      sql`insert into ticket_addresses (ticket_id, key) select id, 'address' from tickets`,
    ],
    kept: [['used_captchas'], ['handover_codes'], ['knocks'], ['sessions'], ['ticket_addresses']],
    run: discardSpent,
  },
  {
    name: 'what push leaves behind',
    fill: ({ user_id }) => [
      sql`insert into push_deliveries (id, subscription_id, user_id, kind, sent_at)
        select gen_random_uuid(), gen_random_uuid(), ${user_id}::uuid, 'call', at from ${ROWS}`,
      sql`insert into users (id, temporal, created_at) select md5('user ' || n)::uuid, true, at from ${ROWS}`,
      sql`insert into sessions (id, user_id, cookie_hash, token_hash, created_at, expires_at)
        select gen_random_uuid(), md5('user ' || n)::uuid, ${hash}, ${hash}, at, at + interval '1 hour' from ${ROWS}`,
      sql`insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, language, created_at)
        select gen_random_uuid(), md5('user ' || n)::uuid, 'https://push.example/' || n, 'x', 'x', 'es', at from ${ROWS}`,
    ],
    kept: [['push_deliveries'], ['push_subscriptions']],
    run: discardPushLeftovers,
  },
  {
    name: 'what WhatsApp leaves behind',
    fill: ({ user_id }) => [
      sql`insert into whatsapp_messages (id, user_id, kind, sent_at, status, status_at)
        select gen_random_uuid(), ${user_id}::uuid, 'code', at, 'sent', at from ${ROWS}`,
      sql`insert into users (id, temporal, created_at) select md5('user ' || n)::uuid, true, at from ${ROWS}`,
      sql`insert into whatsapp_numbers (user_id, number, number_hash, confirmed_at, next_number, next_number_hash, next_code_hash, next_code_expires_at)
        select md5('user ' || n)::uuid, ${hash}, ${hash}, at, ${hash}, ${hash}, ${hash}, at from ${ROWS}`,
    ],
    kept: [['whatsapp_messages'], ['whatsapp_numbers', 'next_number is not null']],
    run: discardWhatsappLeftovers,
  },
  {
    name: 'notes of a turn',
    fill: place => [
      tickets(place),
      sql`insert into ticket_notes (ticket_id, note, noted_at) select id, ${hash}, inserted_at from tickets`,
    ],
    kept: [['ticket_notes']],
    run: forgetNotes,
  },
  {
    name: 'who was preferential',
    fill: place => [
      tickets(place),
      facts(place),
      sql`insert into call_reasons (office_id, seq, rule, line_ids, stood)
        select office_id, seq, 'order', '[]', '[]' from facts`,
      sql`insert into line_moves (office_id, seq, ticket_id, ahead)
        select office_id, seq, md5('turn ' || seq)::uuid, 1 from facts`,
      sql`insert into desk_acts (office_id, at, clerk_id, act, ticket_id)
        select ${place.office_id}::integer, inserted_at, ${place.clerk_id}::integer, 'preference-given', id from tickets`,
    ],
    kept: [
      ['tickets', 'preference is not null'],
      ['call_reasons'],
      ['line_moves'],
      ['desk_acts', "act = 'preference-given' and ticket_id is not null"],
    ],
    run: forgetPreference,
  },
  {
    name: 'for whom desks booked',
    fill: ({ office_id, line_id, clerk_id }) => [
      sql`insert into reservations (id, office_id, line_id, request_id, state, block_from, block_to, slot, slots, inserted_at, deleted_at, booked_for, meta)
        select md5('time ' || n)::uuid, ${office_id}::integer, ${line_id}::integer, gen_random_uuid(), 'cancelled',
          at + n * interval '1 s', at + n * interval '2 s', 1, 1, at, at, ${hash}, ${hash} from ${ROWS}`,
      sql`insert into desk_acts (office_id, at, clerk_id, act, reservation_id, reason)
        select ${office_id}::integer, inserted_at, ${clerk_id}::integer, 'reservation-removed', id, 'Rosa' from reservations`,
    ],
    kept: [
      ['reservations', 'booked_for is not null'],
      ['reservations', 'meta is not null'],
      ['desk_acts', 'reason is not null'],
    ],
    run: (context, ending) => forgetBookedPeople(context, TEMPORARY_PERSON_KEPT_MS, ending),
  },
]

/** An office in whose tables so many rows are over, and so many are of today, as `upkeep` writes them. */
export async function fillUpkeep(
  database: Database,
  { fill }: Pick<Upkeep, 'fill'>,
  { over, today }: { over: number; today: number },
) {
  await sql`
    create table of_upkeep as
    select n, case when n <= ${sql.lit(over)} then ${sql.lit(LONG_AGO)}::timestamptz else ${sql.lit(NOON)}::timestamptz end as at
    from generate_series(1, ${sql.lit(over + today)}) as n`.execute(database.db)
  const office = await queueOffice(database)
  const { clerk_id } = await office.clerk()
  const line_id = await office.line()
  const place = { office_id: office.office_id, line_id, clerk_id, user_id: await office.user() }
  for (const statement of fill(place)) await statement.execute(database.db)
  return office
}
