import type { Office } from '#contract/rest/offices.ts'
import { foldText } from './fold-text.ts'

/** An office's commune, and its category where its name does not say it already. */
export function placeAndKind({
  name,
  category,
  district,
}: Pick<Office, 'name' | 'category' | 'district'>): string {
  const isNamed = foldText(name).includes(foldText(category).replace(/s$/, ''))
  return isNamed ? district : `${district} · ${category}`
}
