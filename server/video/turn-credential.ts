import { createHmac } from 'node:crypto'

/**
 * A user name and password that coturn's use-auth-secret accepts until they expire, without having heard of
 * them.
 * @param name anything that names nobody: it stands in coturn's log
 * @see the TURN REST API draft, which coturn follows: `expiry:name`, and its HMAC-SHA1 by the shared secret
 */
export function turnCredential(
  secret: string,
  expiresAt: Date,
  name: string,
): { username: string; credential: string } {
  const username = `${Math.floor(expiresAt.getTime() / 1_000)}:${name}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
