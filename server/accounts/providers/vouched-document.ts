import { IDENTITY_LENGTH_MAX } from '#contract/limits.ts'
import { isValidRut } from '#contract/rules/rut.ts'
import type { VouchedPerson } from './provider.ts'

/**
 * The document in a claim: text, a number, or `{ numero, DV }` as ClaveÚnica says it. Null for an
 * invalid one: a rut has to be a rut, whoever says it.
 */
export function vouchedDocument(claim: unknown, type: 'rut' | 'dni'): VouchedPerson['document'] {
  const number = textOf(claim)?.trim() ?? ''
  if (number === '' || number.length > IDENTITY_LENGTH_MAX) return null
  if (type === 'rut' ? !isValidRut(number) : !/^[A-Za-z0-9.-]{5,}$/.test(number)) return null
  return { type, number }
}

function textOf(claim: unknown): string | null {
  if (typeof claim === 'string') return claim
  if (typeof claim === 'number') return String(claim)
  if (typeof claim !== 'object' || claim === null || !('numero' in claim)) return null
  const { numero, DV } = claim as { numero: unknown; DV?: unknown }
  return DV === undefined ? textOf(numero) : `${textOf(numero)}-${textOf(DV)}`
}
