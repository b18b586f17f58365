import { foldText } from './fold-text.ts'
import { type OfficeSearch, searchOffices } from './search-offices.ts'
import { byUse, type RankedOffice } from '#contract/rules/sort-offices.ts'

export interface OfficeWish extends OfficeSearch {
  /** Only those that are open now. */
  openNow: boolean
}

export interface FoundOffices {
  offices: RankedOffice[]
  resultsQuantity: number
  /** How many more there would be if they were open now. */
  closedQuantity: number
}

/**
 * How well a name answers the words: 0 they begin its own words, 1 they are in it, 2 they stand elsewhere.
 */
function distanceOfName(name: string, words: readonly string[]): number {
  const folded = foldText(name)
  if (words.every(word => ` ${folded}`.includes(` ${word}`))) return 0
  return words.every(word => folded.includes(word)) ? 1 : 2
}

/**
 * The offices that fit, open first and nearest first; where nothing is known of the distance, those come
 * first whose name answers the words.
 *
 * @param ranked as sortOffices left them
 * @see rules OFF-04 and OFF-05
 */
export function findOffices(
  ranked: readonly RankedOffice[],
  { openNow, ...search }: OfficeWish,
): FoundOffices {
  const { offices: fitting, resultsQuantity: all } = searchOffices(ranked, search)
  const offices = openNow ? fitting.filter(({ isOpen }) => isOpen) : fitting
  const words = foldText(search.searchValue).split(' ').filter(Boolean)
  return {
    offices: words.length === 0 ? offices : byAnswer(offices, words),
    resultsQuantity: offices.length,
    closedQuantity: all - offices.length,
  }
}

function byAnswer(found: readonly RankedOffice[], words: readonly string[]): RankedOffice[] {
  return found
    .map(office => ({ office, answer: distanceOfName(office.name, words) }))
    .sort((a, b) => byUse(a.office, b.office) || a.answer - b.answer)
    .map(({ office }) => office)
}
