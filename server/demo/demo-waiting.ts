import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { isDue } from '#server/queue/turn/due-reservation.ts'
import { DEMO_PERSON } from './demo-person.ts'

/** Who waits in a line. */
export interface DemoWaiting {
  waiting: number
  /** Of these, people with the number or the reservation on their phone. */
  customers: number
}

/**
 * Whoever has a reservation that is due waits, too. Lines where nobody waits are not named. One statement for
 * all offices, over the indexes of those who wait.
 */
export async function readDemoWaiting(db: Kysely<Tables>, at: Date): Promise<Map<number, DemoWaiting>> {
  const { rows } = await sql<DemoWaiting & { line_id: number }>`
    select line_id, count(*) as waiting, count(nullif(user_id, ${DEMO_PERSON}::uuid)) as customers
    from (
      select line_id, user_id from tickets where state = 'waiting'
      union all
      select r.line_id, r.user_id from reservations r where ${isDue(at)}
    ) waiting
    group by line_id`.execute(db)
  return new Map(rows.map(({ line_id, waiting, customers }) => [line_id, { waiting, customers }]))
}

export async function isCustomers(db: Kysely<Tables>, tuid: string): Promise<boolean> {
  const ticket = await db.selectFrom('tickets').select('user_id').where('id', '=', tuid).executeTakeFirst()
  return ticket !== undefined && ticket.user_id !== null && ticket.user_id !== DEMO_PERSON
}
