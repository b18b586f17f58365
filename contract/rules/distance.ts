/** A point on the earth, in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

const EARTH_RADIUS_M = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * Metres between two places as the crow flies. Infinity where one of them is unknown: an office with
 * options.web_only has no place, and a person need not tell theirs.
 */
export function distanceBetween(from: Place | null, to: Place | null): number {
  if (!from || !to) return Number.POSITIVE_INFINITY
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const chord =
    half(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(to.longitude - from.longitude)
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Where an office is, or null where it has no place to go to. */
export function placeOf(office: {
  latitude: number | null
  longitude: number | null
  options: { web_only: boolean }
}): Place | null {
  const { latitude, longitude, options } = office
  return options.web_only || latitude === null || longitude === null ? null : { latitude, longitude }
}
