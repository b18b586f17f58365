import type { Favorites } from '#contract/rest/favorites.ts'
import type { FavoritesContext } from './favorites-context.ts'

/** What somebody keeps, in the order in which they added it; what closed for ever is marked as such. */
export async function readFavorites(
  { database: { db }, officesEver }: Pick<FavoritesContext, 'database' | 'officesEver'>,
  userId: string,
): Promise<Favorites> {
  const kept = await db
    .selectFrom('favorite_offices')
    .select('office_id')
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('place')
    .execute()
  const lines = await db
    .selectFrom('favorite_lines')
    .innerJoin('lines', 'lines.id', 'favorite_lines.line_id')
    .select(['lines.id', 'lines.slug', 'lines.name', 'lines.office_id', 'lines.active'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('place')
    .execute()
  const ids = new Set([...kept, ...lines].map(({ office_id }) => office_id))
  const offices = new Map((await officesEver([...ids])).map(office => [office.id, office]))
  return {
    offices: kept.flatMap(({ office_id }) => offices.get(office_id) ?? []),
    lines: lines.flatMap(({ office_id, active, ...line }) => {
      const known = offices.get(office_id)
      if (!known) return []
      const { active: isOpen, ...office } = known
      return { ...line, office, active: active && isOpen }
    }),
  }
}
