import { type RawBuilder, sql } from 'kysely'
import { isAtOnce } from './preference.ts'

/**
 * SQL: the others of its line who wait, beside the ticket `t`, and who go at once or not, as that place is:
 * half-way between the two whoever goes at once later would pass.
 */
const others = (place: RawBuilder<unknown>) => sql`tickets n
  where n.line_id = t.line_id and n.state = 'waiting' and n.id <> t.id
    and ${isAtOnce(sql`n.place`)} = ${isAtOnce(place)}`

/**
 * SQL: where the ticket `t` stands that comes back to a place of before. Where somebody was put there
 * meanwhile, it stands behind those from there on who came before it: two at one place would leave no room
 * between them.
 * @see docs/decisions/one-order-of-calling.md
 */
export const freePlace = (before: RawBuilder<unknown>): RawBuilder<string> => sql<string>`case
  when exists (select from ${others(before)} and n.place = ${before}) then (
    select (coalesce(ahead.place, behind.place - 2) + coalesce(behind.place, floor(ahead.place) + 1)) * 0.5
    from (
      select min(n.place) as place from ${others(before)} and n.place >= ${before}
        and (n.inserted_at, coalesce(n.number, 0)) > (t.inserted_at, coalesce(t.number, 0))
    ) behind cross join lateral (
      select max(n.place) as place from ${others(before)} and (behind.place is null or n.place < behind.place)
    ) ahead
  )
  else ${before} end`
