/** Whether the desk's address names the page of the day, so that a reload comes back to it. */
export const isDayAt = (address: URLSearchParams): boolean => address.get('page') === 'day'

/** The page of the day, of an office; of today, until something else is chosen there. */
export function withDay(address: URLSearchParams, officeId: number): URLSearchParams {
  address.set('office', String(officeId))
  address.set('page', 'day')
  return address
}

/** The office alone: the page and all that was chosen on it are left behind. */
export const withoutDay = (officeId: number): URLSearchParams =>
  new URLSearchParams({ office: String(officeId) })
