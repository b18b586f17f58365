/**
 * How moments read in a zone, and by the device's own clock where its tables do not know that zone: those of
 * a phone may be years older (America/Coyhaique is of 2025), and Chrome has a name for a zone of its own that
 * it does not know, and takes it from nobody. A time by another clock is better than no screen and no notice.
 */
export function zoneFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options)
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: undefined })
  }
}

/** Whether this process or device has a table of the zone. */
export function knowsZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
