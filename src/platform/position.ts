/** Where the person is, or why it is not known (specification §3: position). */
export type Position =
  | { lat: number; lon: number }
  | { errorMessage: 'denied' | 'unavailable' | 'timeout' | 'unsupported' }

export interface PositionFinder {
  /** Asks the browser, which asks the person: only when they pressed "near me". */
  locate(): Promise<Position>
}

/** An office street away is near enough, and a fix by satellite indoors may never come. */
const OPTIONS: PositionOptions = { enableHighAccuracy: false, timeout: 10_000, maximumAge: 5 * 60_000 }

const faults: Record<number, 'denied' | 'unavailable' | 'timeout'> = {
  1: 'denied',
  2: 'unavailable',
  3: 'timeout',
}

export function browserPosition(navigator: {
  geolocation?: Pick<Geolocation, 'getCurrentPosition'>
}): PositionFinder {
  return {
    locate: () =>
      new Promise(resolve => {
        if (!navigator.geolocation) return resolve({ errorMessage: 'unsupported' })
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
          ({ code }) => resolve({ errorMessage: faults[code] ?? 'unavailable' }),
          OPTIONS,
        )
      }),
  }
}
