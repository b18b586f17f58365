import * as v from 'valibot'
import type { Spot } from './spot.ts'

/**
 * That the modulos of preferential people are there, and that a law is not named by which it would be
 * otherwise: Brazil's has them attended before anybody else who waits, where no modulo is theirs.
 */
export function checkPreference(office: Spot): void {
  const preference = office.at('preference')
  const rule = preference.at('rule')
  const known = new Set(
    office
      .at('modulos')
      .items()
      .map(modulo => modulo.value),
  )
  for (const modulo of rule.at('modulos').items()) {
    const name = modulo.as(v.string())
    if (name !== undefined && !known.has(name)) {
      modulo.report('unknown-modulo', `the office has no modulo “${name}”`)
    }
  }
  if (preference.at('law').value !== 'br-14626') return
  const law = 'by br-14626 preferential people go before all others'
  if (rule.at('one_in').value !== undefined) {
    rule.at('one_in').report('preference-against-law', `${law}: “one_in” lets others go first`)
  }
  if (preference.at('before_reservations').value === false) {
    preference
      .at('before_reservations')
      .report('preference-against-law', `${law}: “before_reservations” cannot be false`)
  }
}
