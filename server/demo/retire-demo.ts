import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { changeOffice } from '#server/facts/change-office.ts'
import { officeChanged } from '#server/office-settings/office-changed.ts'
import { readOfficesSource } from '#server/offices/file/read-offices-source.ts'
import { lockOffices } from '#server/offices/load/load-offices.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import { DEMO_USER } from './demo-desk-account.ts'
import { demoVerbs } from './demo-verbs.ts'
import { DEMO_OFFICES } from './seed-demo.ts'

/**
 * The offices that a demonstration has shown: by slug and name those of its files, led by its account, and as
 * they were loaded. An office that somebody loaded after such an example, or changed at the desk, is theirs.
 */
async function itsOffices({ db }: QueueContext['database']): Promise<number[]> {
  const { rows } = await sql<{ id: number; slug: string; name: string }>`
    select o.id, o.slug, o.name from offices o
    where o.demo and o.active
      and exists (
        select from clerk_offices p join clerks c on c.id = p.clerk_id
        where p.office_id = o.id and c.user_name = ${DEMO_USER}
      )
      and not exists (select from office_changes s where s.office_id = o.id)
    order by o.id`.execute(db)
  if (rows.length === 0) return []
  const files = await readOfficesSource(DEMO_OFFICES)
  const named = new Map(
    files
      .flatMap(
        ({ text }) => (JSON.parse(text) as { offices?: { slug: string; name: string }[] }).offices ?? [],
      )
      .map(({ slug, name }) => [slug, name]),
  )
  return rows.filter(({ slug, name }) => named.get(slug) === name).map(({ id }) => id)
}

/** Its clerks are called away: whoever was called stands there no more. */
async function closeModulos(queue: QueueContext, officeIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ office_id: number; clerk_id: number; modulo_id: number }>`
    select m.office_id, m.clerk_id, m.id as modulo_id from modulos m
    where m.clerk_id is not null and m.office_id = any(${officeIds}::integer[]) order by m.id`.execute(
    queue.database.db,
  )
  for (const desk of rows) await demoVerbs(queue).closeModulo(desk)
}

/** Whoever works nowhere else cannot sign in again, nor the account that was printed. */
async function retireClerks(transaction: Transaction<Tables>, officeIds: readonly number[], at: Date) {
  await sql`
    with left_there as (
      delete from clerk_offices
      where office_id = any(${officeIds}::integer[])
        or clerk_id in (select id from clerks where user_name = ${DEMO_USER})
      returning clerk_id
    ), gone as (
      update clerks c set active = false
      where c.id in (select clerk_id from left_there) and (
        c.user_name = ${DEMO_USER}
        or not exists (
          select from clerk_offices p
          where p.clerk_id = c.id and p.office_id <> all(${officeIds}::integer[])
        )
        and not exists (select from administrators a where a.clerk_id = c.id)
      )
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
  const found = await itsOffices(queue.database)
  if (found.length === 0) return
  await closeModulos(queue, found)
  const retired = await queue.database.transaction(async transaction => {
    await lockOffices(transaction)
    const at = queue.clock.now()
    const { rows } = await sql<{ id: number }>`
      update offices set active = false, updated_at = ${at}::timestamptz
      where id = any(${found}::integer[]) and active returning id`.execute(transaction)
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
