import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '#server/platform/random.ts'

const CIPHER = 'aes-256-gcm'
/** The first byte says how the rest was made, so that a later way can stand beside this one. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * What was read is no envelope of ours, was altered, belongs to another row, or was sealed with another
 * secret.
 */
export class Unsealable extends Error {
  constructor() {
    super('the sealed data cannot be opened with this secret')
    this.name = 'Unsealable'
  }
}

export interface Envelope {
  /**
   * version (1 byte) · nonce (12) · tag (16) · ciphertext.
   * @param belongsTo what it may be opened for, and nothing else
   */
  seal(text: string, belongsTo: string): Uint8Array
  /** @throws Unsealable */
  open(sealed: Uint8Array, belongsTo: string): string
}

/**
 * AES-256-GCM. The nonce is random: one key must not seal more than some 2^32 texts, which an installation
 * does not reach.
 */
export function createEnvelope(key: Uint8Array, random: Random): Envelope {
  return {
    seal(text, belongsTo) {
      const nonce = random.bytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(belongsTo))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ciphertext])
    },

    open(sealed, belongsTo) {
      const bytes = Buffer.from(sealed)
      const ciphertextAt = 1 + NONCE_BYTES + TAG_BYTES
      if (bytes[0] !== VERSION || bytes.length < ciphertextAt) throw new Unsealable()
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
      const tag = bytes.subarray(1 + NONCE_BYTES, ciphertextAt)
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(belongsTo))
          .setAuthTag(tag)
        return Buffer.concat([decipher.update(bytes.subarray(ciphertextAt)), decipher.final()]).toString()
      } catch {
        throw new Unsealable()
      }
    },
  }
}
