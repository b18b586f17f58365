import type { Place } from '#src/domain/distance.ts'
import { useUi } from '#src/stores/ui-store.ts'

/** Where the person is, once they said so; null before, and where it could not be found. */
export function usePlace(): Place | null {
  const latitude = useUi(({ position }) => (position && 'lat' in position ? position.lat : null))
  const longitude = useUi(({ position }) => (position && 'lat' in position ? position.lon : null))
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
