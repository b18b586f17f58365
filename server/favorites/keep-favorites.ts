import { type Kysely, type RawBuilder, sql } from 'kysely'
import { FAVORITES_MAX } from '#contract/limits.ts'
import type { BroughtFavorites } from '#contract/rest/favorites.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import type { FavoritesContext } from './favorites-context.ts'

export type FavoriteKind = keyof BroughtFavorites

/** Where a kind is kept, and what of it is still there. */
const KINDS: Record<
  FavoriteKind,
  { table: RawBuilder<unknown>; id: RawBuilder<unknown>; there: RawBuilder<unknown> }
> = {
  offices: {
    table: sql.table('favorite_offices'),
    id: sql.ref('office_id'),
    there: sql`select offices.id from offices where offices.active`,
  },
  lines: {
    table: sql.table('favorite_lines'),
    id: sql.ref('line_id'),
    there: sql`select lines.id from lines join offices on offices.id = lines.office_id
        where lines.active and offices.active`,
  },
}

/**
 * Adds what is not kept yet, each to a free place: in one statement, and as many as there are places.
 * @returns how many came to what was kept
 */
async function add(
  db: Kysely<Tables>,
  kind: FavoriteKind,
  { userId, ids, at }: { userId: string; ids: readonly number[]; at: Date },
): Promise<number> {
  if (ids.length === 0) return 0
  const { table, id, there } = KINDS[kind]
  const { numAffectedRows = 0n } = await sql`
    insert into ${table} (user_id, ${id}, place, added_at)
    select ${userId}, wanted.id, free.place, ${at}
    from (
      select there.id, row_number() over (order by min(asked.nth)) as nth
      from unnest(${[...ids]}::bigint[]) with ordinality as asked (id, nth)
      join (${there}) there on there.id = asked.id
      where not exists (select from ${table} kept where kept.user_id = ${userId} and kept.${id} = there.id)
      group by there.id
    ) wanted
    join (
      select places.place, row_number() over (order by places.place) as nth
      from generate_series(1, ${FAVORITES_MAX}) places (place)
      where not exists (select from ${table} kept where kept.user_id = ${userId} and kept.place = places.place)
    ) free on free.nth = wanted.nth`.execute(db)
  return Number(numAffectedRows)
}

/** Whoever adds at the same moment waits here: two that counted alike would want one place. */
const oneAtATime = (db: Kysely<Tables>, userId: string) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

/**
 * Keeps an office or a line. Kept already, it is so.
 * @throws Refusal not-found for what is not there, or no more; favorites-full
 */
export async function keepFavorite(
  { database, clock }: FavoritesContext,
  userId: string,
  kind: FavoriteKind,
  id: number,
): Promise<void> {
  const { table, id: column, there } = KINDS[kind]
  await database.transaction(async transaction => {
    await oneAtATime(transaction, userId)
    if ((await add(transaction, kind, { userId, ids: [id], at: clock.now() })) > 0) return
    const {
      rows: [found],
    } = await sql<{ kept: boolean; there: boolean }>`select
      exists (select from ${table} where user_id = ${userId} and ${column} = ${id}::bigint) as kept,
      exists (select from (${there}) there where there.id = ${id}::bigint) as there`.execute(transaction)
    if (found?.kept) return
    if (!found?.there) throw notFound(kind === 'offices' ? 'the office' : 'the line')
    throw new Refusal('favorites-full', 409, `${FAVORITES_MAX} are kept already`)
  })
}

/**
 * Brings what a browser kept together with what is kept here. What is not there any more, and what finds no
 * place, is left out: the answer says what is kept.
 */
export async function keepBroughtFavorites(
  { database, clock }: FavoritesContext,
  userId: string,
  { offices, lines }: BroughtFavorites,
): Promise<void> {
  const at = clock.now()
  await database.transaction(async transaction => {
    await oneAtATime(transaction, userId)
    await add(transaction, 'offices', { userId, ids: offices, at })
    await add(transaction, 'lines', { userId, ids: lines, at })
  })
}

/** Removes it. What is not kept is removed. */
export async function dropFavorite(
  { database: { db } }: Pick<FavoritesContext, 'database'>,
  userId: string,
  kind: FavoriteKind,
  id: number,
): Promise<void> {
  const { table, id: column } = KINDS[kind]
  await sql`delete from ${table} where user_id = ${userId} and ${column} = ${id}::bigint`.execute(db)
}
