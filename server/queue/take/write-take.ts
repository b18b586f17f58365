import { type Kysely, sql } from 'kysely'
import { ALMOST_THERE_THRESHOLDS, KNOCKS_KEPT_MS } from '#contract/limits.ts'
import { asHex } from '#server/database/hex.ts'
import { json } from '#server/database/json-column.ts'
import type { WaitRange } from '#contract/rest/offices.ts'
import type { Tables } from '#server/database/tables.ts'
import type { GivenBefore } from './judge-number.ts'
import type { NextNumber } from './number-lines.ts'
import { isNotBelieved, isPreferential, moveOf, preferentialPlace } from '../turn/preference.ts'
import type { NumberRequest } from './number-request.ts'

const [far, near] = ALMOST_THERE_THRESHOLDS

/** What was counted of a key `k` is forgotten by now. */
const isOver = sql`k.since <= excluded.since - ${KNOCKS_KEPT_MS}::integer * interval '1 millisecond'`

/** A number, to whom it is given, and how the office's dispenser shows it. */
export interface Given extends GivenBefore {
  request: NumberRequest
  next: NextNumber
  prefix: string
  /** The wait that is told at the end of the line; null where nobody was told anything. */
  told: WaitRange | null
  /** What the flow said besides, in minutes; null as well where nothing was learned of the line yet. */
  flow: number | null
  /** What the user's own row has of a document, in hex. */
  own_identity: string | null
  /** A provider vouched for it (DOC-04). */
  proven: boolean
  /** Nobody but their browser keeps it. */
  temporal: boolean
  /** Of the fact that it was given. */
  seq: number
}

/**
 * Writes the numbers of a round with their facts: one statement, on which the constraints of the tables have
 * the last word. At each office it happens only while the office stands where it was read: everything that
 * changes an office's turns raises its sequence, hence what was judged is still true; and not while another
 * process holds it. What is no matter of the office is looked at once more: that the sessions are still open,
 * and the documents still those (SEC-04, DOC-03).
 * @param seqs where the offices stood
 * @returns the offices at which it happened; nothing was written at the others
 */
