import { createPublicKey, verify } from 'node:crypto'

/** The claims of a VAPID token that passed every check. */
export type VapidClaims = { aud: string; exp: number; sub: string }

export type VapidVerdict = { claims: VapidClaims } | { status: 401 | 403; reason: string }

type VapidExpectation = {
  /** Origin of the push service. */
  audience: string
  /**
   * The key that the browser subscribed with (base64url, unpadded); undefined for an unrestricted
   * subscription.
   */
  applicationServerKey: string | undefined
  /** Milliseconds since the epoch. */
  now: number
}

const LONGEST_LIFE_S = 24 * 60 * 60
/**
 * Hosts of a subject that Apple's service refuses, so ours does too: a mistake here would only show on real
 * phones.
 */
const UNREACHABLE_SUBJECT = /(?:^|[@./])(?:localhost|[^@/]+\.(?:local|localhost|invalid))(?:[:/>]|$)/i

/**
 * Judges the Authorization header of a push as the strictest of the real services would.
 * @returns the claims, or the status to answer (401 when nothing was offered, 403 when it is wrong) with the
 * reason
 * @see RFC 8292 §2, §4.2
 */
export function checkVapid(authorization: string | undefined, expected: VapidExpectation): VapidVerdict {
  if (authorization === undefined) return { status: 401, reason: 'no Authorization header' }
  const parts =
    /^vapid\s+(.+)$/i
      .exec(authorization)?.[1]
      ?.split(',')
      .map(part => part.trim()) ?? []
  const token = parts.find(part => part.startsWith('t='))?.slice(2)
  const key = parts.find(part => part.startsWith('k='))?.slice(2)
  if (!token || !key) return { status: 401, reason: 'Authorization is not "vapid t=…, k=…"' }
  if (expected.applicationServerKey !== undefined && key !== expected.applicationServerKey) {
    return refuse('the key is not the one that the browser subscribed with')
  }
  const [header, payload, signature, ...rest] = token.split('.')
  if (!header || !payload || !signature || rest.length > 0)
    return refuse('the token is no JWS of three parts')
  if (parseJson(header)?.alg !== 'ES256') return refuse('the token is not signed with ES256')
  if (!isSignedBy(key, `${header}.${payload}`, signature))
    return refuse('the signature does not match the key')
  return judgeClaims(parseJson(payload) ?? {}, expected)
}

function judgeClaims(claims: Record<string, unknown>, { audience, now }: VapidExpectation): VapidVerdict {
  const { aud, exp, sub } = claims
  if (aud !== audience) return refuse(`aud is ${JSON.stringify(aud)}, not ${audience}`)
  if (typeof exp !== 'number') return refuse('exp is missing')
  if (exp <= now / 1000) return refuse('exp has passed')
  if (exp > now / 1000 + LONGEST_LIFE_S) return refuse('exp lies more than 24 h ahead')
  if (typeof sub !== 'string' || !/^(?:mailto:[^@\s]+@|https:\/\/)./.test(sub)) {
    return refuse('sub is neither a mailto: nor an https: address')
  }
  if (UNREACHABLE_SUBJECT.test(sub)) return refuse('sub names a host that nobody can reach')
  return { claims: { aud, exp, sub } }
}

function isSignedBy(publicKey: string, signed: string, signature: string): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
    return verify(
      'sha256',
      Buffer.from(signed),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  } catch {
    // A point that does not lie on the curve.
    return false
  }
}

function parseJson(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function refuse(reason: string): VapidVerdict {
  return { status: 403, reason }
}
