import { HELD_STATES } from '#contract/rules/reservation-state.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { asHex } from '#server/database/hex.ts'
import { stateList } from '#server/database/state-list.ts'
import { json } from '#server/database/json-column.ts'
import { settingsVersion } from '#server/database/settings-version.ts'
import { RESERVE_LONGEST_MS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import { overBefore } from '#server/knocks/count-knock.ts'
import type { StandingReservation } from '../standing-reservation.ts'
import type { BookingRequest } from './booking-request.ts'

/**
 * A reservation that may stand in somebody's way: held by them, under their document, or in the block that
 * they ask for.
 */
export interface SeenReservation extends StandingReservation {
  organization_id: number
  request_id: string
  /** The document, by its keyed hash, in hex. */
  identity: string | null
  slot: number
  disputed: boolean
}

/** What is known of one who asks. */
export interface SeenBooker {
  /**
   * Which writing of the user's row this is: each of their bookings and moves writes it anew. Null for
   * nobody.
   */
  version: string | null
  /** The document, by its keyed hash, in hex. */
  identity: string | null
  /** A provider vouched for it (DOC-04). */
  proven: boolean
  /** The reservation that this very request has already. */
  earlier: string | null
  /** Which writing of the line and of its office stands; null where the line is gone. */
  settings: string | null
  /** Documents in use that they have come upon within the hour. */
  clashes: number
}

export interface SeenByRound {
  /** The newest fact of each office; one that is left out has none yet. */
  offices: readonly { office_id: number; seq: number }[]
  /** One for each who asks, in their order. */
  bookers: readonly SeenBooker[]
  standing: readonly SeenReservation[]
}

type Row = Omit<SeenReservation, 'block_from' | 'block_to' | 'confirm_by' | 'arrived_at'> & {
  block_from: string
  block_to: string
  confirm_by: string | null
  arrived_at: string | null
}

const reservationOf = ({ block_from, block_to, confirm_by, arrived_at, ...row }: Row): SeenReservation => ({
  ...row,
  block_from: new Date(block_from),
  block_to: new Date(block_to),
  confirm_by: confirm_by === null ? null : new Date(confirm_by),
  arrived_at: arrived_at === null ? null : new Date(arrived_at),
})

/** SQL: of each row of `each`, the live reservations that are found by it. */
const foundBy = (each: RawBuilder<unknown>, such: RawBuilder<unknown>) => sql`
  select found.* from ${each} cross join lateral (
    select r.id, r.office_id, r.line_id, r.user_id, r.state, r.block_from, r.block_to, r.confirm_by, r.arrived_at, r.request_id,
      encode(r.identity_hash, 'hex') as identity, r.slot, r.disputed
    from reservations r
    where r.deleted_at is null and ${such}
    -- a join would let the planner read the whole table for a large round
    offset 0
  ) found`

/** All that a round of requests is judged by, of one moment. */
export async function readBookings(
  db: Kysely<Tables>,
  requests: readonly BookingRequest[],
  at: Date,
): Promise<SeenByRound> {
  const asked = requests.map((request, nth) => ({
    nth,
    office_id: request.plan.office_id,
    line_id: request.plan.line_id,
    user_id: request.user_id,
    request_id: request.request_id,
    identity_hash: asHex(request.identity_hash),
    clash_key: request.clash_key,
  }))
  const blocks = requests.map(({ plan: { line_id }, block: { from, to } }) => ({
    line_id,
    since: new Date(from - RESERVE_LONGEST_MS),
    from: new Date(from),
    to: new Date(to),
  }))
  const { rows } = await sql<Omit<SeenByRound, 'standing'> & { standing: Row[] }>`
    with asked as materialized (
      select a.*, person.version, coalesce(person.proven, false) as proven, coalesce(person.identity_hash, a.identity_hash) as identity
      from jsonb_to_recordset(${json(asked)}::jsonb) as a (
        nth integer, office_id integer, line_id integer, user_id uuid, request_id uuid, identity_hash bytea, clash_key text
      )
      left join lateral (
        select u.identity_hash, u.document_proven_at is not null as proven, u.xmin::text as version
        from users u where u.id = a.user_id offset 0
      ) person on true
    ), office as (
      select s.office_id, s.last_seq as seq from office_sequences s
      where s.office_id = any(array(select office_id from asked))
    ), booker as (
      select a.nth, a.version, encode(a.identity, 'hex') as identity, a.proven,
        (select r.id from reservations r where r.user_id = a.user_id and r.request_id = a.request_id) as earlier,
        (
          select ${settingsVersion('l', 'o')} from lines l join offices o on o.id = l.office_id where l.id = a.line_id
        ) as settings,
        coalesce((
          select k.times from knocks k
          where k.kind = 'clash' and k.key = a.clash_key and k.since > ${overBefore(at)}::timestamptz
        ), 0) as clashes
      from asked a
    ), standing as (
      ${foundBy(sql`asked a`, sql`r.user_id = a.user_id`)} where found.state in ${stateList(HELD_STATES)}
      union ${foundBy(sql`asked a`, sql`r.identity_hash = a.identity`)} where found.state in ${stateList(HELD_STATES)}
      union ${foundBy(
        sql`(
          select distinct b.* from jsonb_to_recordset(${json(blocks)}::jsonb) as b (
            line_id integer, since timestamptz, "from" timestamptz, "to" timestamptz
          )
        ) b`,
        sql`r.line_id = b.line_id and r.block_from > b.since and r.block_from < b."to" and r.block_to > b."from"`,
      )}
    )
    select
      (select coalesce(jsonb_agg(to_jsonb(office)), '[]') from office) as offices,
      (select jsonb_agg(to_jsonb(booker) order by booker.nth) from booker) as bookers,
      (
        select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('organization_id', o.organization_id)), '[]')
        from standing s join offices o on o.id = s.office_id
      ) as standing`.execute(db)
  const [seen] = rows
  if (!seen) throw new Error('a round of bookings cannot be read')
  return { ...seen, standing: seen.standing.map(reservationOf) }
}
