import type { BroughtAlong } from '#contract/brought-along.ts'
import type { Office } from '#contract/rest/offices.ts'
import { placeAndKind } from '#src/domain/place-and-kind.ts'
import { fillSlots, openingSlots } from './fill-slots.ts'

const isList = (answer: unknown): answer is Office[] => Array.isArray(answer)

/** Writes the first offices of the list that the page brought into its frame, or takes their place out. */
export function fillList({ answers, head = [] }: BroughtAlong, frame: DocumentFragment, most: number): void {
  const rows = frame.querySelector('[data-slot=rows]')
  const row = rows?.querySelector('li')
  if (!rows || !row) return
  const offices = Object.values(answers).find(isList) ?? []
  const filled = head.slice(0, most).flatMap(({ id, opening }) => {
    const office = offices.find(one => one.id === id)
    if (!office) return []
    const one = row.cloneNode(true) as HTMLElement
    one.querySelector('a')?.setAttribute('href', `/offices/${office.slug}`)
    fillSlots(one, {
      name: office.name,
      kind: office.options.web_only ? '' : placeAndKind(office),
      web: office.options.web_only ? null : '',
      demo: office.demo ? null : '',
      wait: opening === 'shut' ? '' : null,
      ...openingSlots(opening),
    })
    return [one]
  })
  if (filled.length === 0) rows.remove()
  else row.replaceWith(...filled)
}
