import { readFileSync } from 'node:fs'
import { get as getInClear } from 'node:http'
import { get as getSecurely } from 'node:https'
import * as v from 'valibot'
import type { Settings } from '#server/settings/settings.ts'
import { fail, type Finding, ok, reasonOf, warn } from './finding.ts'

const PATIENCE_MS = 5_000
const readiness = v.object({
  database: v.boolean(),
  writes: v.boolean(),
  draining: v.boolean(),
  version: v.string(),
})

/** The server on this machine, whatever its certificate is called: it has the directory open. */
function ask({ host, port, tls }: Settings): Promise<unknown> {
  const hostname = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return new Promise((resolve, reject) => {
    const request = (tls ? getSecurely : getInClear)(
      {
        host: hostname,
        port,
        path: '/readyz',
        timeout: PATIENCE_MS,
        ...(tls && { rejectUnauthorized: false }),
      },
      response => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => void (text += part))
        response.on('error', reject)
        response.on('end', () => {
          try {
            resolve(JSON.parse(text))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', reject)
  })
}

export const ownVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version

/** The embedded database serves one process at a time: who has it open says how it is. */
export async function askRunningServer(settings: Settings): Promise<Finding[]> {
  let said: unknown
  try {
    said = await ask(settings)
  } catch (error) {
    const reason = reasonOf(error)
    return [
      warn(
        'server',
        `another process has the database open, and does not answer at PORT ${settings.port} (${reason})`,
        `otro proceso tiene abierta la base de datos y no responde en PORT ${settings.port} (${reason})`,
      ),
    ]
  }
  const parsed = v.safeParse(readiness, said)
  if (!parsed.success)
    return [
      warn(
        'server',
        `what answers at PORT ${settings.port} is no server of Numerito`,
        `lo que responde en PORT ${settings.port} no es un servidor de Numerito`,
      ),
    ]
  const { database, writes, version } = parsed.output
  const findings: Finding[] = [
    version === ownVersion()
      ? ok('server', `runs, ${version}`, `funciona, ${version}`)
      : warn(
          'server',
          `runs as ${version}, and this is ${ownVersion()}: start it anew`,
          `funciona con ${version} y esta es ${ownVersion()}: reinícialo`,
        ),
  ]
  if (!database)
    findings.push(
      fail('database', 'the server says that it does not answer', 'el servidor dice que no responde'),
    )
  else if (!writes)
    findings.push(
      fail(
        'database',
        'the server says that it keeps nothing: is the disk full?',
        'el servidor dice que no guarda nada: ¿está lleno el disco?',
      ),
    )
  else
    findings.push(
      ok(
        'database',
        'the server says that it answers and keeps what it is given',
        'el servidor dice que responde y guarda',
      ),
    )
  return findings
}
