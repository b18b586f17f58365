import { type Kysely, sql } from 'kysely'
import { asHex } from '#server/database/hex.ts'
import { json } from '#server/database/json-column.ts'
import { settingsVersion } from '#server/database/settings-version.ts'
import type { Tables } from '#server/database/tables.ts'
import { overBefore } from '#server/knocks/count-knock.ts'
import type { NumberRequest } from './number-request.ts'

/**
 * A clock that went back by more than this was wrong before: its days are not waited for. Nor is anything
 * looked for that was taken longer ago: what waits so long still is ended by the next sweep, and meanwhile
 * the constraints know of it.
 */
const DAYS_BACK = 7

/** A line, as one who asks on a day of the office finds it. */
export interface SeenLine {
  line_id: number
  asked_day: string
  /** Which writing of the line and its office this is. */
  version: string
  active: boolean
  prefix: string
  frozen: boolean
  /** When it thaws, and opens again, by itself: as text, for it stands in JSON. */
  frozen_until: string | null
  closed_until: string | null
  /** Numbers are given to proven documents alone (DOC-04). */
  proven_only: boolean
  /** How many numbers a document may take in a day; 0 where as many as it likes. */
  line_limit: number
  office_limit: number
  /** How many wait. */
  waiting: number
  /** Behind everybody who waits, whatever any clock says. */
  next_place: number
  /** Whose numbers are given: a clock that goes back takes no line back to an earlier day. */
  day: string
  /** The last that was given on that day. */
  last_number: number
}

/** What is known of one who asks. */
export interface SeenAsker {
  session_open: boolean
  /** Nobody but their browser keeps what they hold. */
  temporal: boolean
  /** The ticket that this very request has already. */
  earlier: string | null
  /** The document, by its keyed hash, in hex. */
  identity: string | null
  /** The same as the user's own row has it. */
  own_identity: string | null
  /** A provider vouched for that one (DOC-04). */
  proven: boolean
  /** The numbers that they hold, wherever these wait. */
  held: readonly { line_id: number; hand: number | null; stale: boolean }[]
  /**
   * Whether what another person holds in this line under this document waits too long; null where nothing
   * does.
   */
  other_stale: boolean | null
  /** Today's numbers of this document at this office, taking out those given up and what others declared. */
  in_office: number
  in_line: number
  /** Those of them that are the asker's own. */
  own_in_office: number
  own_in_line: number
  /** Somebody declared already, today in this line, that this document is theirs. */
  was_declared: boolean
  /** Documents in use that they have come upon within the hour. */
  clashes: number
}

export interface SeenByRound {
  /** The newest fact of each office; one that is left out has none yet. */
  offices: readonly { office_id: number; seq: number }[]
  lines: readonly SeenLine[]
  /** One for each who asks, in their order. */
  askers: readonly SeenAsker[]
  /** Numbers of each address: those that wait, and those that a clerk removed as false. */
  addresses: readonly { key: string; numbers: number }[]
}

/**
 * All that a round of requests is judged by, of one moment. Each asker is looked up by keys, in subselects:
 * joined, the planner would read whole tables for a large round. And what waits is picked out of what the
 * keys find, in a FILTER: as a condition it would let the planner, on a morning on which it remembers empty
 * lines, go through everybody who waits.
 */
