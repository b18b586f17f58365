import { createCipheriv, createDecipheriv, createHash, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import * as v from 'valibot'
import type { Random } from '#server/platform/random.ts'
import { KeepingFault } from '../keeping-fault.ts'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const KEY_BYTES = 32
const SALT_BYTES = 16
export const TAG_BYTES = 16
const NONCE_BYTES = 12
/** Some 100 ms and 64 MB a try: what a passphrase that was thought out holds off for years. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1 }
const SCRYPT_MEMORY = 256 * 1024 * 1024

/** How a file is sealed, as it stands in the clear at its beginning. */
export const sealSchema = v.object({
  scrypt: v.object({
    N: v.pipe(v.number(), v.integer(), v.maxValue(2 ** 17)),
    r: v.pipe(v.number(), v.integer(), v.maxValue(8)),
    p: v.pipe(v.number(), v.integer(), v.maxValue(4)),
  }),
  salt: v.string(),
  /** By which a wrong passphrase is told from a damaged file. */
  proof: v.string(),
})
export type Seal = v.InferOutput<typeof sealSchema>

interface Keys {
  key: Buffer
  proof: Buffer
}

async function keysOf(passphrase: string, salt: Buffer, how: Seal['scrypt']): Promise<Keys> {
  const derived = await derive(passphrase.normalize('NFC'), salt, 2 * KEY_BYTES, {
    ...how,
    maxmem: SCRYPT_MEMORY,
  })
  return { key: derived.subarray(0, KEY_BYTES), proof: derived.subarray(KEY_BYTES) }
}

export async function newSeal(passphrase: string, random: Random): Promise<{ seal: Seal; key: Buffer }> {
  const salt = Buffer.from(random.bytes(SALT_BYTES))
  const { key, proof } = await keysOf(passphrase, salt, SCRYPT)
  return { seal: { scrypt: SCRYPT, salt: salt.toString('base64'), proof: proof.toString('base64') }, key }
}

/** @throws KeepingFault for another passphrase than it was sealed with */
export async function keyOfSeal({ scrypt: how, salt, proof }: Seal, passphrase: string): Promise<Buffer> {
  const keys = await keysOf(passphrase, Buffer.from(salt, 'base64'), how)
  const said = Buffer.from(proof, 'base64')
  if (said.length !== keys.proof.length || !timingSafeEqual(said, keys.proof))
    throw new KeepingFault('this is not the passphrase with which it was sealed')
  return keys.key
}

/**
 * What keeps the chunks of one file whole and in their order: each carries a tag over itself, its number,
 * whether it is the last, and the file's beginning. Sealed by AES-256-GCM where there is a key (its own of
 * this file, so that the number may be the nonce), else in the clear, by SHA-256.
 */
export interface ChunkSeal {
  close(body: Buffer, nth: number, isLast: boolean): { tag: Buffer; body: Buffer }
  /** @returns null where the chunk is not as it was written */
  open(body: Buffer, tag: Buffer, nth: number, isLast: boolean): Buffer | null
}

function placeOf(nth: number, isLast: boolean): Buffer {
  const place = Buffer.alloc(NONCE_BYTES)
  place.writeUInt8(isLast ? 1 : 0)
  place.writeBigUInt64BE(BigInt(nth), NONCE_BYTES - 8)
  return place
}

export function chunkSeal(beginning: Buffer, key: Buffer | null): ChunkSeal {
  if (key !== null) {
    return {
      close(body, nth, isLast) {
        const cipher = createCipheriv('aes-256-gcm', key, placeOf(nth, isLast)).setAAD(beginning)
        const sealed = Buffer.concat([cipher.update(body), cipher.final()])
        return { tag: cipher.getAuthTag(), body: sealed }
      },
      open(body, tag, nth, isLast) {
        const decipher = createDecipheriv('aes-256-gcm', key, placeOf(nth, isLast), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(beginning).setAuthTag(tag)
        try {
          return Buffer.concat([decipher.update(body), decipher.final()])
        } catch {
          return null
        }
      },
    }
  }
  const tagOf = (body: Buffer, nth: number, isLast: boolean) =>
    createHash('sha256')
      .update(beginning)
      .update(placeOf(nth, isLast))
      .update(body)
      .digest()
      .subarray(0, TAG_BYTES)
  return {
    close: (body, nth, isLast) => ({ tag: tagOf(body, nth, isLast), body }),
    open: (body, tag, nth, isLast) => (tagOf(body, nth, isLast).equals(tag) ? body : null),
  }
}
