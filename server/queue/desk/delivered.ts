import { type RawBuilder, sql } from 'kysely'
import type { DeliveredService } from '#contract/rest/desk.ts'

/** SQL over the ticket `t`: what was done for its person, by the names of the services. */
export const deliveredOf: RawBuilder<DeliveredService[]> = sql<DeliveredService[]>`(
    select coalesce(
      jsonb_agg(jsonb_build_object('service', s.service, 'quantity', s.quantity) order by s.service), '[]'
    )
    from ticket_services s where s.ticket_id = t.id
  )`
