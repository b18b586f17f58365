import { X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import type { Settings } from '#server/settings/settings.ts'
import { fail, type Finding, ok, reasonOf, warn } from './finding.ts'

const DAY_MS = 24 * 3_600_000
/** Whoever renews by hand needs so long; who renews by itself has done it by then. */
const SOON_DAYS = 14
const AT_ONCE_DAYS = 3
const PATIENCE_MS = 3_000

/** Of a certificate: whether it is good, and for how long. */
export function judgeCertificate(pem: string | Buffer, what: string, host: string | null, at: Date): Finding {
  const certificate = new X509Certificate(pem)
  const until = new Date(certificate.validTo)
  const days = Math.floor((until.getTime() - at.getTime()) / DAY_MS)
  const day = until.toISOString().slice(0, 10)
  if (new Date(certificate.validFrom) > at)
    return fail(
      'certificate',
      `${what} is not good before ${certificate.validFrom}: look at the clock`,
      `${what} no vale antes de ${certificate.validFrom}: revisa el reloj`,
    )
  if (days < 0)
    return fail('certificate', `${what} ran out on ${day}: renew it`, `${what} venció el ${day}: renuévalo`)
  if (host !== null && certificate.checkHost(host) === undefined)
    return fail(
      'certificate',
      `${what} is not for ${host}: browsers refuse it`,
      `${what} no es para ${host}: los navegadores lo rechazan`,
    )
  if (days < AT_ONCE_DAYS)
    return fail(
      'certificate',
      `${what} runs out on ${day}: renew it now`,
      `${what} vence el ${day}: renuévalo ahora`,
    )
  if (days < SOON_DAYS)
    return warn('certificate', `${what} runs out on ${day}: renew it`, `${what} vence el ${day}: renuévalo`)
  return ok('certificate', `${what} is good until ${day}`, `${what} vale hasta el ${day}`)
}

/** What whoever comes to this origin is shown: the proxy's certificate, where one stands in front. */
function shownAt({ hostname, port }: URL): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: hostname, port: Number(port) || 443, servername: hostname, rejectUnauthorized: false },
      () => {
        const { raw } = socket.getPeerCertificate()
        socket.destroy()
        if (raw) resolve(raw)
        else reject(new Error('no certificate'))
      },
    )
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}

async function checkOrigin(origin: string, at: Date): Promise<Finding> {
  const url = new URL(origin)
  try {
    return judgeCertificate(await shownAt(url), origin, url.hostname, at)
  } catch (error) {
    const reason = reasonOf(error)
    return warn(
      'certificate',
      `${origin} cannot be reached from here (${reason})`,
      `no se llega a ${origin} desde aquí (${reason})`,
    )
  }
}

/** The server's own certificate, and those that people see at its origins. */
export async function checkCertificates({ tls, origins }: Settings, at: Date): Promise<Finding[]> {
  const own = tls ? [judgeCertificate(tls.cert, 'NUMERITO_TLS_CERT', null, at)] : []
  const secure = origins.filter(origin => origin.startsWith('https:'))
  return [...own, ...(await Promise.all(secure.map(origin => checkOrigin(origin, at))))]
}
