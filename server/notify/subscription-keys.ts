import { createPublicKey } from 'node:crypto'

const POINT_BYTES = 65
const COORDINATE_BYTES = 32
const UNCOMPRESSED = 4
const AUTH_BYTES = 16

/** Whether these are base64url of a point on P-256, uncompressed: what RFC 8291 §3.1 encrypts for. */
export function isPushPublicKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) return false
  const x = point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url')
  const y = point.subarray(1 + COORDINATE_BYTES).toString('base64url')
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
    return true
  } catch {
    return false
  }
}

/** Whether this is base64url of an authentication secret (RFC 8291 §3.2). */
export const isPushAuthSecret = (auth: string): boolean =>
  Buffer.from(auth, 'base64url').length === AUTH_BYTES
