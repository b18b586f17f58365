import type { FavoriteLine, Favorites } from '#contract/rest/favorites.ts'
import type { Line, Office } from '#contract/rest/offices.ts'
import type { RankedOffice } from '#contract/rules/sort-offices.ts'

/** An office, or a line of it, that somebody keeps; as it was when it was last heard of. */
export interface Favorite {
  office: Office
  /** Null: the office itself. */
  line: Pick<FavoriteLine, 'id' | 'slug' | 'name'> | null
  /** False once it closed for ever. */
  active: boolean
}

/** How far it is from the person is nobody's to keep. */
export function favoriteOfOffice(ranked: Office | RankedOffice): Favorite {
  const { distance: _far, isOpen: _now, ...office } = { distance: 0, isOpen: false, ...ranked }
  return { office, line: null, active: true }
}

export const favoriteOfLine = (office: Office, { id, slug, name }: Line): Favorite => ({
  office,
  line: { id, slug, name },
  active: true,
})

/** What it is, in one word: "office:12", "line:7". */
export const aboutOf = ({ office, line }: Pick<Favorite, 'office' | 'line'>): string =>
  line ? `line:${line.id}` : `office:${office.id}`

/** What the word means: of which kind, and its id. */
export function meantBy(about: string): { kind: 'offices' | 'lines'; id: number } {
  const [kind, id] = about.split(':')
  return { kind: kind === 'line' ? 'lines' : 'offices', id: Number(id) }
}

/** What the server lists, in the order in which it lists it. */
export const favoritesIn = ({ offices, lines }: Favorites): Favorite[] => [
  ...offices.map(({ active, ...office }) => ({ office, line: null, active })),
  ...lines.map(({ office, active, ...line }) => ({ office, line, active })),
]
