import { type Kysely, sql } from 'kysely'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import type { Fact } from '#server/facts/fact.ts'
import { writeActs } from '#server/facts/note-act.ts'
import { writePresses } from '#server/facts/note-press.ts'
import { askForJobs, type JobOfOffice, writeFacts } from '#server/facts/write-log.ts'
import { isPromised } from '../turn/due-reservation.ts'
import { beforeCall } from '../turn/before-call.ts'
import { reservationCode } from '../turn/reservation-turn.ts'
import type { CallChanges, CallReason } from './judge-calls.ts'

/** A reason, and the place in the log of the fact that it is of. */
type SaidReason = Omit<CallReason, 'fact'> & { seq: number }

/**
 * Writes the calls of a round, with their facts, the jobs that follow and who did it: one statement, and only
 * while the office stands where it was read, and the clerks sit where they sat and do not rest: who leaves a
 * modulo at which nobody stood changes no turn.
 *
 * Who stood at a desk leaves it, as its clerk said, before the next one comes: a modulo attends one ticket at
 * a time. A reservation's ticket has no number of the line and counts for no limit of numbers, so it carries
 * no identity; it waited from its time on, or not at all where it is called before, and is of the day on
 * which that began. The answers stay with the reservation.
 * @param office where it stood
 * @returns false where that is so no more; nothing was written then
 */
export async function writeCalls(
  db: Kysely<Tables>,
  office: { office_id: number; seq: number },
  { ended, called, promised, told, acts }: CallChanges,
  log: {
    facts: readonly Fact[]
    reasons: readonly SaidReason[]
    jobs: readonly JobOfOffice[]
    presses: readonly DoneAt[]
  },
  at: Date,
): Promise<boolean> {
  const desks = [...called, ...promised]
  const rows = json({ ended, called, promised, told })
  const { rows: turned } = await sql`
    with held as materialized (
      select office_id from office_sequences where office_id = ${office.office_id}::integer for no key update
    ), desk as materialized (
      -- behind the office: who leaves a modulo holds it, too
      select m.id from held, modulos m, jsonb_to_recordset(${json(desks)}::jsonb) as d (modulo_id integer, clerk_id integer)
      where m.id = d.modulo_id and m.clerk_id = d.clerk_id and m.break_until is null
      for share of m
    ), turn as (
      update office_sequences set last_seq = last_seq + ${log.facts.length}::integer
      where office_id = ${office.office_id}::integer and last_seq = ${office.seq}::bigint
        and (select count(*) from desk) = ${desks.length}::integer
      returning office_id
    ), round as materialized (
      select ${rows}::jsonb as all from turn
    ), ended as (
      update tickets t set state = e.became, ended_at = ${at}::timestamptz,
        arrived_at = case when e.became = 'attended' then coalesce(t.arrived_at, ${at}::timestamptz) end
      from round, jsonb_to_recordset(round.all -> 'ended') as e (ticket_id uuid, became text)
      where t.id = e.ticket_id and t.state = 'called'
      returning t.reservation_id, t.state
    ), over as (
      update reservations r set ended_at = ${at}::timestamptz,
        state = case when ended.state = 'attended' then 'attended' else 'missed' end
      from ended where r.id = ended.reservation_id
    ), free as materialized (
      select round.all, (select count(*) from ended) as desks from round
    ), called as (
      update tickets t
      set state = 'called', called_at = ${at}::timestamptz + c.nth * interval '1 microsecond', calls = c.calls,
        modulo_id = c.modulo_id, clerk_id = c.clerk_id, before_call = ${beforeCall}
      from free, jsonb_to_recordset(free.all -> 'called') as c (
        ticket_id uuid, calls integer, nth integer, modulo_id integer, clerk_id integer
      )
      where t.id = c.ticket_id and t.state = 'waiting' and free.desks >= 0
    ), promised as (
      update reservations r set state = 'called', called_at = ${at}::timestamptz, before_call = r.state
      from free, jsonb_to_recordset(free.all -> 'promised') as p (
        ticket_id uuid, nth integer, reservation_id uuid, modulo_id integer, clerk_id integer
      )
      where r.id = p.reservation_id and ${isPromised} and free.desks >= 0
      returning r.*, least(r.block_from, ${at}::timestamptz) as came, p.ticket_id, p.nth, p.modulo_id, p.clerk_id
    ), entered as (
      insert into tickets (
        id, office_id, line_id, day, number, prefix, user_id, state, place, told_10, told_5,
        inserted_at, called_at, calls, modulo_id, clerk_id, reservation_id
      )
      select r.ticket_id, r.office_id, r.line_id, (r.came at time zone o.time_zone)::date, null::integer,
             ${reservationCode}, r.user_id, 'called', 0, true, true, r.came,
             ${at}::timestamptz + r.nth * interval '1 microsecond', 1,
             r.modulo_id, r.clerk_id, r.id
      from promised r join offices o on o.id = r.office_id
    ), told as (
      update tickets t set told_10 = true, told_5 = n.near
      from round, jsonb_to_recordset(round.all -> 'told') as n (ticket_id uuid, near boolean)
      where t.id = n.ticket_id
    ), logged as (${writeFacts(log.facts)}), reasoned as (
      insert into call_reasons (office_id, seq, rule, line_ids, stood)
      select turn.office_id, r.seq, r.rule, r.line_ids, r.stood
      from turn, jsonb_to_recordset(${json(log.reasons)}::jsonb) as r (seq bigint, rule text, line_ids jsonb, stood jsonb)
    ), asked as (${askForJobs(log.jobs)}), noted as (${writeActs(acts)}), pressed as (${writePresses(log.presses, at)})
    select office_id from turn`.execute(db)
  return turned.length > 0
}
