import type { Place } from '#contract/rules/distance.ts'

export type TravelMode = 'driving' | 'walking' | 'transit' | 'bicycling'

const MAPS = 'https://www.google.com/maps/dir/'
const written = ({ latitude, longitude }: Place) => `${latitude},${longitude}`

/**
 * The address of directions at an external maps service, to be opened in a new tab. Without an origin the
 * service asks for it itself.
 *
 * @see rule OFF-09, specification §2
 */
export function directionsUrl(origin: Place | null, destination: Place, travelMode: TravelMode): string {
  const url = new URL(MAPS)
  url.searchParams.set('api', '1')
  if (origin) url.searchParams.set('origin', written(origin))
  url.searchParams.set('destination', written(destination))
  url.searchParams.set('travelmode', travelMode)
  return url.href
}

/** The address of a place on the map of the same service. */
export function mapUrl(place: Place): string {
  const url = new URL('https://www.google.com/maps/search/')
  url.searchParams.set('api', '1')
  url.searchParams.set('query', written(place))
  return url.href
}
