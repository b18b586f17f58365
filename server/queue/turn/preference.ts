import { type RawBuilder, sql } from 'kysely'
import type { Preference } from '#server/database/tables/offices.ts'

/** SQL over the ticket `t`: its person goes first, by law, and no clerk has said otherwise. */
export const isPreferential = sql<boolean>`coalesce(t.preference in ('declared', 'given'), false)`

/** SQL: a clerk took the preference from this user on this day: they are not believed again on it. */
export const isNotBelieved = (
  who: Record<'user_id' | 'office_id' | 'day', RawBuilder<unknown>>,
) => sql<boolean>`exists (
  select from tickets b
  where b.user_id = ${who.user_id} and b.office_id = ${who.office_id} and b.day = ${who.day} and b.preference = 'refused'
)`

/** Farther than any place in a line, whatever the day. */
export const AT_ONCE = 1_000_000_000_000

/** SQL: a place of those who go at once, before all others of their line. */
export const isAtOnce = (place: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(${place} < 0)`

/** How the office's rule moves a number; both null where it leaves numbers to their arrival. */
export interface PreferenceMove {
  at_once: boolean | null
  /** One in so many. */
  one_in: number | null
}

export function moveOf(rule: Preference['rule']): PreferenceMove {
  if (rule === 'next') return { at_once: true, one_in: null }
  return { at_once: null, one_in: 'one_in' in rule ? rule.one_in : null }
}

/**
 * SQL: where a preferential number stands in its line. At once: before all others, and behind the
 * preferential ones who came before it. One in N: so that N - 1 others are called between the preferential
 * one before it and itself. Never behind its own arrival. Whoever stood there stays before everybody who
 * comes later, hence no one waits for more than one preferential person in N.
 *
 * @param number.place by its arrival
 * @param earlier preferential ones of the line that the same statement places before it
 */
export function preferentialPlace(
  number: Record<'id' | 'line_id' | 'place', RawBuilder<unknown>>,
  move: Record<keyof PreferenceMove, RawBuilder<unknown>>,
  earlier: RawBuilder<unknown> = sql`0`,
): RawBuilder<string> {
  const { id, line_id, place } = number
  return sql<string>`
    case when ${move.at_once} then ${place} - ${AT_ONCE}::bigint when ${move.one_in} is not null then least(${place}, (
      with line as (
        select t.place, ${isPreferential} as preferential, row_number() over (order by t.place, t.number) as nth
        from tickets t where t.line_id = ${line_id} and t.state = 'waiting' and t.id <> ${id}
      ), lately as (
        -- those called since the last preferential one
        select coalesce(min(call.nth) filter (where call.preferential) - 1, count(*)) as others
        from (
          select ${isPreferential} as preferential, row_number() over (order by t.called_at desc) as nth
          from tickets t
          where t.line_id = ${line_id} and t.called_at is not null and t.reservation_id is null
          order by t.called_at desc limit ${move.one_in} - 1
        ) call
      ), behind as (
        select coalesce(max(line.nth) filter (where line.preferential), -(select others from lately))
          + (${move.one_in} - 1) * (1 + ${earlier}) as nth
        from line
      )
      -- half-way between the two; none behind: at the end, where it came
      select (coalesce(max(line.place) filter (where line.nth <= behind.nth), min(line.place) - 1)
        + min(line.place) filter (where line.nth = behind.nth + 1)) * 0.5
      from line, behind
    )) else ${place} end`
}
