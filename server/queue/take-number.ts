import { type Kysely, sql, type Transaction } from 'kysely'
import type { TicketErrorCode } from '#contract/error-codes.ts'
import { ALMOST_THERE_THRESHOLDS, DOCUMENT_CLASHES_MAX, NUMBERS_HELD_MAX } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { overBefore } from '#server/knocks/count-knock.ts'
import { type LineSettings, settingsVersion } from './line-settings.ts'
import type { QueueContext } from './queue-context.ts'
import { shownNumber } from './shown-number.ts'

/** A number that somebody, or the office's own dispenser, asks for. */
export interface NumberRequest {
  /** The id that the ticket gets, if one is made. */
  tuid: string
  /** What everything else here was made from: it must still be so. */
  line: Pick<LineSettings, 'line_id' | 'office_id' | 'version'>
  /** The office's own day, YYYY-MM-DD: numbers start at 1 each day. */
  day: string
  at: Date
  /** What waits since before this is as good as gone, and bars nobody's way. */
  staleBefore: Date
  /** Null for a paper number. */
  user_id: string | null
  request_id: string | null
  /** Counts where the user's own row has none. */
  identity_hash: Uint8Array | null
  meta: Uint8Array | null
  /** Refused with this, unless it is a request that already has its ticket. */
  precluded: TicketErrorCode | null
  /** Who asks says that the document is theirs under which another person holds a number ("No fui yo"). */
  declared: boolean
  /** Must be open still, by the same look (SEC-04); null for what this house asks for itself. */
  session_id: string | null
  /** By which that session is counted (DOC-03). */
  session_key: string | null
  /** By which the address is counted, and how many of its numbers may wait (SEC-03). */
  address_key: string | null
  address_max: number
}

export type NumberOutcome =
  | { verdict: 'taken'; tuid: string; seq: number; number: number; ticket: string; waiting: number }
  /** The request was heard before: its ticket, whatever became of it since. */
  | { verdict: 'repeated'; tuid: string }
  /** The session that asked is over. */
  | { verdict: 'session-over' }
  /** The line or its office was written since its settings were read. */
  | { verdict: 'outdated' }
  /** A ticket of the same person waits there, but too long: expire it and ask again. */
  | { verdict: 'stale' }
  | { verdict: 'refused'; code: TicketErrorCode }
  /** Nothing speaks against it but what another person took under the same document. */
  | { verdict: 'clash'; code: TicketErrorCode; declarable: boolean }
  /** Its session has met too many clashes. */
  | { verdict: 'too-many-clashes' }

/** A clock that went back by more than this was wrong before: its days are not waited for. */
const DAYS_BACK = 7

const [far, near] = ALMOST_THERE_THRESHOLDS

/**
 * All of it in one statement: judge the request, and if nothing speaks against it raise the office's sequence and the
 * line's number, write the ticket and its fact.
 *
 * A statement sees the database as it was when it began, and may then have had to wait for the office. So `turn`
 * raises the sequence only if it still stands where the statement saw it: everything that changes an office's turns
 * raises it, hence what was counted and judged here is still true. Otherwise nothing is written and nothing returned.
 */
