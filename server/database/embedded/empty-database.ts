import fs from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/**
 * A release brings the files of a database that was made, brought up to date and closed already: making them
 * takes PostgreSQL longer than all the rest of a first start. In a clone there is none.
 */
export const EMPTY_DATABASE = fileURLToPath(new URL('./empty-database.tar.gz', import.meta.url))

const BLOCK = 512
const NAME = { from: 0, to: 100 }
const SIZE = { from: 124, to: 136 }
const TYPE_AT = 156
const DIRECTORY = '5'

/**
 * Puts the files of a packed database into an empty `folder`, as a tar of plain files and directories holds
 * them (`scripts/release/tar.ts` packs it).
 * @throws where it is not a packed database, or cut short
 */
export function unpackDatabase(packed: string, folder: string): void {
  const tar = gunzipSync(fs.readFileSync(packed))
  const text = (at: number, { from, to }: typeof NAME) =>
    tar.toString('latin1', at + from, at + to).replace(/\0.*/s, '')
  let at = 0
  while (at < tar.length && tar[at] !== 0) {
    const path = join(folder, text(at, NAME))
    const size = Number.parseInt(text(at, SIZE), 8)
    const isDirectory = String.fromCharCode(tar[at + TYPE_AT] ?? 0) === DIRECTORY
    if (!path.startsWith(resolve(folder) + sep) || !(at + BLOCK + size <= tar.length))
      throw new Error(`${packed} is damaged: install the release anew`)
    at += BLOCK
    fs.mkdirSync(isDirectory ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (!isDirectory) fs.writeFileSync(path, tar.subarray(at, at + size), { mode: 0o600 })
    at += Math.ceil(size / BLOCK) * BLOCK
  }
}
