import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { SettingName } from './setting-table.ts'

/** PEM texts. */
export interface Tls {
  cert: string
  key: string
}

type Fault = (name: SettingName, text: string) => void

function tryTo<T>(what: () => T, onFailure: () => void): T | null {
  try {
    return what()
  } catch {
    onFailure()
    return null
  }
}

/**
 * The certificate and its key, read and held against each other: a pair that does not fit would otherwise
 * show at the first visitor's browser.
 */
export function readTls(
  files: { cert: string | undefined; key: string | undefined },
  readFile: (path: string) => string,
  fault: Fault,
): Tls | null {
  if (files.cert === undefined && files.key === undefined) return null
  if (files.cert === undefined) fault('NUMERITO_TLS_CERT', 'is needed with NUMERITO_TLS_KEY')
  if (files.key === undefined) fault('NUMERITO_TLS_KEY', 'is needed with NUMERITO_TLS_CERT')

  const load = (name: SettingName, path: string | undefined) =>
    path === undefined
      ? null
      : tryTo(
          () => readFile(path),
          () => fault(name, 'cannot be read'),
        )
  const cert = load('NUMERITO_TLS_CERT', files.cert)
  const key = load('NUMERITO_TLS_KEY', files.key)

  const certificate =
    cert === null
      ? null
      : tryTo(
          () => new X509Certificate(cert),
          () => fault('NUMERITO_TLS_CERT', 'holds no PEM certificate'),
        )
  const privateKey =
    key === null
      ? null
      : tryTo(
          () => createPrivateKey(key),
          () => fault('NUMERITO_TLS_KEY', 'holds no PEM private key'),
        )
  if (cert === null || key === null || certificate === null || privateKey === null) return null
  if (!certificate.checkPrivateKey(privateKey)) fault('NUMERITO_TLS_KEY', 'does not fit the certificate')
  return { cert, key }
}
