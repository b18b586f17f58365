import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { EndedSession } from '#server/identity/identity-context.ts'
import { giveBack } from './give-back.ts'
import type { OwnDataContext } from './own-data-context.ts'
import { tablesOf, type Whose } from './tables-of-people.ts'

/** Takes away, table by table, what is theirs; what stays are figures. */
export async function forget(transaction: Transaction<Tables>, whose: Whose): Promise<void> {
  const tables = tablesOf(whose)
  // Their turns before what hangs on them, as whoever takes those away that are old: the other way round each
  // would wait for the other.
  for (const [name, , theirs] of tables.filter(([name]) => name === 'tickets' || name === 'reservations'))
    await sql`select from ${sql.table(name)} t where ${theirs} order by t.id for no key update`.execute(
      transaction,
    )
  for (const [name, { erased }, theirs] of tables) {
    if (erased === 'rows') {
      await sql`delete from ${sql.table(name)} t where ${theirs}`.execute(transaction)
      continue
    }
    const emptied = Object.entries(erased.emptied).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    )
    if (emptied.length === 0) continue
    await sql`update ${sql.table(name)} t set ${sql.join(emptied)} where ${theirs}`.execute(transaction)
  }
}

/**
 * Erases a person (KEEP-03): who they are, what they chose and accepted, how they are reached, and every
 * session of theirs, in one transaction; from then on nothing can be theirs. Then gives back what they
 * hold: if the server should die in between, `finishErasures` does. Turns stay as figures of nobody. Erased
 * twice, or at once on two devices, they are erased.
 */
export async function erasePerson(context: OwnDataContext, userId: string): Promise<void> {
  const ended = await context.database.transaction(async transaction => {
    // Before the person's own row: whoever comes in by a code holds the code first, and then the row.
    await transaction.deleteFrom('handover_codes').where('user_id', '=', userId).execute()
    const user = await transaction
      .selectFrom('users')
      .select('erased_at')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return []
    const open = await transaction
      .selectFrom('sessions')
      .select(['id', 'user_id', 'clerk_id'])
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
    const accounts = await transaction
      .selectFrom('accounts')
      .select('email_hash')
      .where('user_id', '=', userId)
      .execute()
    await forget(transaction, { user_id: userId })
    // An e-mail that waits, or was given up, may know an address that they had before.
    await transaction
      .deleteFrom('jobs')
      .where('kind', '=', 'mail-account')
      .where(sql`payload ->> 'user_id'`, '=', userId)
      .execute()
    // As one may that was to bring a new password: by its hash alone, for whoever asked need not be them.
    for (const { email_hash } of accounts)
      await transaction
        .deleteFrom('jobs')
        .where('kind', '=', 'mail-forgotten')
        .where('key', '=', Buffer.from(email_hash).toString('base64url'))
        .execute()
    if (user.erased_at === null) {
      const at = context.clock.now()
      await transaction.updateTable('users').set({ erased_at: at }).where('id', '=', userId).execute()
    }
    return open satisfies EndedSession[]
  })
  for (const session of ended) context.onSessionEnd?.(session)
  await giveBack(context, userId)
}
