import { seenText } from './seen-text.ts'

/**
 * The Chilean national id number: digits, a dash, and a check digit (0–9 or K) by modulo 11.
 * @see rule FORM-05
 */

/**
 * As it is stored and compared: `12345678-K`, no dots, whatever dash a copied text has. Null where the text
 * has not the form of a rut.
 */
export function normalizeRut(text: string): string | null {
  const compact = seenText(text)
    .replace(/[.\s\p{Pd}\u2212]/gu, '')
    .toUpperCase()
  if (!/^\d{6,8}[\dK]$/.test(compact)) return null
  return `${compact.slice(0, -1).replace(/^0+/, '')}-${compact.slice(-1)}`
}

function rutCheckDigit(body: string): string {
  let sum = 0
  for (let index = 0; index < body.length; index++) {
    const fromTheRight = body.length - 1 - index
    sum += Number(body[index]) * (2 + (fromTheRight % 6))
  }
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

export function isValidRut(text: string): boolean {
  const rut = normalizeRut(text)
  if (rut === null) return false
  const [body = '', digit] = rut.split('-')
  return body.length > 0 && rutCheckDigit(body) === digit
}
