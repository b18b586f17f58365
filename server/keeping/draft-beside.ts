import { existsSync } from 'node:fs'
import { type link, mkdir, open, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { putInPlace } from '#server/platform/put-in-place.ts'
import { KeepingFault } from './keeping-fault.ts'

const UNFINISHED = '.unfinished'
const OF_HERE = new RegExp(`\\.${hostname().replace(/\W/g, '\\$&')}-(\\d+)\\${UNFINISHED}$`)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH'
  }
}

/** What drafts of processes that were killed here left: an unfinished backup is worth nothing. */
async function sweep(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const pid = OF_HERE.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(directory, name), { recursive: true, force: true })
  }
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Has a file written in a folder beside where it is to be, and puts it there when it is whole: whatever
 * happens meanwhile, there is no file of that name that looks whole and is not. The folder goes in any case.
 * @param write gets a path for the file, and the folder for whatever else it needs
 * @param asLink the disk's own; a test has one of a disk that knows no hard links
 * @throws KeepingFault where there is a file of that name already
 */
export async function draftBeside(
  file: string,
  write: (draft: string, folder: string) => Promise<void>,
  asLink?: typeof link,
): Promise<void> {
  const directory = dirname(file)
  const isThere = new KeepingFault(`${file} is there already: a backup takes no other's place`)
  if (existsSync(file)) throw isThere
  if (!existsSync(directory)) throw new KeepingFault(`there is no directory ${directory}`)
  await sweep(directory)
  const folder = join(directory, `${basename(file)}.${hostname()}-${process.pid}${UNFINISHED}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  try {
    const draft = join(folder, 'backup')
    await write(draft, folder)
    await putInPlace(draft, file, asLink).catch(error => {
      throw error.code === 'EEXIST' ? isThere : error
    })
    await sync(directory)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
