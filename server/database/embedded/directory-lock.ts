import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDirectory } from '#server/platform/make-directory.ts'

const LOCK_FILE = 'database.lock'
const OWNER_FILE = 'database.owner'
const SQLITE_BUSY = 5

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
 * @returns what gives the directory back
 * @throws DirectoryInUse
 */
export function lockDirectory(directory: string): () => void {
  makeDirectory(directory)
  const lock = new DatabaseSync(join(directory, LOCK_FILE), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error
    throw new DirectoryInUse(`the data directory ${directory} is in use${describeOwner(directory)}`)
  }
  writeFileSync(join(directory, OWNER_FILE), `process ${process.pid} on ${hostname()}\n`)
  return () => lock.close()
}

/** For the message alone: nothing is decided by this file. */
function describeOwner(directory: string): string {
  try {
    return ` by ${readFileSync(join(directory, OWNER_FILE), 'utf8').trim()}`
  } catch {
    return ''
  }
}
