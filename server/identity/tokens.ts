import { createHash, createHmac } from 'node:crypto'
import type { Random } from '#server/platform/random.ts'

const TOKEN_BYTES = 32
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/

/** What the cookie holds: 256 random bits, base64url. */
export const newCookieToken = (random: Random): string =>
  Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

/**
 * What travels in the Authorization header. It follows from the cookie's token, so that it can be given again
 * without being stored, and does not lead back to it: a script that steals it has no cookie.
 */
export const authorizationTokenOf = (cookieToken: string): string =>
  createHmac('sha256', cookieToken).update('numerito authorization token').digest('base64url')

/** As it is stored. A hash without salt will do: nobody guesses 256 random bits. */
export const hashOfToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()

/** Whether it is worth asking the database. */
export const hasTokenForm = (text: string): boolean => TOKEN_FORM.test(text)
