import { type RawBuilder, sql } from 'kysely'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { inLane } from '#server/database/lanes.ts'
import { STEP, stepByStep } from '#server/database/step-by-step.ts'
import { closeDay } from '#server/figures/close-day.ts'
import { shownNumber } from '#server/queue/turn/shown-number.ts'
import { forgetNobodies } from './forget-nobodies.ts'
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

/**
 * SQL over the office `o`: its first day after `day` with turns, or on which a modulo was open that was
 * closed before `keptFrom`: perhaps nobody came, and its hours go all the same.
 */
const firstOfOffice = (day: RawBuilder<unknown>, keptFrom: RawBuilder<unknown>) => sql<string | null>`least(
  (select min(${firstDayAfter(day)}) from lines l where l.office_id = o.id),
  (
    select min(greatest((h.opened_at at time zone o.time_zone)::date, ${day} + 1)) from modulo_hours h
    where h.office_id = o.id and h.closed_at > (${day} + 1)::timestamp at time zone o.time_zone
      and h.closed_at <= ${keptFrom}::timestamp at time zone o.time_zone
  )
)`

/**
 * The next offices in the order of their ids, those too that are closed for ever, each with its first day.
 * So many at a time: to look through a country's in one go would take seconds.
 */
async function nextOffices(
  { database: { db }, clock }: RetentionContext,
  keptDays: number,
  after: number,
): Promise<OfficeWithFirstDay[]> {
  const { rows } = await sql<
    Omit<OldOffice, 'office' | 'lines'> &
      OldOffice['office'] & { line_ids: number[]; first_day: string | null }
  >`
    select o.id, o.time_zone, calendar.today, kept_from,
      array(select l.id from lines l where l.office_id = o.id) as line_ids,
      ${firstOfOffice(sql`'-infinity'::date`, sql`kept_from`)} as first_day
    from (select id, time_zone from offices where id > ${after}::integer order by id limit ${STEP}::integer) o
    cross join lateral (select (${clock.now()}::timestamptz at time zone o.time_zone)::date as today) calendar
    cross join lateral (select calendar.today - ${keptDays}::integer as kept_from) kept
    order by o.id`.execute(db)
  return rows.map(({ id, time_zone, line_ids, ...of }) => ({
    ...of,
    office: { id, time_zone },
    lines: line_ids.map(line => ({ id: line })),
  }))
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

async function nextDay(
  { database: { db } }: RetentionContext,
  { office, kept_from }: OldOffice,
  after: string,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select ${firstOfOffice(sql`${after}::date`, sql`${kept_from}::date`)} as day from offices o
    where o.id = ${office.id}::integer`.execute(db)
  return rows[0]?.day ?? null
}

/**
 * Takes some turns of a day away that is kept for good, with all that hangs on them. What clerks did is kept
 * for longer perhaps: of which number it was stays in words.
 * @returns whose they were, one for each; null for a paper number
 */
async function takeAway(
  { database: { db } }: RetentionContext,
  { lines }: OldOffice,
  day: string,
  most: number,
): Promise<{ user_id: string | null }[]> {
  const { rows } = await sql<{ user_id: string | null }>`
    with old as materialized (
      select t.id, ${shownNumber(sql`t.prefix`, sql`t.number`)} as shown from tickets t
      where coalesce(t.given_in, t.line_id) = any(${lines.map(({ id }) => id)}::integer[]) and t.day = ${day}::date
        and t.state not in ('waiting', 'called', 'parked')
      limit ${most}::integer for update of t skip locked
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
    delete from tickets t using old where t.id = old.id returning t.user_id`.execute(db)
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
  const prune = async ({ first_day, ...old }: OfficeWithFirstDay) => {
    let day = first_day
    while (day !== null && day < old.kept_from) {
      const of = day
      if (await asReader(() => closeDay(context, old, of))) {
        gone += await stepByStep(async most => {
          const went = await takeAway(context, old, of, most)
          await forgetNobodies(context, went)
          return went.length
        }, ending)
        if (ending?.aborted) return
        await asReader(() => takeDayAway(context, old, of))
      }
      day = await asReader(() => nextDay(context, old, of))
    }
  }
  await eachByItself(eachOffice(context, keptDays, ending), prune)
  return gone
}
