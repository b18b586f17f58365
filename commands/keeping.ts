import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Progress } from '#server/keeping/installation.ts'
import pg from 'pg'
import type { Database } from '#server/database/database.ts'
import { KeepingFault } from '#server/keeping/keeping-fault.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { holdsSealed } from '#server/notify/vapid-keys.ts'
import { readSecretFile } from '#server/secrets/secret-file.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { carryOut } from './command.ts'
import type { Said } from './language.ts'
import { EXIT, type Surroundings } from './surroundings.ts'
import { Complaint } from './with-database.ts'

// What backup, restore and move share.

/** How often it is said how far it is. */
const SAID_EVERY_MS = 2_000
const PASSPHRASE = 'NUMERITO_BACKUP_PASSPHRASE'

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Says how far it is, now and then. */
export function sayProgress({ err }: Pick<Surroundings, 'err'>): (progress: Progress) => void {
  let said = performance.now()
  return ({ table, rows, bytes }) => {
    if (performance.now() - said < SAID_EVERY_MS) return
    said = performance.now()
    err(`… ${rows} rows, ${megabytes(bytes)} (${table})\n`)
  }
}

/** The words after the command: names with a value, names alone, and what is no name. */
export function readWords(
  args: readonly string[],
  { withValue, alone }: { withValue: readonly string[]; alone: readonly string[] },
): { values: Map<string, string>; flags: Set<string>; operands: string[] } | null {
  const [values, flags, operands] = [new Map<string, string>(), new Set<string>(), [] as string[]]
  const rest = [...args]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (alone.includes(word)) flags.add(word)
    else if (withValue.includes(word)) {
      const value = rest.shift()
      if (value === undefined) return null
      values.set(word, value)
    } else if (word.startsWith('--')) return null
    else operands.push(word)
  }
  return { values, flags, operands }
}

/** From a file, whose first line it is, or from the environment; null where neither gives one. */
export function readPassphrase(file: string | undefined, { environment }: Surroundings): string | null {
  if (file === undefined) return environment[PASSPHRASE] || null
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Complaint(`the passphrase cannot be read: ${(error as Error).message}`)
  }
  const [line = ''] = text.split(/\r?\n/)
  if (line === '') throw new Complaint(`${file} holds no passphrase in its first line`)
  return line
}

/**
 * The settings, and whether they give a secret. What brings a secret along can do without the one that a
 * server with DATABASE_URL must be given.
 */
export function settingsToFill(environment: Surroundings['environment']): Settings {
  const isGiven = Boolean(environment.NUMERITO_SECRET?.trim())
  const stand = Buffer.alloc(SECRET_BYTES).toString('base64')
  const settings = readSettings(isGiven ? environment : { ...environment, NUMERITO_SECRET: stand }, path =>
    readFileSync(path, 'utf8'),
  )
  return isGiven ? settings : { ...settings, secret: null }
}

/**
 * What seals the installation's data, base64; null where nothing is sealed yet.
 * @throws Complaint where it is lost
 */
export async function secretOf(settings: Settings, database: Database): Promise<string | null> {
  const secret = settings.secret ?? (await readSecretFile(settings.dataDirectory))
  if (secret) return Buffer.from(secret).toString('base64')
  if (await holdsSealed(database).catch(() => false))
    throw new Complaint(
      `the secret is lost: without it a backup would bring nobody back. Give it as NUMERITO_SECRET, or put ` +
        `it back into ${join(settings.dataDirectory, 'secret')}`,
    )
  return null
}

/** What files and databases refuse is for the operator too, as they word it. */
function complaintOf(error: unknown): unknown {
  if (error instanceof KeepingFault || error instanceof DatabaseUnavailable)
    return new Complaint(error.message)
  if (error instanceof pg.DatabaseError) return new Complaint(`the database refuses: ${error.message}`)
  return error instanceof Error && 'syscall' in error ? new Complaint(error.message) : error
}

/** As every command is carried out; what the keeping complains of is for the operator too. */
export const carryOutKeeping = (
  usage: Said,
  around: Surroundings,
  work: () => Promise<void | null>,
): Promise<number> =>
  carryOut(usage, around, async () => {
    try {
      return (await work()) === null ? null : EXIT.done
    } catch (error) {
      throw complaintOf(error)
    }
  })
