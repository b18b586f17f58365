import { type RawBuilder, sql, type Transaction } from 'kysely'
import { ALMOST_THERE_THRESHOLDS } from '#contract/limits.ts'
import type { TicketState } from '#contract/rest/tickets.ts'
import type { Tables } from '#server/database/tables.ts'
import { calledAgain } from './before-call.ts'
import { midnightPlace } from './day-place.ts'
import { freeHand } from './free-hand.ts'
import { demandHand } from './hold-again.ts'
import { AT_ONCE, isAtOnce, isPreferential } from './preference.ts'
import { toldThresholds } from './told-thresholds.ts'
import { type Turn, turnColumns } from './turn-fact.ts'

export interface EnterLine {
  tuid: string
  /** The state that it must have now. */
  from: TicketState
  line_id: number
  /**
   * Before whom: `front`, everybody but those who came back before it; `arrival`, all who came later; `end`,
   * nobody.
   */
  before: 'front' | 'arrival' | 'end'
  /** Next at this modulo. */
  for_modulo_id?: number
}

export interface EnteredTurn extends Turn {
  waiting: number
  /** How many stand before it. */
  ahead: number
}

const [far, near] = ALMOST_THERE_THRESHOLDS

/** Its person goes before all others by the office's rule: `t` at the office `o`. */
const goesAtOnce = sql`(${isPreferential} and coalesce(o.preference -> 'rule' = '"next"', false))`

/**
 * SQL: the place behind so many of the line; the middle between two leaves room for the next one. Of half of
 * a sum every digit is kept; of an average sixteen are, and after thirty in one gap two would have one place.
 * Nobody stands half-way between those who go at once and all others: whoever goes at once stands with the
 * former, so that nobody passes who goes so later; everybody else with the latter, so that these do.
 */
const placeBehind = (ahead: RawBuilder<unknown>, amongFirst: RawBuilder<unknown>) => sql`(
  select case
    when beside.before is null and beside.behind is null
      then ${midnightPlace(sql`own.day`)} - case when side.at_once then ${AT_ONCE}::bigint else 0 end
    when beside.before is null then beside.behind - 1
    when beside.behind is null then (beside.before + floor(beside.before) + 1) * 0.5
    else (beside.before + beside.behind) * 0.5
  end
  from (
    select max(place) filter (where nth = ${ahead}) as before, max(place) filter (where nth = ${ahead} + 1) as behind
    from line
  ) two cross join lateral (
    select coalesce(${isAtOnce(sql`two.behind`)}, false)
      or (${amongFirst} and coalesce(${isAtOnce(sql`two.before`)}, true)) as at_once
  ) side cross join lateral (
    select case when ${isAtOnce(sql`two.before`)} = side.at_once then two.before end as before,
      case when ${isAtOnce(sql`two.behind`)} = side.at_once then two.behind end as behind
  ) beside
)`

/**
 * A number that was called waits again. Its own time of arrival, its number and how often it let others pass
 * stay; the place alone is new, half-way between its neighbours. Whoever came back to the front is passed by
 * nobody who came later. The line's newest call goes on being that one, in another line it never was.
 * @returns null where its state is another one
 * @throws Refusal too-many-numbers; and what `holdAgain` words
 */
export async function enterLine(
  transaction: Transaction<Tables>,
  { tuid, from, line_id, before, for_modulo_id }: EnterLine,
): Promise<EnteredTurn | null> {
  // Who came in the same moment is told apart by number.
  const cameBefore = sql`(line.inserted_at, line.number) <= (own.inserted_at, own.number)`
  const cameBack = sql`line.returns > 0 and ${cameBefore}`
  const isFirst = isAtOnce(sql`line.place`)
  // Those who stay before one who goes at once, and before anybody else.
  const [stayFirst, stay] = {
    front: [sql`${isFirst} and ${cameBack}`, cameBack],
    arrival: [sql`${isFirst} and ${cameBefore}`, sql`${isFirst} or line.at_once or ${cameBefore}`],
    end: [sql`true`, sql`true`],
  }[before]
  const behind = (those: RawBuilder<unknown>) =>
    sql`coalesce((select min(nth) - 1 from line, own where not (${those})), standing.waiting)`
  const { rows } = await sql<EnteredTurn & { hand: number | null }>`
    with own as (
      select t.id, t.user_id, t.inserted_at, t.day, coalesce(t.number, 0) as number, ${goesAtOnce} as at_once
      from tickets t join offices o on o.id = t.office_id
      where t.id = ${tuid}::uuid and t.state = ${from}::text
    ), line as (
      select t.place, t.inserted_at, t.returns, coalesce(t.number, 0) as number, ${goesAtOnce} as at_once,
        row_number() over (order by t.place, t.number) as nth
      from tickets t join offices o on o.id = t.office_id
      where t.line_id = ${line_id}::integer and t.state = 'waiting'
    ), standing as (
      select count(*) as waiting from line
    ), stand as (
      select ${behind(sql`case when own.at_once then ${stayFirst} else ${stay} end`)} as ahead,
        ${behind(sql`${isFirst} or ${stay}`)} as by_arrival
      from standing, own
    ), target as (
      select stand.ahead, standing.waiting, ${placeBehind(sql`stand.ahead`, sql`own.at_once`)} as place,
        -- where it stands if its preference is taken away
        case when own.at_once then ${placeBehind(sql`stand.by_arrival`, sql`false`)} end as arrival_place
      from stand, standing, own
    )
    update tickets t
    set state = 'waiting', line_id = ${line_id}::integer, place = target.place,
        arrival_place = case when ${isAtOnce(sql`target.place`)} then target.arrival_place end,
        given_in = nullif(coalesce(t.given_in, t.line_id), ${line_id}::integer),
        ${calledAgain}, called_at = case when t.line_id = ${line_id}::integer then t.called_at end,
        for_modulo_id = ${for_modulo_id ?? null}::integer,
        told_10 = ${for_modulo_id !== undefined}::boolean or target.ahead <= ${far}::integer or told.thresholds @> array[${far}::integer],
        told_5 = ${for_modulo_id !== undefined}::boolean or target.ahead <= ${near}::integer or told.thresholds @> array[${near}::integer],
        hand = case when t.user_id is null then null when t.state = 'parked' then t.hand else ${freeHand(sql`t.user_id`)} end,
        returns = t.returns + case when t.state = 'skipped' then 1 else 0 end,
        on_my_way = false, arrived_at = null, before_call = null, ended_at = null, modulo_id = null, clerk_id = null
    from own, target, ${toldThresholds(sql`${tuid}::uuid`)} told
    where t.id = own.id
    returning ${turnColumns}, t.hand, target.ahead, target.waiting + 1 as waiting`.execute(transaction)
  const [entered] = rows
  if (!entered) return null
  demandHand(entered)
  return entered
}
