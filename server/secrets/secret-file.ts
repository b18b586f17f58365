import { type link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDirectory } from '#server/platform/make-directory.ts'
import { putInPlace } from '#server/platform/put-in-place.ts'
import { type Random, systemRandom } from '#server/platform/random.ts'
import { SECRET_BYTES } from './protection.ts'

export const SECRET_FILE = 'secret'

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** For so long an empty file may be one that another server's start has not yet put its secret into. */
const EMPTY_TRIES = 20
const EMPTY_PAUSE_MS = 50

async function read(path: string, tries = EMPTY_TRIES): Promise<Uint8Array | null> {
  try {
    const text = await readFile(path, 'utf8')
    if (text === '' && tries > 0) {
      await sleep(EMPTY_PAUSE_MS)
      return await read(path, tries - 1)
    }
    if (text === '')
      throw new Error(`${path} is empty: the start that made it was broken off. Remove it if it still is`)
    const secret = Buffer.from(text, 'base64')
    if (secret.length !== SECRET_BYTES)
      throw new Error(`${path} does not hold ${SECRET_BYTES} bytes as base64`)
    return secret
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

interface Make {
  random: Random
  /** The disk's own; a test has one of a disk that knows no hard links. */
  asLink?: typeof link
}

/**
 * Written whole and on the disk under another name first: a crash leaves a complete secret or none; an empty
 * one where the disk knows no hard links.
 */
async function write(path: string, { random, asLink }: Make): Promise<void> {
  const draft = `${path}.${random.uuid()}`
  const secret = random.bytes(SECRET_BYTES)
  const text = `${Buffer.from(secret).toString('base64')}\n`
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true })
    // The secret that another process made in the meantime stays.
    await putInPlace(draft, path, asLink)
  } finally {
    await rm(draft, { force: true })
  }
}

/** There is data, and what opens it is gone. A new secret would only hide that. */
class SecretLost extends Error {
  constructor(path: string) {
    super(
      `the secret is lost: ${path} is not there, and what this database keeps is sealed with it. ` +
        'Put the file back from a backup, or give its contents as NUMERITO_SECRET',
    )
    this.name = 'SecretLost'
  }
}

/**
 * The secret as it stands in the data directory; null where there is none.
 * @throws Error where the file holds something else
 */
export const readSecretFile = (dataDirectory: string): Promise<Uint8Array | null> =>
  read(join(dataDirectory, SECRET_FILE))

/**
 * The secret of an installation that was given none: made at the first start and kept in the data directory,
 * for its owner's eyes only (0600).
 * @param isSealed whether the database holds something that only the missing secret opens
 * @throws SecretLost; Error where the file holds something else
 */
export async function loadSecretFile(
  dataDirectory: string,
  isSealed: () => Promise<boolean>,
  make: Make = { random: systemRandom },
): Promise<Uint8Array> {
  const path = join(dataDirectory, SECRET_FILE)
  const kept = await read(path)
  if (kept) return kept
  if (await isSealed()) throw new SecretLost(path)
  makeDirectory(dataDirectory)
  try {
    await write(path, make)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
  const made = await read(path)
  if (!made) throw new Error(`${path} disappeared while it was being made`)
  return made
}
