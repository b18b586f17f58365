import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDirectory } from '#server/platform/make-directory.ts'
import { DatabaseUnavailable } from '../unavailable.ts'

const LOCK_FILE = 'database.lock'
const OWNER_FILE = 'database.owner'
const SQLITE_BUSY = 5
const ROOT = 0

/** Another process has this data directory open. */
export class DirectoryInUse extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DirectoryInUse'
  }
}

/**
 * Makes the directory, its parents too, and takes it for this process alone: two embedded databases on one
 * directory lose each other's rows without a word.
 *
 * The lock is SQLite's on a small file, and so the kernel's: it goes in the same moment as its process,
 * however that ended, and a process number used again by somebody else cannot be mistaken for its owner. A
 * file that holds a process number cannot tell either. Holds between containers that share a local volume; a
 * network drive must support locks.
 *
 * @param user who runs this; undefined on Windows
 * @returns what gives the directory back
 * @throws DirectoryInUse
 * @throws DatabaseUnavailable for root in another user's directory, where nobody has it open, or where it
 * would be made in one
 */
export function lockDirectory(directory: string, user: number | undefined = process.getuid?.()): () => void {
  const parent = dirname(directory)
  if (!existsSync(directory) && existsSync(parent) && isForeignTo(user, parent)) throw asRoot(parent)
  makeDirectory(directory)
  const isForeign = isForeignTo(user, directory)
  if (isForeign && !existsSync(join(directory, LOCK_FILE))) throw foreign(directory)
  const lock = new DatabaseSync(join(directory, LOCK_FILE), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error
    throw new DirectoryInUse(`the data directory ${directory} is in use${describeOwner(directory)}`)
  }
  if (isForeign) {
    lock.close()
    throw foreign(directory)
  }
  writeFileSync(join(directory, OWNER_FILE), `process ${process.pid} on ${hostname()}\n`)
  return () => lock.close()
}

const isForeignTo = (user: number | undefined, directory: string) =>
  user === ROOT && statSync(directory).uid !== ROOT

/** The database leaves files behind that are of whoever opened it: with root's its own user cannot start. */
const asRoot = (directory: string, more = '') =>
  new DatabaseUnavailable(
    `${directory} belongs to user ${statSync(directory).uid}, and this runs as root: run it as that user${more}`,
  )

function foreign(directory: string): DatabaseUnavailable {
  const { uid, gid } = statSync(directory)
  return asRoot(
    directory,
    `. Files that root left there are given back by: chown -R ${uid}:${gid} ${directory}`,
  )
}

/** For the message alone: nothing is decided by this file. */
function describeOwner(directory: string): string {
  try {
    return ` by ${readFileSync(join(directory, OWNER_FILE), 'utf8').trim()}`
  } catch {
    return ''
  }
}
