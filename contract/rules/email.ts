import { seenText } from './seen-text.ts'

/** An e-mail address. Plain letters alone: see below. */
export const EMAIL = /^[\w+-]+(\.[\w+-]+)*@[\da-zA-Z]+([.-][\da-zA-Z]+)*\.[a-zA-Z]{2,}$/

/**
 * As a form takes it before it judges it: without what is not seen, and letters of double width or of another
 * font as plain ones (NFKC).
 */
export const plainEmail = (text: string): string => seenText(text.normalize('NFKC')).trim()

/**
 * The one spelling of an e-mail address, by which an account is found: without blanks around it, in small
 * letters, and letters of double width or of another font as plain ones (NFKC). Null where it is invalid.
 *
 * Only plain letters are taken: with those of other scripts «аna@…» would look like «ana@…», and be another
 * account; and mail to such addresses still gets lost often.
 * @see rule AUTH-07
 */
export function oneEmail(text: string): string | null {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  return EMAIL.test(plain) ? plain : null
}
