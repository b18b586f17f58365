import type { Language } from '#contract/primitives.ts'
import type { Office } from '#contract/rest/offices.ts'
import { foldText } from './fold-text.ts'

/**
 * The communes in which there are offices, in alphabetical order, narrowed by what was typed over their
 * names.
 *
 * @see rule OFF-04 "districts (with a filter over the district names)"
 */
export function listDistricts(
  offices: readonly Pick<Office, 'district'>[],
  filter: string,
  language: Language,
): string[] {
  const part = foldText(filter)
  return [...new Set(offices.map(office => office.district))]
    .filter(district => foldText(district).includes(part))
    .sort(new Intl.Collator(language).compare)
}
