import fs from 'node:fs'
import { join } from 'node:path'

const FILES = 'database'
const UNFINISHED = 'database.new'

/**
 * The folder of the database's files inside the data directory, made by `fill` where it is missing. A process
 * killed or a power cut while `fill` runs leaves nothing that could be taken for a database: the folder gets
 * its name once every file in it is on the disk.
 */
export async function ensureDataFiles(
  directory: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const files = join(directory, FILES)
  if (fs.existsSync(files)) return files
  const unfinished = join(directory, UNFINISHED)
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { mode: 0o700 })
  await fill(unfinished)
  syncTree(unfinished)
  fs.renameSync(unfinished, files)
  syncOne(directory)
  return files
}

function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncOne(path)
  }
  syncOne(folder)
}

function syncOne(path: string): void {
  const descriptor = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
