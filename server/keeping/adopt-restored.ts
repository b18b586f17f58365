import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DirectoryInUse, lockDirectory } from '#server/database/embedded/directory-lock.ts'

/** What a restore makes ready, inside the data directory: the database's files and the secret. */
export const RESTORED = 'restored'
/** What was there before, until the other has taken its place. */
const REPLACED = 'replaced'
export const DATABASE = 'database'
export const SECRET = 'secret'

function sync(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Puts what a restore made ready in its place. A restore is done from the moment in which its folder has its
 * name, in one rename: whoever opens the data directory next goes on with this, from wherever it was
 * interrupted. The caller holds the directory's lock.
 */
export function putInPlace(dataDirectory: string): void {
  const restored = join(dataDirectory, RESTORED)
  if (!existsSync(restored)) return
  const place = join(dataDirectory, DATABASE)
  const [files, made] = [join(place, DATABASE), join(restored, DATABASE)]
  const replaced = join(dataDirectory, REPLACED)
  if (existsSync(made)) {
    if (existsSync(files)) {
      rmSync(replaced, { recursive: true, force: true })
      renameSync(files, replaced)
    }
    renameSync(made, files)
  }
  const secret = join(restored, SECRET)
  if (existsSync(secret)) renameSync(secret, join(dataDirectory, SECRET))
  sync(place)
  sync(dataDirectory)
  for (const folder of [restored, replaced]) rmSync(folder, { recursive: true, force: true })
}

/** The same for whoever does not hold the lock; where somebody else does, they have done it. */
export function adoptRestored(dataDirectory: string): void {
  if (!existsSync(join(dataDirectory, RESTORED))) return
  try {
    const unlock = lockDirectory(join(dataDirectory, DATABASE))
    try {
      putInPlace(dataDirectory)
    } finally {
      unlock()
    }
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
  }
}
