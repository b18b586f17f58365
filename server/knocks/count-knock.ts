import { type Kysely, sql } from 'kysely'
import { KNOCKS_KEPT_MS } from '#contract/limits.ts'
import { takeAwayOldest } from '#server/database/step-by-step.ts'
import type { Tables } from '#server/database/tables.ts'

/**
 * What is counted: documents found in use, numbers taken, numbers that a clerk removed as false, whom a paper
 * let in, sign-ups, other e-mails of an account, e-mails sent, and what was sent by WhatsApp: messages of the
 * installation, codes.
 */
export type KnockKind =
  | 'clash'
  | 'number'
  | 'false'
  | 'paper'
  | 'sign-up'
  | 'email-change'
  | 'mail'
  | 'whatsapp'
  | 'whatsapp-code'

/** What began before this is over. */
export const overBefore = (at: Date) => new Date(at.getTime() - KNOCKS_KEPT_MS)

/**
 * Counts once more for each of these keys. One row a key, raised in the statement that reads it: those who
 * come at the same moment are counted one after the other.
 * @returns the highest count that is reached, this time included
 */
export async function countKnock(
  db: Kysely<Tables>,
  { kind, keys, at, times = 1 }: { kind: KnockKind; keys: readonly string[]; at: Date; times?: number },
): Promise<number> {
  const { rows } = await sql<{ times: number }>`
    insert into knocks as k (kind, key, since, times)
    -- always in one order, so that two never wait for each other
    select ${kind}::text, key, ${at}::timestamptz, ${times}::integer
    from unnest(${[...keys].sort()}::text[]) as asked (key)
    on conflict (kind, key) do update set
      times = case when k.since <= ${overBefore(at)}::timestamptz then 0 else k.times end + ${times}::integer,
      since = case when k.since <= ${overBefore(at)}::timestamptz then ${at}::timestamptz else k.since end
    returning k.times`.execute(db)
  return Math.max(0, ...rows.map(row => row.times))
}

/** What was counted came to nothing, and not by who asked: it counts no more. */
export async function takeKnockBack(
  db: Kysely<Tables>,
  { kind, keys }: { kind: KnockKind; keys: readonly string[] },
): Promise<void> {
  await db
    .updateTable('knocks')
    .set({ times: sql<number>`greatest(times - 1, 0)` })
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .execute()
}

/** How often it was counted within the hour that runs. */
export async function knocksOf(
  db: Kysely<Tables>,
  { kind, key, at }: { kind: KnockKind; key: string; at: Date },
): Promise<number> {
  const row = await db
    .selectFrom('knocks')
    .select('times')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('since', '>', overBefore(at))
    .executeTakeFirst()
  return row?.times ?? 0
}

/** Forgets what is over. @param ending aborted where no further step may begin */
export const discardKnocks = (db: Kysely<Tables>, at: Date, ending?: AbortSignal): Promise<number> => {
  const where = sql<boolean>`gone.since <= ${overBefore(at)}::timestamptz`
  return takeAwayOldest(db, { table: 'knocks', where, oldest: ['since'] }, ending)
}
