import * as v from 'valibot'

const isAddress = v.pipe(v.string(), v.email(), v.regex(/^[\u0020-\u007e]+$/))

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
  return v.is(isAddress, plain) ? plain : null
}
