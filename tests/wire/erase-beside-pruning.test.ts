import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { STEP } from '#server/database/step-by-step.ts'
import type { Tables } from '#server/database/tables.ts'
import { erasePerson } from '#server/own-data/erase-person.ts'
import type { OwnDataContext } from '#server/own-data/own-data-context.ts'
import { pruneReservations } from '#server/retention/prune-reservations.ts'
import { pruneTurns } from '#server/retention/prune-turns.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const DAY_MS = 24 * 3_600_000
const KEPT_DAYS = 30

interface Old {
  office: QueueOffice
  user_id: string
}

onPostgres('whoever is erased while what is theirs goes after its days', freshUrl => {
  /** @param work with the office's server, and another that holds what both need */
  async function withOffice(work: (office: QueueOffice, holder: Database) => Promise<void>) {
    const databaseUrl = await freshUrl()
    const servers = [1, 2].map(() => openDatabase({ dataDirectory: ':memory:', databaseUrl }))
    const [database, holder] = (await Promise.all(servers)) as [Database, Database]
    try {
      await work(await queueOffice(database), holder)
    } finally {
      await Promise.all([database.close(), holder.close()])
    }
  }

  /** Somebody's number of long ago, with which a clerk did something. */
  async function oldNumber(office: QueueOffice): Promise<Old> {
    const { database } = office.context
    const [tuid = ''] = await office.fill(await office.line(), 1)
    const user_id = (await office.ticket(tuid)).user_id ?? ''
    await sql`update tickets set state = 'given-up', ended_at = inserted_at`.execute(database.db)
    const { clerk_id } = await office.clerk()
    await sql`
      insert into desk_acts (office_id, at, clerk_id, act, ticket_id)
      values (${office.office_id}, ${NOON}, ${clerk_id}, 'ticket-removed', ${tuid})`.execute(database.db)
    return { office, user_id }
  }

  async function oldReservation(office: QueueOffice): Promise<Old> {
    const { database } = office.context
    const { id, user_id } = await reservation(office, await office.line(), { state: 'cancelled' })
    const { clerk_id } = await office.clerk()
    await sql`
      insert into desk_acts (office_id, at, clerk_id, act, reservation_id)
      values (${office.office_id}, ${NOON}, ${clerk_id}, 'reservation-removed', ${id})`.execute(database.db)
    return { office, user_id }
  }

  const toNobody = ({ db }: Database) =>
    db
      .updateTable('users')
      .set({ temporal: true, person: null, identity_type: null, identity_hash: null, login_attempt: null })
      .execute()

  const erase = ({ office: { context }, user_id }: Old) =>
    erasePerson({ ...context, protection: context.protect as OwnDataContext['protection'] }, user_id)

  /** How many wait for us, or for one who does: other tests use the same cluster. */
  const waiting = async (transaction: Transaction<Tables>) => {
    const { rows } = await sql`
      with ours as materialized (
        select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
      )
      select pid from ours
      union select pid from pg_locks where not granted and pg_blocking_pids(pid) && array(select pid from ours)`.execute(
      transaction,
    )
    return rows.length
  }

  /** The first comes as far as to these rows, and the second as far as it can; then both go on. */
  async function oneAfterTheOther(
    holder: Database,
    heldRows: RawBuilder<unknown>,
    [first, second]: readonly [() => Promise<unknown>, () => Promise<unknown>],
  ) {
    const done: unknown[] = []
    const begun: Promise<unknown>[] = []
    const begin = (work: () => Promise<unknown>) =>
      begun.push(
        work().then(
          () => done.push('done'),
          error => done.push(error),
        ),
      )
    await holder.transaction(async transaction => {
      await heldRows.execute(transaction)
      begin(first)
      await waitFor('the first', async () => (await waiting(transaction)) === 1)
      begin(second)
      await waitFor('the second', async () => done.length > 0 || (await waiting(transaction)) === 2)
    })
    await Promise.all(begun)
    expect(done).toEqual(['done', 'done'])
  }

  it.each([
    {
      what: 'the last number',
      left: oldNumber,
      prune: ({ context }: QueueOffice) => pruneTurns(context, KEPT_DAYS),
    },
    {
      what: 'the last time',
      left: oldReservation,
      prune: ({ context }: QueueOffice) => pruneReservations(context, KEPT_DAYS),
    },
  ])('[KEEP-03] is erased, and $what of somebody of whom nothing is known goes', async ({ left, prune }) =>
    withOffice(async (office, holder) => {
      const { database } = office.context
      const old = await left(office)
      await toNobody(database)
      office.clock.advance((KEPT_DAYS + 5) * DAY_MS)
      await oneAfterTheOther(holder, sql`select from desk_acts for update`, [
        () => prune(office),
        () => erase(old),
      ])
      expect(await database.db.selectFrom('users').select('id').execute()).toEqual([])
    }),
  )

  it('[KEEP-03] is erased, though a number goes that was rung for in the same moment', async () =>
    withOffice(async (office, holder) => {
      const { database } = office.context
      const old = await oldNumber(office)
      const { user_id } = old
      await database.db.updateTable('users').set({ temporal: false }).execute()
      await sql`
        insert into push_deliveries (id, subscription_id, user_id, ticket_id, kind, sent_at)
        select ${randomUUID()}, ${randomUUID()}, user_id, id, 'call', ${NOON} from tickets`.execute(
        database.db,
      )
      await sql`
        insert into whatsapp_numbers (user_id, number, number_hash, confirmed_at)
        values (${user_id}, '\\x01', '\\x01', ${NOON})`.execute(database.db)
      office.clock.advance((KEPT_DAYS + 5) * DAY_MS)
      await oneAfterTheOther(holder, sql`select from whatsapp_numbers for update`, [
        () => erase(old),
        () => pruneTurns(office.context, KEPT_DAYS),
      ])
      const erased = await database.db.selectFrom('users').select('erased_at').execute()
      expect(erased).toEqual([{ erased_at: office.clock.at }])
    }))

  it('numbers behind one that somebody is at go, and it stays until the next time', async () =>
    withOffice(async (office, holder) => {
      const { database } = office.context
      const ids = (await office.fill(await office.line(), STEP + 1)).sort()
      await sql`update tickets set state = 'given-up', ended_at = inserted_at`.execute(database.db)
      office.clock.advance((KEPT_DAYS + 5) * DAY_MS)
      const prune = () => pruneTurns(office.context, KEPT_DAYS)
      await holder.transaction(async transaction => {
        await sql`select from tickets where id = ${ids[0]} for update`.execute(transaction)
        expect(await prune()).toBe(STEP)
      })
      expect(await prune()).toBe(1)
    }))
})
