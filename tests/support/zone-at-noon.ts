/** A zone in which it is about noon: what was an hour ago was today, at whatever hour the tests run. */
export function zoneAtNoon(now = new Date()): string {
  const ahead = 12 - now.getUTCHours()
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
