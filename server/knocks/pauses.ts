import { sql, type Transaction } from 'kysely'
import { KNOCKS_KEPT_MS, SIGN_IN_PAUSE_MS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'

const KIND = 'sign-in'

/** Something by which tries are counted, and how many of them may fail until there is a pause. */
export interface Tried {
  key: string
  free: number
}

/**
 * The pause after so many failures: none at first, then a second, and twice as long each time, up to a bound.
 */
function pauseAfter(failures: number): number {
  if (failures <= 0) return 0
  return Math.min(SIGN_IN_PAUSE_MS.max, SIGN_IN_PAUSE_MS.first * 2 ** (failures - 1))
}

/**
 * Asks for one try, and counts it as failed until it is known to be right: those who come at the same moment
 * are counted one after the other, so that none of them comes before the pause of another.
 * @param pass what is done instead of waiting, once for each try; null where nothing can be
 * @returns how long to wait, milliseconds; 0 where the try may be made. One that must wait is not counted
 */
export async function askToTry(
  transaction: Transaction<Tables>,
  tried: readonly Tried[],
  at: Date,
  pass: ((transaction: Transaction<Tables>) => Promise<void>) | null,
): Promise<number> {
  const keys = tried.map(({ key }) => key).sort()
  await sql`
    insert into knocks (kind, key, since, times)
    select ${KIND}::text, key, ${at}::timestamptz, 0 from unnest(${keys}::text[]) as asked (key)
    on conflict do nothing`.execute(transaction)
  const rows = await transaction
    .selectFrom('knocks')
    .select(['key', 'since', 'times'])
    .where('kind', '=', KIND)
    .where('key', 'in', keys)
    // Always in one order, so that two never wait for each other.
    .orderBy('key')
    .forUpdate()
    .execute()
  const failures = rows.map(({ key, since, times }) => {
    const ago = at.getTime() - since.getTime()
    const counted = ago >= KNOCKS_KEPT_MS ? 0 : times
    const free = tried.find(each => each.key === key)?.free ?? 0
    const pause = pauseAfter(counted - free + 1)
    // A clock that was set back must not make the pause longer than it is.
    return { key, counted, wait: Math.min(pause, pause - ago) }
  })
  const wait = Math.max(0, ...failures.map(failure => failure.wait))
  if (wait > 0) {
    if (pass === null) return wait
    await pass(transaction)
  }
  for (const { key, counted } of failures) {
    await transaction
      .updateTable('knocks')
      .set({ times: counted + 1, since: at })
      .where('kind', '=', KIND)
      .where('key', '=', key)
      .execute()
  }
  return 0
}

/**
 * The try was right: what failed before it under `over` is forgotten, and under `shared` it is not counted
 * itself.
 */
export async function settleTry(
  transaction: Transaction<Tables>,
  { over, shared }: { over: string; shared: string | null },
): Promise<void> {
  await transaction.deleteFrom('knocks').where('kind', '=', KIND).where('key', '=', over).execute()
  if (shared === null) return
  await transaction
    .updateTable('knocks')
    .set({ times: sql`greatest(times - 1, 0)` })
    .where('kind', '=', KIND)
    .where('key', '=', shared)
    .execute()
}
