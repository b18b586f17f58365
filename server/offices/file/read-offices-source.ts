import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OfficesSource } from './check-offices-file.ts'

/**
 * Reads an offices file, or every .json of a directory as the parts of one, in the order of their names.
 * @throws Error where the path cannot be read, or a directory holds no such file
 */
export async function readOfficesSource(path: string): Promise<OfficesSource[]> {
  const isDirectory = (await stat(path)).isDirectory()
  const files = isDirectory
    ? (await readdir(path))
        .filter(name => name.endsWith('.json'))
        .sort()
        .map(name => join(path, name))
    : [path]
  if (files.length === 0) throw new Error(`${path} holds no .json file`)
  return await Promise.all(files.map(async file => ({ file, text: await readFile(file, 'utf8') })))
}