async function judgeAndTake(db: Kysely<Tables>, asked: NumberRequest): Promise<NumberOutcome | null> {
  const { day, at, user_id, request_id } = asked
  const { office_id, line_id, version } = asked.line
  const { rows } = await sql<{ outcome: NumberOutcome | null }>`
    with seen as materialized (
      select last_seq from office_sequences where office_id = ${office_id}::integer
    ), settings as (
      select l.prefix, l.frozen, l.active and o.active as active,
             l.rut_ticket_limit as line_limit, o.rut_ticket_limit as office_limit,
             ${settingsVersion('l', 'o')} as version
      from lines l join offices o on o.id = l.office_id
      where l.id = ${line_id}::integer
    ), owner as (
      select coalesce(
        (select identity_hash from users where id = ${user_id}::uuid),
        ${asked.identity_hash}::bytea
      ) as identity_hash
    ), earlier as (
      select id from tickets where user_id = ${user_id}::uuid and request_id = ${request_id}::uuid
    ), own as (
      select bool_or(t.inserted_at <= ${asked.staleBefore}::timestamptz) as stale
      from tickets t
      where t.user_id = ${user_id}::uuid and t.line_id = ${line_id}::integer and t.state = 'waiting'
    ), others as (
      select bool_or(t.inserted_at <= ${asked.staleBefore}::timestamptz) as stale
      from owner join tickets t on t.identity_hash = owner.identity_hash
      where t.line_id = ${line_id}::integer and t.state = 'waiting' and not t.disputed
        and t.user_id is distinct from ${user_id}::uuid
    ), used as (
      select count(*) as in_office, count(*) filter (where here) as in_line,
             count(*) filter (where mine) as own_in_office, count(*) filter (where mine and here) as own_in_line
      from (
        select t.line_id = ${line_id}::integer as here, t.user_id is not distinct from ${user_id}::uuid as mine
        from owner join tickets t on t.identity_hash = owner.identity_hash
        where t.office_id = ${office_id}::integer and t.day = ${day}::date and t.state not in ('given-up', 'removed')
          -- what somebody else declared bars nobody's way
          and (not t.disputed or t.user_id is not distinct from ${user_id}::uuid)
      ) counted
    ), held as (
      select (
        select min(hand) from generate_series(1, ${NUMBERS_HELD_MAX}::integer) as hands (hand)
        where not exists (
          select from tickets t
          where t.user_id = ${user_id}::uuid and t.state = 'waiting' and t.hand = hands.hand
        )
      ) as hand, exists (
        select from tickets t
        where t.user_id = ${user_id}::uuid and t.state = 'waiting' and t.inserted_at <= ${asked.staleBefore}::timestamptz
      ) as stale
    ), near as (
      select (
        select count(*) from ticket_addresses a join tickets t on t.id = a.ticket_id
        where a.key = ${asked.address_key}::text and t.state = 'waiting'
          and t.inserted_at > ${asked.staleBefore}::timestamptz
      ) + coalesce((
        select times from knocks
        where kind = 'false' and key = ${asked.address_key}::text and since > ${overBefore(at)}::timestamptz
      ), 0) as numbers
    ), line as (
      select count(*) as ahead, max(place) as last_place, max(day) as last_day
      from tickets where line_id = ${line_id}::integer and state = 'waiting'
    ), today as (
      -- a clock that goes back takes no line back to an earlier day: its numbers go on, and so does its order
      select greatest(
        ${day}::date, line.last_day,
        (select max(d.day) from line_days d
          where d.line_id = ${line_id}::integer and d.day <= ${day}::date + ${DAYS_BACK}::integer)
      ) as day from line
    ), weighed as (
      select case
        when ${asked.session_id}::uuid is not null and not exists (
          select from sessions
          where id = ${asked.session_id}::uuid and user_id = ${user_id}::uuid
            and revoked_at is null and expires_at > ${at}::timestamptz
        ) then 'session-over'
        when exists (select from earlier) then 'repeated'
        when settings.version is distinct from ${version}::text then 'outdated'
        when not ${asked.declared}::boolean and exists (
          select from knocks
          where kind = 'clash' and key = ${asked.session_key}::text and times >= ${DOCUMENT_CLASHES_MAX}::integer
            and since > ${overBefore(at)}::timestamptz
        ) then 'too-many-clashes'
        when ${asked.precluded}::text is not null then ${asked.precluded}::text
        when not settings.active then 'line-no-exist'
        when settings.prefix = '' then 'line-no-prefix'
        when settings.frozen then 'line-frozen'
        when own.stale or others.stale then 'stale'
        when not own.stale then 'already-has-ticket'
        when held.hand is null and held.stale then 'stale'
        when held.hand is null then 'too-many-numbers'
        when near.numbers >= ${asked.address_max}::integer then 'address-ticket-limit-reached'
        when office_limit > 0 and used.own_in_office >= office_limit then 'office-ticket-limit-reached'
        when line_limit > 0 and used.own_in_line >= line_limit then 'rut-line-limit-reached'
        else 'taken'
      end as verdict,
      -- what is known of the document alone, of which another person may have said that it is theirs
      case
        when not others.stale then 'already-has-ticket'
        when office_limit > 0 and used.in_office >= office_limit then 'office-ticket-limit-reached'
        when line_limit > 0 and used.in_line >= line_limit then 'rut-line-limit-reached'
      end as clash,
      not exists (
        select from owner join tickets t on t.identity_hash = owner.identity_hash
        where t.line_id = ${line_id}::integer and t.day = ${day}::date and t.disputed
          and t.state not in ('given-up', 'removed')
      ) as declarable
      from used, own, others, held, near left join settings on true
    ), judged as (
      select clash, declarable, case
        when verdict = 'taken' and clash is not null and not (declarable and ${asked.declared}::boolean) then 'clash'
        else verdict
      end as verdict
      from weighed
    ), turn as (
      update office_sequences s set last_seq = s.last_seq + 1
      from seen, judged
      where s.office_id = ${office_id}::integer and s.last_seq = seen.last_seq and judged.verdict = 'taken'
      returning s.last_seq as seq
    ), numbered as (
      insert into line_days as d (line_id, day, last_number)
      select ${line_id}::integer, today.day, 1 from turn, today
      on conflict (line_id, day) do update set last_number = d.last_number + 1
      returning d.last_number as number
    ), taken as (
      insert into tickets (
        id, office_id, line_id, day, number, prefix, user_id, identity_hash, request_id,
        state, place, told_10, told_5, inserted_at, meta, disputed, hand
      )
      select ${asked.tuid}::uuid, ${office_id}::integer, ${line_id}::integer, today.day, numbered.number,
             settings.prefix, ${user_id}::uuid, owner.identity_hash, ${request_id}::uuid,
             'waiting',
             -- days first: what waits from before midnight keeps its place before the new day's number 1; and behind
             -- everybody who waits, whatever any clock says
             greatest(
               (today.day - date '2000-01-01')::numeric * 1000000 + numbered.number,
               floor(line.last_place) + 1
             ),
             line.ahead <= ${far}::integer, line.ahead <= ${near}::integer,
             ${at}::timestamptz, ${asked.meta}::bytea, judged.clash is not null,
             case when ${user_id}::uuid is not null then held.hand end
      from numbered, settings, owner, line, today, judged, held
      returning number, ${shownNumber(sql`prefix`, sql`number`)} as ticket
    ), logged as (
      insert into facts (office_id, seq, kind, at, line_id, ticket_id, user_id, detail)
      select ${office_id}::integer, turn.seq, 'ticket:created', ${at}::timestamptz, ${line_id}::integer,
             ${asked.tuid}::uuid, ${user_id}::uuid,
             jsonb_build_object('ticket', taken.ticket, 'waiting', line.ahead + 1)
      from turn, taken, line
    ), come_from as (
      insert into ticket_addresses (ticket_id, key)
      select ${asked.tuid}::uuid, ${asked.address_key}::text from taken where ${asked.address_key}::text is not null
    ), counted as (
      insert into knocks as k (kind, key, since, times)
      select 'number', ${asked.address_key}::text, ${at}::timestamptz, 1
      from taken where ${asked.address_key}::text is not null
      on conflict (kind, key) do update set
        times = case when k.since <= ${overBefore(at)}::timestamptz then 1 else k.times + 1 end,
        since = case when k.since <= ${overBefore(at)}::timestamptz then ${at}::timestamptz else k.since end
    ), remembered as (
      update users set last_turn_at = ${at}::timestamptz
      where id = ${user_id}::uuid and exists (select from taken)
    )
    select case
      when judged.verdict = 'taken' then (
        select jsonb_build_object('verdict', 'taken', 'tuid', ${asked.tuid}::text, 'seq', turn.seq,
                                  'number', taken.number, 'ticket', taken.ticket, 'waiting', line.ahead + 1)
        from turn, taken, line
      )
      when judged.verdict = 'repeated' then (
        select jsonb_build_object('verdict', 'repeated', 'tuid', earlier.id) from earlier
      )
      when judged.verdict = 'clash' then jsonb_build_object('verdict', 'clash', 'code', judged.clash, 'declarable', judged.declarable)
      when judged.verdict in ('session-over', 'outdated', 'stale', 'too-many-clashes')
        then jsonb_build_object('verdict', judged.verdict)
      else jsonb_build_object('verdict', 'refused', 'code', judged.verdict)
    end as outcome
    from judged`.execute(db)
  return rows[0]?.outcome ?? null
}