export async function readTake(db: Kysely<Tables>, requests: readonly NumberRequest[]): Promise<SeenByRound> {
  const asked = requests.map((request, nth) => ({
    nth,
    office_id: request.line.office_id,
    line_id: request.line.line_id,
    day: request.day,
    at: request.at,
    stale_before: request.staleBefore,
    over_before: overBefore(request.at),
    user_id: request.user_id,
    request_id: request.request_id,
    identity_hash: asHex(request.identity_hash),
    session_id: request.session_id,
    clash_key: request.clash_key,
    address_key: request.address_key,
  }))
  const { rows } = await sql<SeenByRound>`
    with asked as materialized (
      select a.*, person.temporal, person.proven, encode(person.identity_hash, 'hex') as own_identity, coalesce(person.identity_hash, a.identity_hash) as identity
      from jsonb_to_recordset(${json(asked)}::jsonb) as a (
        nth integer, office_id integer, line_id integer, day date, at timestamptz, stale_before timestamptz,
        over_before timestamptz, user_id uuid, request_id uuid, identity_hash bytea, session_id uuid,
        clash_key text, address_key text
      )
      left join lateral (
        select u.temporal, u.identity_hash, u.document_proven_at is not null as proven from users u where u.id = a.user_id offset 0
      ) person on true
    ), office as (
      select s.office_id, s.last_seq as seq from office_sequences s
      where s.office_id = any(array(select office_id from asked))
    ), line as (
      select l.id as line_id, asked.day as asked_day, ${settingsVersion('l', 'o')} as version,
        l.active and o.active as active, l.prefix, l.frozen, l.frozen_until, l.closed_until,
        l.proven_document or o.proven_document as proven_only,
        l.rut_ticket_limit as line_limit, o.rut_ticket_limit as office_limit,
        here.waiting, coalesce(floor(here.last_place) + 1, 0) as next_place, today.day,
        coalesce((select d.last_number from line_days d where d.line_id = l.id and d.day = today.day), 0) as last_number
      from (select distinct line_id, day from asked) asked
      join lines l on l.id = asked.line_id
      join offices o on o.id = l.office_id
      cross join lateral (
        select count(*) as waiting, max(t.place) as last_place, max(t.day) as last_day
        from tickets t where t.line_id = asked.line_id and t.state = 'waiting'
      ) here
      cross join lateral (
        select greatest(asked.day, here.last_day, (
          select max(d.day) from line_days d
          where d.line_id = asked.line_id and d.day <= asked.day + ${DAYS_BACK}::integer
        )) as day
      ) today
    ), asker as (
      select a.nth, encode(a.identity, 'hex') as identity, a.own_identity, coalesce(a.temporal, false) as temporal,
        coalesce(a.proven, false) as proven,
        a.session_id is null or exists (
          select from sessions s
          where s.id = a.session_id and s.user_id = a.user_id and s.revoked_at is null and s.expires_at > a.at
        ) as session_open,
        (select t.id from tickets t where t.user_id = a.user_id and t.request_id = a.request_id) as earlier,
        (
          select coalesce(jsonb_agg(jsonb_build_object(
            'line_id', t.line_id, 'hand', t.hand, 'stale', t.state = 'waiting' and t.inserted_at <= a.stale_before
          )) filter (where t.state in ('waiting', 'parked')), '[]')
          from tickets t
          where t.user_id = a.user_id and t.inserted_at > a.at - ${DAYS_BACK}::integer * interval '1 day'
        ) as held,
        document.*,
        coalesce((
          select k.times from knocks k
          where k.kind = 'clash' and k.key = a.clash_key and k.since > a.over_before
        ), 0) as clashes
      from asked a
      cross join lateral (
        select
          bool_or(t.state = 'waiting' and t.inserted_at <= a.stale_before)
            filter (where here and not mine and t.state in ('waiting', 'parked') and not t.disputed) as other_stale,
          count(*) filter (where counts) as in_office,
          count(*) filter (where counts and here) as in_line,
          count(*) filter (where counts and mine) as own_in_office,
          count(*) filter (where counts and mine and here) as own_in_line,
          coalesce(bool_or(here and stands and t.disputed), false) as was_declared
        from tickets t
        cross join lateral (
          select t.line_id = a.line_id as here, t.user_id is not distinct from a.user_id as mine,
            t.day = a.day and t.state not in ('given-up', 'removed') as stands
        ) is_it
        -- what somebody else declared bars nobody's way
        cross join lateral (select stands and (mine or not t.disputed) as counts) it
        where t.office_id = a.office_id and t.identity_hash = a.identity and t.day >= a.day - ${DAYS_BACK}::integer
      ) document
    ), address as (
      select f.key, (
        select count(*) filter (where t.state = 'waiting' and t.inserted_at > f.stale_before)
        from ticket_addresses n join tickets t on t.id = n.ticket_id where n.key = f.key
      ) + coalesce((
        select k.times from knocks k where k.kind = 'false' and k.key = f.key and k.since > f.over_before
      ), 0) as numbers
      from (
        select address_key as key, max(stale_before) as stale_before, max(over_before) as over_before
        from asked where address_key is not null group by address_key
      ) f
    )
    select
      (select coalesce(jsonb_agg(to_jsonb(office)), '[]') from office) as offices,
      (select coalesce(jsonb_agg(to_jsonb(line)), '[]') from line) as lines,
      (select jsonb_agg(to_jsonb(asker) order by asker.nth) from asker) as askers,
      (select coalesce(jsonb_agg(to_jsonb(address)), '[]') from address) as addresses`.execute(db)
  const [seen] = rows
  if (!seen) throw new Error('a round of numbers cannot be read')
  return seen
}
