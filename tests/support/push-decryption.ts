import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser keeps secret about its subscription, and what it tells the application server. */
export type PushKeys = {
  /** P-256 private key, 32 bytes. */
  privateKey: Buffer
  /** Uncompressed P-256 point, 65 bytes: `keys.p256dh` of the subscription once in base64url. */
  publicKey: Buffer
  /** Shared secret, 16 bytes: `keys.auth` of the subscription once in base64url. */
  auth: Buffer
}

const SALT_BYTES = 16
const TAG_BYTES = 16
/** Salt, record size (4), length of the key id (1): what stands before the sender's key. */
const FIXED_HEADER_BYTES = SALT_BYTES + 5
const P256_POINT_BYTES = 65
/**
 * The delimiter that ends the last record; any other value means that a record is missing or the padding is
 * wrong.
 */
const LAST_RECORD_DELIMITER = 2

/** Makes the keys of a subscription as a browser would. */
export function makePushKeys(): PushKeys {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  return { privateKey: pair.getPrivateKey(), publicKey, auth: randomBytes(16) }
}

/**
 * Opens an encrypted push as the receiving browser would.
 * @param body the POST's body as it arrived
 * @returns the text inside (UTF-8)
 * @throws when the body is not one well-formed aes128gcm record, or was encrypted for other keys
 * @see RFC 8291 §3–4, RFC 8188 §2
 */
export function decryptPush(body: Uint8Array, keys: PushKeys): string {
  const { salt, senderKey, record } = splitBody(Buffer.from(body))
  const { contentKey, nonce } = deriveKeys(keys, senderKey, salt)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  return new TextDecoder('utf-8', { fatal: true }).decode(withoutPadding(padded))
}

function splitBody(body: Buffer): { salt: Buffer; senderKey: Buffer; record: Buffer } {
  const recordStart = FIXED_HEADER_BYTES + P256_POINT_BYTES
  if (body.length < recordStart + TAG_BYTES + 1)
    throw new Error(`encrypted push of ${body.length} bytes is cut short`)
  const recordSize = body.readUInt32BE(SALT_BYTES)
  const keyLength = body.readUInt8(SALT_BYTES + 4)
  if (keyLength !== P256_POINT_BYTES) throw new Error(`sender key of ${keyLength} bytes is no P-256 point`)
  const record = body.subarray(recordStart)
  if (record.length > recordSize) throw new Error('a push must be a single record')
  return {
    salt: body.subarray(0, SALT_BYTES),
    senderKey: body.subarray(FIXED_HEADER_BYTES, recordStart),
    record,
  }
}

function deriveKeys(keys: PushKeys, senderKey: Buffer, salt: Buffer): { contentKey: Buffer; nonce: Buffer } {
  const own = createECDH('prime256v1')
  own.setPrivateKey(keys.privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.publicKey, senderKey])
  const inputKey = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), keys.auth, info, 32))
  return {
    contentKey: Buffer.from(hkdfSync('sha256', inputKey, salt, 'Content-Encoding: aes128gcm\0', 16)),
    nonce: Buffer.from(hkdfSync('sha256', inputKey, salt, 'Content-Encoding: nonce\0', 12)),
  }
}

function withoutPadding(padded: Buffer): Buffer {
  let end = padded.length - 1
  while (end >= 0 && padded[end] === 0) end -= 1
  if (padded[end] !== LAST_RECORD_DELIMITER) throw new Error('the record does not end as the last one must')
  return padded.subarray(0, end)
}
