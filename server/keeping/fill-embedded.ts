import { existsSync } from 'node:fs'
import { open, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DirectoryInUse, lockDirectory } from '#server/database/embedded/directory-lock.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { makeDirectory } from '#server/platform/make-directory.ts'
import { DATABASE, putInPlace, RESTORED, SECRET } from './adopt-restored.ts'
import type { Bring, Head } from './installation.ts'
import { KeepingFault, wordedForOperator } from './keeping-fault.ts'
import { demandRoom } from './what-is-there.ts'
import { writeInstallation } from './write-installation.ts'

const LITTLE_ROOM = 17_000_000
const UNFINISHED = `${RESTORED}.unfinished`

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function hold(directory: string): () => void {
  try {
    return lockDirectory(directory)
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    throw new KeepingFault(`${error.message}: stop the server first`)
  }
}

/** What an embedded database is made from, in a folder of its own. */
async function make(folder: string, bring: Bring): Promise<{ secret: string | null }> {
  const database = await openDatabase({ dataDirectory: folder })
  let secret: string | null = null
  try {
    await database.transaction(async trx => {
      const taker = writeInstallation(trx)
      const head = async (said: Head) => {
        secret = said.secret
        await taker.head(said)
      }
      await bring({ ...taker, head }, trx)
    })
  } finally {
    await database.close()
  }
  return { secret }
}

/**
 * The engine, where it finds no room, dies of many things and names few of them: what is free tells. A
 * segment of its log, the most that it takes at once, has 16 MB.
 */
async function worded(error: unknown, dataDirectory: string): Promise<unknown> {
  const told = wordedForOperator(error, `in ${dataDirectory}`)
  if (told instanceof KeepingFault) return told
  const { bavail, bsize } = await statfs(dataDirectory)
  if (bavail * bsize > LITTLE_ROOM) return told
  return new KeepingFault(`the disk is full: there is no more room in ${dataDirectory}`, { cause: error })
}

/**
 * Makes an embedded database of what is brought, secret and all, in the place of what the data directory has.
 * Until it is whole nothing there is touched; then it is put there at once.
 * @param replaces that what is there may go
 * @throws KeepingFault, and then all is as it was
 */
export async function fillEmbedded(dataDirectory: string, replaces: boolean, bring: Bring): Promise<void> {
  const place = join(dataDirectory, DATABASE)
  if (!replaces && existsSync(join(place, DATABASE))) await demandRoom({ dataDirectory: place })
  const unfinished = join(dataDirectory, UNFINISHED)
  const letGo = hold(place)
  try {
    await rm(unfinished, { recursive: true, force: true })
    makeDirectory(unfinished)
    const { secret } = await make(unfinished, bring)
    if (secret !== null)
      await writeFile(join(unfinished, SECRET), `${secret}\n`, { mode: 0o600, flush: true })
    await syncPath(unfinished)
    // A restore before this one, whose end was interrupted, goes first.
    putInPlace(dataDirectory)
    await rename(unfinished, join(dataDirectory, RESTORED))
    await syncPath(dataDirectory)
    putInPlace(dataDirectory)
  } catch (error) {
    throw await worded(error, dataDirectory)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
    letGo()
  }
}
