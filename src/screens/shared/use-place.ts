import type { Place } from '#contract/rules/distance.ts'
import { useUi } from '#src/stores/ui-store.ts'

/** Where the person is, once they said so; null before, and where it could not be found. */
export function usePlace(): Place | null {
  return useUi(({ position }) => (position && 'latitude' in position ? position : null))
}
