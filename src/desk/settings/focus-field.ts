import { keysOf, type Place, placeOf } from './place.ts'
import { fieldId } from './use-settings.ts'

/** Goes to the field of a place, or to the nearest one around it. @returns whether there is one */
export function focusField(at: Place): boolean {
  for (let keys = keysOf(at); keys.length > 0; keys = keys.slice(0, -1)) {
    const field = document.getElementById(fieldId(placeOf(keys)))
    if (!field) continue
    const folds = (of: Element | null | undefined) => of?.closest('details') ?? null
    for (let fold = folds(field); fold; fold = folds(fold.parentElement)) fold.open = true
    field.focus()
    return true
  }
  return false
}
