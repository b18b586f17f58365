import { type Kysely, sql } from 'kysely'
import { asHex } from '#server/database/hex.ts'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Fact } from '#server/facts/fact.ts'
import { askForJobs, writeFacts } from '#server/facts/write-log.ts'
import type { LinePlan } from '../line-plan.ts'
import { reservationJobsOf } from '../reservation-jobs.ts'
import type { BookingRequest } from './booking-request.ts'
import type { MayBook } from './judge-booking.ts'
import type { SeenReservation } from './read-bookings.ts'

/** A block, and who gets it. */
export interface Booked extends MayBook {
  request: BookingRequest
  reservation: SeenReservation
  /** Which writing of the user's row it was judged by. */
  version: string
  fact: Fact
}

/** What its owner may have no second of, as long as they hold it. */
export function onceIn({ one_per, line_id, office_id, organization_id }: LinePlan): string | null {
  if (one_per === null) return null
  return `${one_per}:${{ line: line_id, office: office_id, organization: organization_id }[one_per]}`
}

/**
 * Writes the reservations of a round with their facts and reminders: one statement, on which the constraints
 * of the tables have the last word. At each office it happens only while the office stands where it was read,
 * and is held by no other process; and while those who book have booked and moved nothing meanwhile, at
 * whichever offices: each booking writes its user's row anew, so that of two in the same moment the second
 * one is judged again behind the first.
 * @param seqs where the offices stood
 * @returns the offices at which it happened; nothing was written at the others
 */
export async function writeBookings(
  db: Kysely<Tables>,
  seqs: ReadonlyMap<number, number>,
  booked: readonly Booked[],
  at: Date,
): Promise<Set<number>> {
  const offices = Map.groupBy(booked, ({ request }) => request.plan.office_id)
  const turns = [...offices].map(([office_id, { length: facts }]) => ({
    office_id,
    seq: seqs.get(office_id),
    facts,
  }))
  const rows = booked.map(({ request, reservation, version, proven }) => ({
    ...reservation,
    version,
    proven,
    identity_hash: reservation.identity && `\\x${reservation.identity}`,
    slots: request.plan.slots,
    meet: request.meet,
    once_in: onceIn(request.plan),
    confirmed_at: reservation.confirm_by ? null : at,
    meta: asHex(request.meta),
  }))
  const jobs = booked.flatMap(({ reservation }) =>
    reservationJobsOf(reservation, at).map(job => ({ ...job, office_id: reservation.office_id })),
  )
  const { rows: turned } = await sql<{ office_id: number }>`
    with stood as materialized (
      select t.office_id, t.seq, t.facts
      from jsonb_to_recordset(${json(turns)}::jsonb) as t (office_id integer, seq bigint, facts integer)
    ), held as materialized (
      select s.office_id from office_sequences s
      where s.office_id = any(array(select office_id from stood))
      -- an office that another process holds keeps nobody else waiting
      for no key update skip locked
    ), booked as materialized (
      select b.* from jsonb_to_recordset(${json(rows)}::jsonb) as b (
        id uuid, office_id integer, line_id integer, user_id uuid, version text, identity_hash bytea, request_id uuid,
        state text, block_from timestamptz, block_to timestamptz, slot integer, slots integer, meet boolean,
        once_in text, disputed boolean, proven boolean, confirm_by timestamptz, confirmed_at timestamptz, meta bytea
      )
    ), person as materialized (
      select u.id from users u, booked
      where u.id = booked.user_id and u.xmin::text = booked.version and booked.office_id in (select office_id from held)
      -- whom another process books or moves just now keeps nobody else waiting
      order by u.id
      for no key update of u skip locked
    ), turn as (
      update office_sequences s set last_seq = s.last_seq + stood.facts
      from stood
      where s.office_id in (select office_id from held) and s.office_id = stood.office_id and s.last_seq = stood.seq
        and not exists (
          select from booked where booked.office_id = s.office_id and booked.user_id not in (select id from person)
        )
      returning s.office_id
    ), given as materialized (
      select * from booked where office_id in (select office_id from turn)
    ), written as (
      update users set last_turn_at = ${at}::timestamptz where id in (select user_id from given)
    ), entered as (
      insert into reservations (
        id, office_id, line_id, user_id, identity_hash, request_id, state, block_from, block_to, slot, slots, meet,
        once_in, disputed, proven, inserted_at, confirm_by, confirmed_at, meta
      )
      select id, office_id, line_id, user_id, identity_hash, request_id, state, block_from, block_to, slot, slots, meet,
             once_in, disputed, proven, ${at}::timestamptz, confirm_by, confirmed_at, meta
      from given
      -- always in one order, so that the rounds of two processes never wait for each other
      order by identity_hash, id
    ), logged as (${writeFacts(booked.map(({ fact }) => fact))}), asked as (${askForJobs(jobs)})
    select office_id from turn`.execute(db)
  return new Set(turned.map(({ office_id }) => office_id))
}
