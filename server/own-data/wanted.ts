import { isValidRut } from '#contract/rules/rut.ts'
import type { Protection } from '#server/secrets/protection.ts'
import type { SealedMeta } from '#server/secrets/sealed-meta.ts'

/** So many at a time: whoever is looked for by e-mail is found by opening what is sealed. */
export const BATCH = 500
/** Before all others. */
export const FIRST = '00000000-0000-0000-0000-000000000000'

/** What somebody is looked for by. */
export interface Wanted {
  /** In small letters; null where it is a document. */
  email: string | null
  /** Of the document, as a rut and as a dni; of none where it is an e-mail. */
  hashes: Buffer[]
}

/** @param by a rut, a dni or an e-mail, as it was said */
export function wantedBy(protection: Pick<Protection, 'identityHash'>, by: string): Wanted {
  const said = by.trim()
  if (said.includes('@')) return { email: said.toLowerCase(), hashes: [] }
  // Of blanks and dots alone no number is left: they would all be one.
  if (!/[a-z0-9]/i.test(said)) return { email: null, hashes: [] }
  const kinds = isValidRut(said) ? (['rut', 'dni'] as const) : (['dni'] as const)
  return { email: null, hashes: kinds.map(kind => Buffer.from(protection.identityHash(kind, said))) }
}

/** Whether the form of a turn was answered with the document or the e-mail. @param meta sealed */
export function answeredWith(
  protection: Pick<Protection, 'identityHash' | 'openMeta'>,
  meta: Uint8Array,
  { email, hashes }: Wanted,
): boolean {
  const { answers = {} } = protection.openMeta(meta) as SealedMeta
  return Object.values(answers).some(answer => {
    const said = wantedBy(protection, answer)
    if (email !== null) return said.email === email
    return said.hashes.some(hash => hashes.some(wanted => wanted.equals(hash)))
  })
}
