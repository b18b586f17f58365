let people = 10_000_000
/** A rut that nobody has yet, with its check digit. */
export function nextRut(): string {
  people += 1
  let sum = 0
  let factor = 2
  for (const digit of String(people).split('').reverse()) {
    sum += Number(digit) * factor
    factor = factor === 7 ? 2 : factor + 1
  }
  const check = 11 - (sum % 11)
  return `${people}-${check === 11 ? '0' : check === 10 ? 'K' : check}`
}
