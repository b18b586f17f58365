import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Timers } from '#server/platform/timers.ts'
import { COPY_WORDS } from './serve-copy.ts'
import { KeepingFault } from './keeping-fault.ts'

const COPY = 'copy'
const LOG = 'pg_wal'
/** Of the running one alone: its slots, and which process has it. */
const NOT_COPIED = new Set([LOG, 'pg_replslot', 'postmaster.pid', 'backup_label'])
/** Of the database's size, so that the disk of a server that works is not filled: the copy, and the file. */
const ROOM = 1.25
/** It writes what it has in memory to the disk before it answers. */
const ANSWER_MS = 120_000

/** A conversation with the server that has the database. */
export interface ServersLine {
  /** @throws Error where it hung up */
  ask(line: string): Promise<string>
  hangUp(): void
}

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A table's file that is dropped meanwhile is in the log. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

async function copyFolder(from: string, to: string, isLeftOut: (name: string) => boolean): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (isLeftOut(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target, () => false)
    else await unlessGone(copyFile(source, target, constants.COPYFILE_FICLONE))
  }
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile())
      await unlessGone(stat(join(entry.parentPath, entry.name)).then(found => (size += found.size)))
  }
  return size
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`

/**
 * Copies the files of an embedded database that a server has open, so that it can be opened here as it stood
 * when the copy ended.
 * @param to a folder that is not there yet
 * @throws KeepingFault where there is no room, or the server takes part no more
 */
export async function copyRunning(
  server: ServersLine,
  { from, to, timers }: { from: string; to: string; timers: Timers },
): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  const needed = (await sizeOf(from)) * ROOM
  const { bavail, bsize } = await statfs(to)
  if (bavail * bsize < needed)
    throw new KeepingFault(
      `the running server's database is copied beside the backup first: that takes ${megabytes(needed)}, ` +
        `and ${megabytes(bavail * bsize)} are free there`,
    )
  const ask = (word: string) =>
    server.ask(word).catch((cause: unknown) => {
      throw new KeepingFault('the server ended while it was copied: take the backup again', { cause })
    })
  const files = join(to, 'database')
  // One of before this waits for more words, and would for ever.
  const begun = await new Promise<string>((resolve, reject) => {
    const cancel = timers.after(ANSWER_MS, () => resolve(''))
    ask(COPY).then(resolve, reject).finally(cancel)
  })
  if (begun === COPY_WORDS.busy) throw new KeepingFault('another backup is being taken from this server')
  if (begun !== COPY_WORDS.begun)
    throw new KeepingFault('the running server gives no copy: it is of an older numerito. Stop it')
  await copyFolder(from, files, name => NOT_COPIED.has(name))
  await mkdir(join(files, 'pg_replslot'), { mode: 0o700 })
  const label = JSON.parse(await ask(COPY_WORDS.copied)) as string
  await copyFolder(join(from, LOG), join(files, LOG), () => false)
  await writeFile(join(files, 'backup_label'), label, { mode: 0o600 })
}
