import { sql } from 'kysely'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { isSure } from '#server/platform/clock.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { isStoodAt } from '../turn/stood-at.ts'

/** SQL over `m`: its clerk has no role at the office any more, and can press nothing there. */
const isForeign = sql<boolean>`
  not exists (select from desk_roles r where r.clerk_id = m.clerk_id and r.office_id = m.office_id)`

/**
 * SQL over `m`: the clerk's session was open since the modulo was, and is over. A modulo that no session ever
 * opened (the demonstration's) is nobody's to close.
 */
const isLeft = (now: Date) => sql<boolean>`
  not exists (
    select from sessions s
    where s.clerk_id = m.clerk_id and s.revoked_at is null and s.expires_at > ${now}::timestamptz
  )
  and exists (
    select from sessions s
    where s.clerk_id = m.clerk_id and coalesce(s.revoked_at, s.expires_at) >= m.opened_at
  )`

/**
 * SQL over `m`: nobody works there any more, and nobody stands there: whom a clerk has called is attended by
 * a clerk's word alone, that of whoever takes the modulo over.
 */
const isDeserted = (now: Date) => sql<boolean>`
  m.clerk_id is not null and not ${isStoodAt} and ((${isLeft(now)}) or ${isForeign})`

/**
 * Closes the modulos that clerks left open with the end of their sessions, or of their role at the office. To
 * be called about once a minute.
 * @param ending aborted where no further step may begin: what is left is done the next time
 * @returns how many were closed
 * @see rule DESK-08
 */
export async function freeModulos(context: QueueContext, ending?: AbortSignal): Promise<number> {
  const { clock, database } = context
  if (!isSure(clock)) return 0
  const { rows } = await sql<{ office_id: number }>`
    select distinct m.office_id from modulos m where ${isDeserted(clock.now())} order by m.office_id`.execute(
    database.db,
  )
  let freed = 0
  const free = ({ office_id }: { office_id: number }) =>
    changeTurns(context, office_id, async (transaction, at) => {
      const { numAffectedRows = 0n } = await sql`
        update modulos m set clerk_id = null, opened_at = null, changed_at = ${at}::timestamptz
        where m.office_id = ${office_id}::integer and ${isDeserted(at)}`.execute(transaction)
      freed += Number(numAffectedRows)
      return []
    })
  await eachByItself(rows, free, ending)
  return freed
}
