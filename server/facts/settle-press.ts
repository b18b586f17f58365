import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PressSettled } from '#contract/rest/desk-press.ts'

/**
 * What became of a clerk's press, for good. While it is under way this waits for it; one that has not
 * happened by then never will, however late it arrives.
 * @see rule DESK-14
 */
export async function settlePress(
  { database: { db }, clock }: { database: Pick<Database, 'db'>; clock: Clock },
  { clerk_id, press }: { clerk_id: number; press: string },
): Promise<PressSettled> {
  await db
    .insertInto('desk_presses')
    .values({ clerk_id, id: press, at: clock.now(), done: false })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return await db
    .selectFrom('desk_presses')
    .select('done')
    .where('clerk_id', '=', clerk_id)
    .where('id', '=', press)
    .executeTakeFirstOrThrow()
}
