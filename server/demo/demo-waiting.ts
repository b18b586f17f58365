import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Who waits in a line. */
export interface DemoWaiting {
  waiting: number
  /** Of these, people with the number on their phone. */
  customers: number
}

/** Lines where nobody waits are not named. One statement for all offices, over the index of those who wait. */
export async function readDemoWaiting(db: Kysely<Tables>): Promise<Map<number, DemoWaiting>> {
  const { rows } = await sql<DemoWaiting & { line_id: number }>`
    select line_id, count(*) as waiting, count(user_id) as customers
    from tickets where state = 'waiting' group by line_id`.execute(db)
  return new Map(rows.map(({ line_id, waiting, customers }) => [line_id, { waiting, customers }]))
}

export async function isCustomers(db: Kysely<Tables>, tuid: string): Promise<boolean> {
  const ticket = await db.selectFrom('tickets').select('user_id').where('id', '=', tuid).executeTakeFirst()
  return ticket !== undefined && ticket.user_id !== null
}
