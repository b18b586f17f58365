/**
 * The number as it is shown: prefix and three digits, more when needed (A042, A1003). A reservation has no
 * number: its ticket's prefix is its code.
 */
export function displayedNumber(prefix: string, number: number | null): string {
  return number === null ? prefix : `${prefix}${String(number).padStart(3, '0')}`
}
