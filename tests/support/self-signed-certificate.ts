import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Enough of DER (X.690) to write one certificate: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}

const SEQUENCE = 0x30
const SET = 0x31
const OID = 0x06
const UTF8 = 0x0c
const UTC_TIME = 0x17

/** 1.2.840.10045.4.3.2, ecdsa-with-SHA256 */
const ECDSA_SHA256 = der(SEQUENCE, der(OID, Buffer.from('2a8648ce3d040302', 'hex')))
/** 2.5.4.3, commonName */
const COMMON_NAME = der(OID, Buffer.from('550403', 'hex'))

const utcTime = (at: Date) =>
  der(UTC_TIME, Buffer.from(`${at.toISOString().replace(/[-T:]/g, '').slice(2, 14)}Z`))

const nameOf = (commonName: string) =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(commonName)))))

const pemOf = (bytes: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

function certify(publicKey: KeyObject, privateKey: KeyObject, commonName: string, days: number): string {
  const day = 24 * 3_600_000
  const validity = der(
    SEQUENCE,
    utcTime(new Date(Date.now() - day)),
    utcTime(new Date(Date.now() + days * day)),
  )
  const name = nameOf(commonName)
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const serial = der(0x02, Buffer.of(1))
  const content = der(SEQUENCE, serial, ECDSA_SHA256, name, validity, name, key)
  const signature = sign('sha256', content, privateKey)
  return pemOf(der(SEQUENCE, content, ECDSA_SHA256, der(0x03, Buffer.of(0), signature)))
}

/**
 * A certificate that vouches for itself, good since yesterday and for so many days, and its key; both as PEM.
 */
export function makeSelfSignedCertificate(commonName = 'localhost', days = 1): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    cert: certify(publicKey, privateKey, commonName, days),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
