import { type RawBuilder, sql } from 'kysely'

/** SQL: the almost-there thresholds that were told of a ticket, as an array; each is told once. */
export const toldThresholds = (tuid: RawBuilder<unknown>) => sql`(
  select coalesce(array_agg((f.detail->>'ahead')::integer), '{}') as thresholds
  from facts f where f.ticket_id = ${tuid} and f.kind = 'ticket:almost_there'
)`
