/** The device's own time zone, by its name in the tz database. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
