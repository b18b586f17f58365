import type { ListHead } from '#contract/brought-along.ts'
import type { Slot } from './frame-id.ts'

/**
 * Writes what is known into a frame, or a part of it.
 * @param said empty where there is nothing to say, null where the frame says it already
 */
export function fillSlots(frame: ParentNode, said: Partial<Record<Slot, string | null>>): void {
  for (const place of frame.querySelectorAll<HTMLElement>('[data-slot]')) {
    const text = said[place.dataset.slot as Slot]
    if (text === '') place.remove()
    else if (typeof text === 'string') place.textContent = text
  }
}

/** Of the likely words for its hours, those that are as long as what will be said of this one. */
export const openingSlots = (opening: ListHead['opening']) => ({
  always: '',
  until: '',
  shut: '',
  [opening]: null,
})
