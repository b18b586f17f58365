import { type RawBuilder, sql } from 'kysely'
import { NUMBERS_HELD_MAX } from '#contract/limits.ts'

/** SQL: the first of the numbers that one person may hold at a time which is free; null where none is. */
export const freeHand = (userId: RawBuilder<unknown>) => sql<number | null>`(
  select min(free.nth) from generate_series(1, ${NUMBERS_HELD_MAX}::integer) as free (nth)
  where not exists (
    select from tickets held
    where held.user_id = ${userId} and held.state in ('waiting', 'parked') and held.hand = free.nth
  ))`
