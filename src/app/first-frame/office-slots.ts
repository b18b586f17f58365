import type { BroughtAlong } from '#contract/brought-along.ts'
import { BROUGHT_ID } from '#contract/brought-along.ts'
import { categoryColour } from '#contract/categories.ts'
import type { OfficeState } from '#contract/rest/offices.ts'
import { readableOn } from '#src/ui/readable-on.ts'
import type { Slot } from './frame-id.ts'

const isState = (answer: unknown): answer is OfficeState =>
  typeof answer === 'object' && answer !== null && 'office' in answer

/** The office that the page brought along, or null. */
function broughtOffice(page: Document): OfficeState['office'] | null {
  const text = page.getElementById(BROUGHT_ID)?.textContent
  if (!text) return null
  const { answers } = JSON.parse(text) as BroughtAlong
  return Object.values(answers).find(isState)?.office ?? null
}

/**
 * Writes the office that the page brought into its frame.
 * @returns false where it brought none: there is nothing to show then
 */
export function fillOffice(page: Document, frame: DocumentFragment): boolean {
  const office = broughtOffice(page)
  if (!office) return false
  // Empty where it has none, null where the frame says it already.
  const said: Record<Slot, string | null> = {
    name: office.name,
    category: office.category,
    demo: office.demo ? null : '',
    place: office.options.web_only ? '' : null,
    address: `${office.address}, ${office.district}`,
  }
  for (const place of frame.querySelectorAll<HTMLElement>('[data-slot]')) {
    const text = said[place.dataset.slot as Slot]
    if (text === '') place.remove()
    else if (text !== null) place.textContent = text
  }
  const header = frame.querySelector<HTMLElement>('[data-slot=name]')?.closest('header')
  const brand = categoryColour(office.category_id)
  header?.style.setProperty('--brand', brand)
  header?.style.setProperty('--brand-ink', readableOn(brand))
  return true
}
