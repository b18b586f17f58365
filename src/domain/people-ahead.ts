/**
 * How many are called before a number, by the line's own list of who waits, or null where the number is not
 * in it.
 *
 * @param rawTickets the numbers that wait, in the order in which they will be called
 * @param ticket the number as it is shown: A042
 */
export function peopleAhead(rawTickets: readonly string[], ticket: string): number | null {
  const place = rawTickets.indexOf(ticket)
  return place === -1 ? null : place
}
