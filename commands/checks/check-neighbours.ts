import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Settings } from '#server/settings/settings.ts'
import { judgeClock } from './check-clock.ts'
import { fail, type Finding, ok, reasonOf, warn } from './finding.ts'

const PATIENCE_MS = 3_000
/** One host of each of the browsers' push services. */
export const PUSH_SERVICES: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
]

/** Whether it answers at all: what, is of no matter. With the time that it says, if it does. */
async function askPushService(origin: string, at: () => Date) {
  const before = at().getTime()
  try {
    const answer = await fetch(origin, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const date = Date.parse(answer.headers.get('date') ?? '')
    const half = (at().getTime() - before) / 2
    return { origin, reason: null, aheadMs: Number.isNaN(date) ? null : date - before - half }
  } catch (error) {
    return { origin, reason: reasonOf(error), aheadMs: null }
  }
}

/**
 * Whether the push services can be reached from here, and what they think of the time.
 * @param services origins, beside those of the settings
 */
export async function checkPush(
  { push }: Settings,
  at: () => Date,
  services: readonly string[],
): Promise<Finding[]> {
  const own = push.hosts
    .filter(host => !host.startsWith('.'))
    .map(host => (host.includes('://') ? host : `https://${host}`))
  const asked = await Promise.all([...own, ...services].map(origin => askPushService(origin, at)))
  const silent = asked.filter(({ reason }) => reason !== null)
  const findings = silent.map(({ origin, reason }) =>
    warn(
      'push',
      `${origin} cannot be reached (${reason}): its phones are not rung`,
      `no se llega a ${origin} (${reason}): sus teléfonos no suenan`,
    ),
  )
  if (silent.length === 0)
    findings.push(ok('push', 'the push services can be reached', 'se llega a los servicios de avisos'))
  if (push.contact.endsWith('@example.com'))
    findings.push(
      warn(
        'push',
        'NUMERITO_PUSH_CONTACT is not set: push services know nobody to turn to',
        'falta NUMERITO_PUSH_CONTACT: los servicios de avisos no saben a quién acudir',
      ),
    )
  const timed = asked.find(({ aheadMs }) => aheadMs !== null)
  if (timed?.aheadMs != null) findings.push(judgeClock(timed.aheadMs, timed.origin))
  return findings
}

/** A STUN binding request (RFC 8489): a TURN server answers it, whoever asks. */
function bindingRequest(): Buffer {
  const header = Buffer.alloc(20)
  header.writeUInt16BE(0x0001, 0)
  header.writeUInt32BE(0x2112a442, 4)
  randomBytes(12).copy(header, 8)
  return header
}

const inTime = <T>(
  work: (done: (value: T) => void, failed: (error: Error) => void) => () => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new Error('no answer'))), PATIENCE_MS)
    const stop = work(
      value => settle(() => resolve(value)),
      error => settle(() => reject(error)),
    )
    function settle(how: () => void): void {
      clearTimeout(timer)
      stop()
      how()
    }
  })

const askByUdp = (host: string, port: number) =>
  inTime<void>((done, failed) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    socket.once('message', () => done())
    socket.once('error', failed)
    socket.send(bindingRequest(), port, host, error => error && failed(error))
    return () => socket.close()
  })

const askByTcp = (host: string, port: number) =>
  inTime<void>((done, failed) => {
    const socket = connect({ host, port }, () => done())
    socket.once('error', failed)
    return () => socket.destroy()
  })

async function checkRelay(url: string): Promise<Finding> {
  const [, scheme = '', bracketed = '', port, transport] =
    /^(turns?|stuns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(\w+))?$/i.exec(url) ?? []
  const host = bracketed.replace(/^\[|\]$/g, '')
  const isSecure = scheme.endsWith('s')
  const ask = isSecure || transport === 'tcp' ? askByTcp : askByUdp
  try {
    await ask(host, Number(port ?? (isSecure ? 5349 : 3478)))
    return ok('turn', `${url} answers`, `${url} responde`)
  } catch (error) {
    const reason = reasonOf(error)
    return fail(
      'turn',
      `${url} does not answer (${reason}): video attentions fail`,
      `${url} no responde (${reason}): las atenciones por video fallan`,
    )
  }
}

export const checkTurn = ({ video }: Settings): Promise<Finding[]> =>
  Promise.all([...video.stun, ...video.turn].map(checkRelay))

/** Whether the mail server lets us in. Nothing is sent. */
export async function checkMail({ mail }: Settings): Promise<Finding[]> {
  if (!mail)
    return [
      ok(
        'mail',
        'none: addresses are not confirmed, nor passwords replaced',
        'sin correo: no se confirman direcciones ni se reemplazan claves',
      ),
    ]
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  try {
    await transport.verify()
    return [ok('mail', 'the mail server lets us in', 'el servidor de correo nos acepta')]
  } catch (error) {
    // Its words may name the user.
    const { code = '', responseCode = 'no answer' } = error as { code?: string; responseCode?: number }
    return [
      fail(
        'mail',
        `the mail server: ${responseCode} ${code}`,
        `el servidor de correo: ${responseCode} ${code}`,
      ),
    ]
  } finally {
    transport.close()
  }
}
