import type { Office } from '#contract/rest/offices.ts'
import { foldText } from './fold-text.ts'

export interface OfficeSearch {
  searchValue: string
  /** The slug of a category, or null for all. */
  category: string | null
  /** Names of communes; none means all. */
  districts: readonly string[]
}

export interface OfficeSearchResult<Found> {
  offices: Found[]
  resultsQuantity: number
}

/**
 * The offices that fit: every word of the search is found in name, address, district or category, accents and
 * capitals aside.
 *
 * @see rule OFF-04
 */
export function searchOffices<Found extends Office>(
  offices: readonly Found[],
  { searchValue, category, districts }: OfficeSearch,
): OfficeSearchResult<Found> {
  const words = foldText(searchValue).split(' ').filter(Boolean)
  const wanted = new Set(districts.map(foldText))
  const found = offices.filter(office => {
    if (category !== null && office.category_id !== category) return false
    if (wanted.size > 0 && !wanted.has(foldText(office.district))) return false
    if (words.length === 0) return true
    const text = foldText(`${office.name} ${office.address} ${office.district} ${office.category}`)
    return words.every(word => text.includes(word))
  })
  return { offices: found, resultsQuantity: found.length }
}
