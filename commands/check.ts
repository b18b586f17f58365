import { readFileSync } from 'node:fs'
import { systemClock } from '#server/platform/clock.ts'
import { readSettings, SettingFaults, type Settings } from '#server/settings/settings.ts'
import { ownVersion } from './checks/ask-running-server.ts'
import { checkCertificates } from './checks/check-certificates.ts'
import { checkDatabase } from './checks/check-database.ts'
import { checkMail, checkPush, checkTurn, PUSH_SERVICES } from './checks/check-neighbours.ts'
import { checkDisk, checkSecret } from './checks/check-place.ts'
import { fail, type Finding, ok, reasonOf, type Subject, SUBJECTS, warn } from './checks/finding.ts'
import { type Said, spokenIn } from './language.ts'
import { EXIT, type Surroundings } from './surroundings.ts'

const USAGE: Said = {
  en: `numerito check      looks at settings, secret, disk, clock, database, certificates, push, TURN and e-mail

Beside a running server too: nothing is changed. One line each: ok, warn or fail, with what to mend.
Ends with 1 where something fails.
`,
  es: `numerito check      revisa ajustes, secreto, disco, reloj, base de datos, certificados, avisos, TURN y correo

También junto a un servidor en marcha: no cambia nada. Una línea por cosa: ok, warn o fail, con lo que hay que arreglar.
Termina con 1 si algo falla.
`,
}
const SUMMARY: Record<'fine' | 'failed', (count: number) => Said> = {
  fine: count => ({ en: `in order; ${count} to think of\n`, es: `en orden; ${count} por considerar\n` }),
  failed: count => ({ en: `${count} to mend\n`, es: `${count} por arreglar\n` }),
}

function settingsOr(environment: Surroundings['environment']): Settings | Finding[] {
  try {
    return readSettings(environment, path => readFileSync(path, 'utf8'))
  } catch (error) {
    if (!(error instanceof SettingFaults)) throw error
    return error.faults.map(({ name, fault }) => fail('settings', `${name} ${fault}`, `${name}: ${fault}`))
  }
}

/** What each setting allows, and the installation as a whole does not want. */
function checkTogether({ origins, tls, proxyHops }: Settings): Finding[] {
  const isBehindProxy = tls === null && origins.some(origin => origin.startsWith('https:'))
  if (!isBehindProxy || proxyHops > 0) return []
  return [
    warn(
      'settings',
      'a proxy ends TLS for it, and NUMERITO_PROXY_HOPS counts none: everybody is one address, and soon refused',
      'un proxy termina el TLS y NUMERITO_PROXY_HOPS no cuenta ninguno: todos son una sola dirección, que pronto es rechazada',
    ),
  ]
}

/** A look that breaks is a finding too, and hides none of the others. */
async function findingsOf(about: Subject, look: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    const reason = reasonOf(error)
    return [fail(about, `could not be looked at: ${reason}`, `no se pudo revisar: ${reason}`)]
  }
}

async function lookAt(settings: Settings, pushServices: readonly string[]): Promise<Finding[]> {
  const now = () => systemClock.now()
  const isEmbedded = settings.databaseUrl === null
  const version = ownVersion()
  // First of all: an embedded database that is opened holds this process up, and no answer came in time.
  const neighbours = await Promise.all([
    findingsOf('push', () => checkPush(settings, now, pushServices)),
    findingsOf('turn', () => checkTurn(settings)),
    findingsOf('mail', () => checkMail(settings)),
  ])
  const own = await Promise.all([
    findingsOf('settings', async () => [
      ok('settings', `read, for ${version}`, `leídos, para ${version}`),
      ...checkTogether(settings),
    ]),
    findingsOf('secret', () => checkSecret(settings)),
    isEmbedded ? findingsOf('disk', () => checkDisk(settings)) : [],
    findingsOf('database', () => checkDatabase(settings, now)),
    findingsOf('certificate', () => checkCertificates(settings, now())),
  ])
  return [...own, ...neighbours].flat()
}

/**
 * @param pushServices origins of the browsers' own
 * @returns the exit code
 */
export async function checkCommand(
  args: readonly string[],
  around: Surroundings,
  pushServices = PUSH_SERVICES,
): Promise<number> {
  const spoken = spokenIn(around.environment)
  if (args.length > 0) {
    around.err(USAGE[spoken])
    return EXIT.misused
  }
  const settings = settingsOr(around.environment)
  const findings = Array.isArray(settings) ? settings : await lookAt(settings, pushServices)
  const width = Math.max(...findings.map(({ about }) => SUBJECTS[about][spoken].length))
  for (const { about, is, says } of findings)
    around.out(`${is.padEnd(4)}  ${SUBJECTS[about][spoken].padEnd(width)}  ${says[spoken]}\n`)
  const count = (is: Finding['is']) => findings.filter(finding => finding.is === is).length
  const failed = count('fail')
  around.out((failed > 0 ? SUMMARY.failed(failed) : SUMMARY.fine(count('warn')))[spoken])
  return failed > 0 ? EXIT.refused : EXIT.done
}
