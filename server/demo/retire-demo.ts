import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { changeOffice } from '#server/facts/change-office.ts'
import { officeChanged } from '#server/office-settings/office-changed.ts'
import { lockOffices } from '#server/offices/load/load-offices.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import { DEMO_USER } from './demo-desk-account.ts'
import { demoVerbs } from './demo-verbs.ts'

/** SQL: the ids of those offices that a demonstration has run: its account leads them. */
const ITS_OFFICES = sql`(
  select o.id from offices o
  where o.demo and o.active and exists (
    select from clerk_offices p join clerks c on c.id = p.clerk_id
    where p.office_id = o.id and c.user_name = ${DEMO_USER}
  )
)`

/** Its clerks are called away: whoever was called stands there no more. */
async function closeModulos(queue: QueueContext): Promise<void> {
  const { rows } = await sql<{ office_id: number; clerk_id: number; modulo_id: number }>`
    select m.office_id, m.clerk_id, m.id as modulo_id from modulos m
    where m.clerk_id is not null and m.office_id in ${ITS_OFFICES} order by m.id`.execute(queue.database.db)
  for (const desk of rows) await demoVerbs(queue).closeModulo(desk)
}

/** Whoever works nowhere else cannot sign in again, the account that was printed among them. */
async function retireClerks(transaction: Transaction<Tables>, officeIds: readonly number[], at: Date) {
  await sql`
    with left_there as (
      delete from clerk_offices where office_id = any(${officeIds}::integer[]) returning clerk_id
    ), gone as (
      update clerks c set active = false
      where c.id in (select clerk_id from left_there)
        and not exists (
          select from clerk_offices p
          where p.clerk_id = c.id and p.office_id <> all(${officeIds}::integer[])
        )
        and not exists (select from administrators a where a.clerk_id = c.id)
      returning c.id
    )
    update sessions set revoked_at = ${at}::timestamptz
    where clerk_id in (select id from gone) and revoked_at is null`.execute(transaction)
}

/**
 * Takes what an earlier start showed as a demonstration out of sight, where this one shows none: nobody would
 * call from its lines, and the account that was printed then would lead them. It is retired as an offices
 * file retires what it does not name; whoever waits there is ended as anybody whom nobody calls. To be called
 * before the server listens.
 * @see rule ADMIN-04
 */
export async function retireDemo(queue: QueueContext): Promise<void> {
  await closeModulos(queue)
  const retired = await queue.database.transaction(async transaction => {
    await lockOffices(transaction)
    const at = queue.clock.now()
    const { rows } = await sql<{ id: number }>`
      update offices set active = false, updated_at = ${at}::timestamptz
      where id in ${ITS_OFFICES} returning id`.execute(transaction)
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
    await retireClerks(transaction, ids, at)
    return ids
  })
  for (const office_id of retired)
    await changeOffice(queue, office_id, async (_transaction, at) => ({
      facts: [officeChanged(office_id, at)],
      jobsOf: () => [],
    }))
}
