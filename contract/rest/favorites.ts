import * as v from 'valibot'
import { FAVORITES_MAX } from '../limits.ts'
import { id, slug } from '../primitives.ts'
import { office } from './offices.ts'

/** Whether it is still there: one that closed for ever stays listed until it is removed. */
const active = v.boolean()

/** An office that somebody keeps, as the list of offices shows it. */
export const favoriteOffice = v.object({ ...office.entries, active })
export type FavoriteOffice = v.InferOutput<typeof favoriteOffice>

/** A line that somebody keeps: what stays the same of it, and which office it is of. */
export const favoriteLine = v.object({
  id,
  slug,
  name: v.string(),
  office: v.omit(favoriteOffice, ['active']),
  active,
})
export type FavoriteLine = v.InferOutput<typeof favoriteLine>

/** GET users/favorites: each in the order in which they were added. */
export const favorites = v.object({ offices: v.array(favoriteOffice), lines: v.array(favoriteLine) })
export type Favorites = v.InferOutput<typeof favorites>

/**
 * POST and DELETE users/favorites/offices: the office as its caller knows it (§7). By its id, or else its
 * slug, it is known; the rest of it is read by nobody.
 */
export const favoriteOfficeBody = v.union([v.object({ id }), v.object({ slug })])
/** POST and DELETE users/favorites/lines: a line's slug is its office's alone, so it is known by its id. */
export const favoriteLineBody = v.object({ id })

/** PUT users/favorites: what a browser kept before its person signed in, by id; the first ones first. */
export const broughtFavorites = v.object({
  offices: v.pipe(v.array(id), v.maxLength(FAVORITES_MAX)),
  lines: v.pipe(v.array(id), v.maxLength(FAVORITES_MAX)),
})
export type BroughtFavorites = v.InferOutput<typeof broughtFavorites>
