import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { instantOfWallTime } from '#contract/rules/wall-stretches.ts'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { json } from '#server/database/json-column.ts'
import { inLane } from '#server/database/lanes.ts'
import { STEP, someOf, stepPastTrouble } from '#server/database/step-by-step.ts'
import type { Tables } from '#server/database/tables.ts'
import { closeDay } from '#server/figures/close-day.ts'
import { shownNumber } from '#server/queue/turn/shown-number.ts'
import { forgetNobodies, holdNobodies } from './forget-nobodies.ts'
import type { RetentionContext } from './retention-context.ts'

interface OldOffice {
  office: { id: number; time_zone: string }
  lines: { id: number }[]
  /** YYYY-MM-DD, by the office's clock. */
  today: string
  /** Turns of this day and of later ones stay. */
  kept_from: string
}

interface OfficeWithFirstDay extends OldOffice {
  first_day: string | null
}

/** SQL over the line `l`: its first day with turns after `day`, found by the key of the numbers. */
const firstDayAfter = (day: RawBuilder<unknown>) => sql`(
  select t.day from tickets t where coalesce(t.given_in, t.line_id) = l.id and t.day > ${day}
  order by coalesce(t.given_in, t.line_id), t.day limit 1
)`

/** SQL over the office `o`: the first day after `day` on which somebody came to one of its lines. */
const firstTurnAfter = (day: RawBuilder<unknown>) =>
  sql<string | null>`(select min(${firstDayAfter(day)}) from lines l where l.office_id = o.id)`

/**
 * The next offices in the order of their ids, those too that are closed for ever, each with its first day: of
 * turns, or of a modulo that was open and is closed, for perhaps nobody came, and its hours go all the same.
 * So many at a time: to look through a country's in one go would take seconds. Where their days begin is not
 * asked of the database: of a zone that it does not know all of them would fail.
 */
