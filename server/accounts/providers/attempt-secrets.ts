import { createHash } from 'node:crypto'
import type { Random } from '#server/platform/random.ts'
import type { AttemptSecrets } from './provider.ts'

const BYTES = 32
const drawn = (random: Random) => Buffer.from(random.bytes(BYTES)).toString('base64url')

export const newSecrets = (random: Random, returnTo: string): AttemptSecrets => ({
  verifier: drawn(random),
  nonce: drawn(random),
  state: drawn(random),
  returnTo,
})

/** PKCE's S256. */
export const challengeOf = ({ verifier }: AttemptSecrets): string =>
  createHash('sha256').update(verifier).digest('base64url')