/** The same, with the office held first: what it sees cannot be old. */
async function takeHoldingOffice(
  transaction: Transaction<Tables>,
  asked: NumberRequest,
): Promise<NumberOutcome> {
  await holdOffice(transaction, asked.line.office_id)
  const outcome = await judgeAndTake(transaction, asked)
  if (!outcome)
    throw new Error(`line ${asked.line.line_id} of office ${asked.line.office_id} gives no number`)
  return outcome
}

async function decide(database: Database, asked: NumberRequest): Promise<NumberOutcome> {
  const attempt = async () =>
    (await judgeAndTake(database.db, asked)) ??
    (await database.transaction(transaction => takeHoldingOffice(transaction, asked)))
  for (let again = 0; ; again++) {
    try {
      return await attempt()
    } catch (error) {
      // One person, at two offices at once: each holds its own office, so only the constraint sees both. The other one is
      // committed by now, and is found: the same request's ticket, or a hand that is full.
      const isBoth =
        isUniqueViolation(error, 'tickets_request_once') || isUniqueViolation(error, 'tickets_in_hand')
      if (!isBoth || again === NUMBERS_HELD_MAX) throw error
    }
  }
}

/**
 * Gives the next number of a line, and tells the fact. Nearly always one statement; where another process changed the
 * office in that very moment, or the office has no sequence yet, again with the office held.
 */
export async function takeNumber(
  { database, gate, tell }: Pick<QueueContext, 'database' | 'gate' | 'tell'>,
  asked: NumberRequest,
): Promise<NumberOutcome> {
  const { user_id, at } = asked
  const { office_id, line_id } = asked.line
  return await gate.pass(office_id, async () => {
    const outcome = await decide(database, asked)
    if (outcome.verdict === 'taken') {
      const { tuid: ticket_id, seq, ticket, waiting } = outcome
      const about = { office_id, seq, at, line_id, ticket_id, reservation_id: null, user_id }
      tell([{ ...about, name: 'ticket:created', detail: { ticket, waiting } }])
    }
    return outcome
  })
}
