import { PERSON_NAME_MAX } from '#contract/limits.ts'
import { lettersOnly } from '#contract/rules/person-name.ts'

/**
 * A name as the desk can read it out: what is no letter is left out, and it ends where a word ends. Null
 * where nothing of a name remains.
 */
export function vouchedName(said: unknown): string | null {
  const text = typeof said === 'string' ? said : partsOf(said).join(' ')
  const letters = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}' .-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const name = letters.length <= PERSON_NAME_MAX ? letters : shortened(letters)
  return lettersOnly.test(name) ? name : null
}

function shortened(text: string): string {
  const cut = text.slice(0, PERSON_NAME_MAX + 1)
  const end = cut.lastIndexOf(' ')
  return end > 0 ? cut.slice(0, end) : text.slice(0, PERSON_NAME_MAX)
}

/** ClaveÚnica says `{ nombres: [...], apellidos: [...] }`. */
function partsOf(said: unknown): string[] {
  if (typeof said !== 'object' || said === null) return []
  return Object.values(said)
    .flat()
    .filter(part => typeof part === 'string')
}
