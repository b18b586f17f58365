/** The number as it is shown: prefix and three digits, more when needed (A042, A1003). */
export function displayedNumber(prefix: string, number: number): string {
  return `${prefix}${String(number).padStart(3, '0')}`
}