async function nextOffices(
  { database: { db }, clock }: RetentionContext,
  keptDays: number,
  after: number,
): Promise<OfficeWithFirstDay[]> {
  const offices = await db
    .selectFrom('offices')
    .select(['id', 'time_zone'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(STEP)
    .execute()
  const days = offices.map(({ id, time_zone }) => {
    const today = wallTime(clock.now(), time_zone).day
    const kept_from = addDays(today, -keptDays)
    return { id, time_zone, today, kept_from, kept_at: instantOfWallTime(kept_from, 0, time_zone) }
  })
  const { rows } = await sql<{
    id: number
    line_ids: number[]
    turn_day: string | null
    opened_at: Date | null
  }>`
    select o.id, array(select l.id from lines l where l.office_id = o.id) as line_ids,
      ${firstTurnAfter(sql`'-infinity'::date`)} as turn_day,
      (
        select min(h.opened_at) from modulo_hours h where h.office_id = o.id and h.closed_at <= o.kept_at
      ) as opened_at
    from jsonb_to_recordset(${json(days)}::jsonb) as o (id integer, kept_at timestamptz)`.execute(db)
  const found = new Map(rows.map(row => [row.id, row]))
  return days.map(({ id, time_zone, today, kept_from }) => {
    const { line_ids = [], turn_day = null, opened_at = null } = found.get(id) ?? {}
    const open_day = opened_at && wallTime(opened_at, time_zone).day
    const [first_day = null] = [turn_day, open_day].filter(day => day !== null).sort()
    return {
      office: { id, time_zone },
      lines: line_ids.map(line => ({ id: line })),
      today,
      kept_from,
      first_day,
    }
  })
}

/** All of them, page by page. */
async function* eachOffice(
  context: RetentionContext,
  keptDays: number,
  ending?: AbortSignal,
): AsyncGenerator<OfficeWithFirstDay> {
  for (let last = 0; ; ) {
    const offices = await inLane('readers', () => nextOffices(context, keptDays, last))
    for (const office of offices) {
      yield office
      if (ending?.aborted) return
    }
    if (offices.length < STEP) return
    last = offices.at(-1)?.office.id ?? last
  }
}

/** The office's first day after this one with turns, or on which a modulo was open, as above. */
async function nextDay(
  { database: { db } }: RetentionContext,
  { office, kept_from }: OldOffice,
  after: string,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      ${firstTurnAfter(sql`${after}::date`)},
      (
        select min(greatest((h.opened_at at time zone o.time_zone)::date, ${after}::date + 1)) from modulo_hours h
        where h.office_id = o.id and h.closed_at > (${after}::date + 1)::timestamp at time zone o.time_zone
          and h.closed_at <= ${kept_from}::timestamp at time zone o.time_zone
      )
    ) as day
    from offices o where o.id = ${office.id}::integer`.execute(db)
  return rows[0]?.day ?? null
}

/** SQL over the turn `t`. */
const isOver = sql<boolean>`t.state not in ('waiting', 'called', 'parked')`

interface OldTurn {
  id: string
  /** Null of a paper number. */
  user_id: string | null
}

/** Some turns of a day that may go, whether or not somebody is at them. */
async function someTurns(
  transaction: Kysely<Tables>,
  { lines }: OldOffice,
  day: string,
  { most, past }: { most: number; past: number },
): Promise<OldTurn[]> {
  const { rows } = await sql<OldTurn>`
    select t.id, t.user_id from tickets t
    where coalesce(t.given_in, t.line_id) = any(${lines.map(({ id }) => id)}::integer[]) and t.day = ${day}::date
      and ${isOver}
    order by t.id ${someOf(most, past)}`.execute(transaction)
  return rows
}

/**
 * Takes turns of a day away that is kept for good, with all that hangs on them, but for those that somebody
 * is at. What clerks did is kept for longer perhaps: of which number it was stays in words.
 * @returns those that went
 */
async function takeAway(transaction: Kysely<Tables>, turns: readonly OldTurn[]): Promise<OldTurn[]> {
  const { rows } = await sql<OldTurn>`
    with old as materialized (
      select t.id, ${shownNumber(sql`t.prefix`, sql`t.number`)} as shown from tickets t
      where t.id = any(${turns.map(({ id }) => id)}::uuid[]) and ${isOver}
      order by t.id for update of t skip locked
    ), acts as (
      update desk_acts a set ticket_id = null, reason = null, detail = a.detail || jsonb_build_object('ticket', old.shown)
      from old where a.ticket_id = old.id
    ), addresses as (
      delete from ticket_addresses a using old where a.ticket_id = old.id
    ), rated as (
      delete from polls p using old where p.ticket_id = old.id
    ), rung as (
      delete from push_deliveries d using old where d.ticket_id = old.id
    )
    delete from tickets t using old where t.id = old.id returning t.id, t.user_id`.execute(transaction)
  return rows
}

/**
 * The last numbers of the day, and when modulos were open on it. A line's newest day always stays; what began
 * on a day before stays until each of them from then on is kept for good.
 */
async function takeDayAway(
  { database: { db } }: RetentionContext,
  { office, lines }: OldOffice,
  day: string,
): Promise<void> {
  await sql`
    delete from line_days d where d.line_id = any(${lines.map(({ id }) => id)}::integer[]) and d.day = ${day}::date
      and exists (select from line_days later where later.line_id = d.line_id and later.day > d.day)`.execute(
    db,
  )
  const zone = sql`${office.time_zone}::text`
  const midnight = (later: 0 | 1) => sql`((${day}::date + ${later}::integer)::timestamp at time zone ${zone})`
  await sql`
    delete from modulo_hours h where h.office_id = ${office.id}::integer
      and h.closed_at > ${midnight(0)} and h.closed_at <= ${midnight(1)}
      and not exists (
        select from generate_series(
          (h.opened_at at time zone ${zone})::date::timestamp, ${day}::date - interval '1 day', interval '1 day'
        ) as before (day)
        left join day_figures k on k.office_id = h.office_id and k.day = before.day::date and k.final
        where k.day is null
      )`.execute(db)
}

/** The office's days that are old, the oldest first: the next once the one before is done with. */
async function* oldDays(
  context: RetentionContext,
  { first_day, ...old }: OfficeWithFirstDay,
  ending?: AbortSignal,
): AsyncGenerator<string> {
  for (let day = first_day; day !== null && day < old.kept_from; ) {
    yield day
    if (ending?.aborted) return
    const last = day
    day = await inLane('readers', () => nextDay(context, old, last))
  }
}

/**
 * Turns that are over go after so many days of their office: day by day, the oldest first, and each only
 * once what it was counted to be is kept for good. A day on which somebody's turn is not over stays.
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @returns how many turns went
 * @see rules STAT-01, TKT-06, PAST-01
 */
export async function pruneTurns(
  context: RetentionContext,
  keptDays: number,
  ending?: AbortSignal,
): Promise<number> {
  const asReader = <T>(step: () => Promise<T>) => inLane('readers', step)
  let gone = 0
  const pruneDay = async (old: OldOffice, day: string) => {
    if (!(await asReader(() => closeDay(context, old, day)))) return
    const takeSome = async (most: number, past: number) => {
      const went = await context.database.transaction(async transaction => {
        const turns = await someTurns(transaction, old, day, { most, past })
        await holdNobodies(transaction, turns)
        const rows = await takeAway(transaction, turns)
        await forgetNobodies(transaction, rows)
        // Where somebody is at one of them there may be more behind it.
        return { rows: rows.length, seen: rows.length && turns.length }
      })
      gone += went.rows
      return went.seen
    }
    await stepPastTrouble(takeSome, ending)
    if (!ending?.aborted) await asReader(() => takeDayAway(context, old, day))
  }
  const prune = (office: OfficeWithFirstDay) =>
    eachByItself(oldDays(context, office, ending), day => pruneDay(office, day))
  await eachByItself(eachOffice(context, keptDays, ending), prune)
  return gone
}