export async function writeTake(
  db: Kysely<Tables>,
  seqs: ReadonlyMap<number, number>,
  given: readonly Given[],
): Promise<Set<number>> {
  const offices = Map.groupBy(given, ({ request }) => request.line.office_id)
  const turns = [...offices].map(([office_id, { length: numbers }]) => ({
    office_id,
    seq: seqs.get(office_id),
    numbers,
  }))
  const rows = given.map(
    ({ request, identity, own_identity, hand, disputed, proven, next, prefix, told, flow, seq: own }) => ({
      seq: own,
      id: request.tuid,
      office_id: request.line.office_id,
      line_id: request.line.line_id,
      day: next.day,
      number: next.number,
      prefix,
      user_id: request.user_id,
      identity_hash: identity && `\\x${identity}`,
      own_identity: own_identity && `\\x${own_identity}`,
      session_id: request.session_id,
      request_id: request.request_id,
      place: next.place,
      told_10: next.waiting - 1 <= far,
      told_5: next.waiting - 1 <= near,
      told_from: told && told.from,
      told_to: told && told.to,
      told_flow: flow,
      at: request.at,
      meta: asHex(request.meta),
      disputed,
      proven,
      hand,
      address_key: request.address_key,
      preference: request.preference,
      ...(request.preference && request.line.preference && moveOf(request.line.preference.rule)),
      detail: { ticket: next.ticket, waiting: next.waiting },
      clerk_id: request.clerk_id,
      press: request.press,
    }),
  )
  const { rows: turned } = await sql<{ office_id: number }>`
    with stood as materialized (
      select t.office_id, t.seq, t.numbers
      from jsonb_to_recordset(${json(turns)}::jsonb) as t (office_id integer, seq bigint, numbers integer)
    ), held as materialized (
      select s.office_id from office_sequences s
      where s.office_id = any(array(select office_id from stood))
      -- an office that another process holds keeps nobody else waiting
      for no key update skip locked
    ), judged as materialized (
      select g.* from jsonb_to_recordset(${json(rows)}::jsonb) as g (
        seq bigint, id uuid, office_id integer, line_id integer, day date, number integer, prefix text, user_id uuid,
        identity_hash bytea, own_identity bytea, session_id uuid, request_id uuid, place numeric, told_10 boolean,
        told_5 boolean, told_from smallint, told_to smallint, told_flow real, at timestamptz, meta bytea, disputed boolean, proven boolean, hand integer,
        address_key text, preference text, at_once boolean, one_in integer, detail jsonb, clerk_id integer, press uuid
      )
    ), changed as (
      select j.office_id from judged j
      where (j.session_id is not null and not exists (
          select from sessions s
          where s.id = j.session_id and s.user_id = j.user_id and s.revoked_at is null and s.expires_at > j.at
        ))
        or (select u.identity_hash from users u where u.id = j.user_id) is distinct from j.own_identity
    ), turn as (
      update office_sequences s set last_seq = s.last_seq + stood.numbers
      from stood
      where s.office_id in (select office_id from held) and s.office_id not in (select office_id from changed)
        and s.office_id = stood.office_id and s.last_seq = stood.seq
      returning s.office_id
    ), given as materialized (
      select j.*, count(*) filter (where j.preference is not null) over (
          partition by j.line_id order by j.seq rows between unbounded preceding and 1 preceding
        ) as earlier
      from judged j where j.office_id in (select office_id from turn)
    ), preferred as (
      select g.id, case when g.preference = 'declared' and ${isNotBelieved({
        user_id: sql`g.user_id`,
        office_id: sql`g.office_id`,
        day: sql`g.day`,
      })} then 'refused' else g.preference end as preference
      from given g where g.preference is not null
    ), moved as (
      select g.id, ${preferentialPlace(
        { id: sql`g.id`, line_id: sql`g.line_id`, place: sql`g.place` },
        { at_once: sql`g.at_once`, one_in: sql`g.one_in` },
        sql`g.earlier`,
      )} as place, g.at_once or g.one_in is not null as by_rule
      from given g join preferred t on t.id = g.id where ${isPreferential}
    ), numbered as (
      insert into line_days (line_id, day, last_number)
      select line_id, day, max(number) from given group by line_id, day
      on conflict (line_id, day) do update set last_number = excluded.last_number
    ), taken as (
      insert into tickets (
        id, office_id, line_id, day, number, prefix, user_id, identity_hash, request_id,
        state, place, arrival_place, preference, told_10, told_5, told_from, told_to, told_flow, inserted_at, meta, disputed, proven, hand
      )
      select g.id, g.office_id, g.line_id, g.day, g.number, g.prefix, g.user_id, g.identity_hash, g.request_id,
             'waiting', coalesce(m.place, g.place), case when m.place <> g.place then g.place end, p.preference,
             g.told_10, g.told_5, told.*, g.at, g.meta, g.disputed, g.proven, g.hand
      from given g left join preferred p on p.id = g.id left join moved m on m.id = g.id
      -- nobody is told the wait at the end of a line in which the office's rule puts them elsewhere
      left join lateral (select g.told_from, g.told_to, g.told_flow) told on m.by_rule is not true
    ), logged as (
      insert into facts (office_id, seq, kind, at, line_id, ticket_id, user_id, detail)
      select office_id, seq, 'ticket:created', at, line_id, id, user_id, detail from given
    ), moves as (
      insert into line_moves (office_id, seq, ticket_id, ahead)
      select g.office_id, g.seq, g.id, (
        select count(*) from tickets t
        where t.line_id = g.line_id and t.state = 'waiting' and (t.place, t.number) < (m.place, g.number)
      ) + (
        select count(*) from given b left join moved n on n.id = b.id
        where b.line_id = g.line_id and b.seq < g.seq and coalesce(n.place, b.place) < m.place
      )
      from given g join moved m on m.id = g.id
    ), noted as (
      insert into desk_acts (office_id, at, clerk_id, act, ticket_id, line_id)
      select office_id, at, clerk_id, 'paper-given', id, line_id from given where clerk_id is not null
    ), pressed as (
      insert into desk_presses (clerk_id, id, at, done)
      select clerk_id, press, at, true from given where clerk_id is not null and press is not null
    ), come_from as (
      insert into ticket_addresses (ticket_id, key)
      select id, address_key from given where address_key is not null
    ), counted as (
      insert into knocks as k (kind, key, since, times)
      select 'number', address_key, max(at), count(*)
      from given where address_key is not null
      -- always in one order, so that the rounds of two processes never wait for each other
      group by address_key order by address_key
      on conflict (kind, key) do update set
        times = case when ${isOver} then 0 else k.times end + excluded.times,
        since = case when ${isOver} then excluded.since else k.since end
    )
    select office_id from turn`.execute(db)
  return new Set(turned.map(({ office_id }) => office_id))
}
