import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'

/** However a keyboard writes an accent, it is the same password on every device. */
export const samePassword = (typed: string): string => typed.normalize('NFC')

/**
 * What is wrong with how long a new password is, null where nothing is. Nothing is said of signs that it must
 * have: length and being nobody else's are what keeps it (NIST SP 800-63B).
 */
export function lengthFault(typed: string): 'too-short' | 'too-long' | null {
  const letters = Array.from(samePassword(typed)).length
  if (letters < PASSWORD_MIN) return 'too-short'
  return letters > PASSWORD_MAX ? 'too-long' : null
}
