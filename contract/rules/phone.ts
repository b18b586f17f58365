import { seenText } from './seen-text.ts'

/** A telephone number, its digits alone. */
export const PHONE = /^\+?\d{6,15}$/

/**
 * Digits, with the plus of the country in front where it was typed: what people write between them, every
 * dash that a text processor makes of one, and the marks of direction that a list of contacts puts around
 * them, make no other number.
 */
export const phoneDigits = (text: string): string => seenText(text).replace(/[\s()./\p{Pd}\u2212]/gu, '')
