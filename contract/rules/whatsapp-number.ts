import { phoneDigits } from './phone.ts'

/** As ITU-T E.164 has it: a plus, the country, at most fifteen digits in all. */
const E164 = /^\+[1-9]\d{7,14}$/
/** A Chilean mobile number as it is said in Chile. */
const CHILEAN_MOBILE = /^9\d{8}$/

/**
 * The one spelling of a telephone number, with its country: what people write between the digits, and 00 for
 * the plus, make no other number. A bare Chilean mobile gets its country; any other number has to say it.
 * @returns null for what is not a telephone number
 */
export function e164Of(typed: string): string | null {
  const plain = phoneDigits(typed).replace(/^00/, '+')
  const number = CHILEAN_MOBILE.test(plain) ? `+56${plain}` : plain
  return E164.test(number) ? number : null
}
