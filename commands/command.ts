import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { createOfficeGate } from '#server/facts/office-gate.ts'
import { databaseClock } from '#server/machine-clock.ts'
import { holdsSealed, opensSealed } from '#server/notify/vapid-keys.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createProtection } from '#server/secrets/protection.ts'
import { loadSecretFile, SECRET_FILE } from '#server/secrets/secret-file.ts'
import { SettingFaults, type Settings } from '#server/settings/settings.ts'
import { type Said, spokenIn } from './language.ts'
import { EXIT, type Surroundings } from './surroundings.ts'
import { Complaint } from './with-database.ts'

/**
 * What the server's verbs need of the world, beside a server that may be running.
 * @throws Complaint where the secret is lost, or another than that by which people are known here
 */
export async function worldOf(database: Database, settings: Settings) {
  const { dataDirectory } = settings
  const secret =
    settings.secret ??
    (await loadSecretFile(dataDirectory, () => holdsSealed(database)).catch((error: Error) => {
      throw new Complaint(error.message)
    }))
  const protection = createProtection(secret)
  if (!(await opensSealed(database, protection.keySeal))) {
    const ours = settings.secret ? 'NUMERITO_SECRET' : join(dataDirectory, SECRET_FILE)
    throw new Complaint(
      `all that is kept here is sealed with another secret than ${ours}: nobody would be found`,
    )
  }
  return {
    database,
    clock: await databaseClock(database),
    random: systemRandom,
    // Sockets and pushes are the servers': they find the facts in the log, and the ends of sessions with the
    // commit.
    tell: () => {},
    gate: createOfficeGate(),
    protect: protection,
    protection,
  }
}

/**
 * @param work gives the exit code; null where the words on the command line mean nothing
 * @returns the exit code
 */
export async function carryOut(
  usage: Said,
  { environment, err }: Pick<Surroundings, 'environment' | 'err'>,
  work: () => Promise<number | null>,
): Promise<number> {
  try {
    const exit = await work()
    if (exit !== null) return exit
    err(usage[spokenIn(environment)])
    return EXIT.misused
  } catch (error) {
    // A disk that is full, a database that went away.
    const isTheirs = error instanceof DatabaseUnavailable
    if (!(error instanceof Complaint || error instanceof SettingFaults || isTheirs)) throw error
    err(`${error.message}\n`)
    return EXIT.refused
  }
}
