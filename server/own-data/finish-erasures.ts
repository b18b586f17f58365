import { sql } from 'kysely'
import { HELD_STATES } from '#contract/rules/reservation-state.ts'
import { forget } from './erase-person.ts'
import { giveBack } from './give-back.ts'
import type { OwnDataContext } from './own-data-context.ts'

/**
 * Gives back what somebody erased still holds: where the server died before it could, and where a number was
 * being taken in the very moment. However long ago that was: the machine may have been off for days.
 * @param ending aborted where no further step may begin: what is left is done the next time
 * @returns of how many people
 */
export async function finishErasures(context: OwnDataContext, ending?: AbortSignal): Promise<number> {
  const { database } = context
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.erased_at is not null and (
      exists (select from tickets t where t.user_id = u.id
        and (t.state in ('waiting', 'parked') or t.identity_hash is not null or t.meta is not null))
      or exists (select from reservations r where r.user_id = u.id
        and (r.state = any(${[...HELD_STATES]}) or r.identity_hash is not null or r.meta is not null))
    )`.execute(database.db)
  let finished = 0
  let failed: unknown
  for (const { id } of rows) {
    if (ending?.aborted) break
    try {
      await giveBack(context, id)
      await database.transaction(transaction => forget(transaction, { user_id: id }))
      finished += 1
    } catch (error) {
      // Of one whose office is in trouble nobody else has to wait.
      failed ??= error
    }
  }
  if (failed !== undefined) throw failed
  return finished
}
