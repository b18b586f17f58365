import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { KeepingFault } from './keeping-fault.ts'

/**
 * An installation that moved away, or is about to, does nothing more: two with the same subscriptions would
 * ring the same phones.
 * @throws KeepingFault that says where it went, and how it comes back
 */
export async function demandNotMoved({ db }: { db: Kysely<Tables> }): Promise<void> {
  const away = await db.selectFrom('moves').selectAll().where('way', '=', 'away').executeTakeFirst()
  if (!away) return
  if (away.done_at === null)
    throw new KeepingFault(
      `a move to ${away.place} was begun at ${away.began_at.toISOString()} and not finished: begin it again ` +
        `(numerito move --to …), or stay here (numerito move --undo --to …)`,
    )
  throw new KeepingFault(
    `this installation moved to ${away.place} at ${away.done_at.toISOString()} and serves no more: start it ` +
      `there. With all that happened since it comes back by «numerito move --to …» there; without, by ` +
      `«numerito move --undo --to …» here`,
  )
}
