import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Packed } from './tar.ts'

/** Everything under a folder, with `as` before its path, without what `isLeftOut`. */
export function filesIn(
  folder: string,
  as: string,
  isLeftOut: (path: string) => boolean = () => false,
): Packed[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const [from, path] = [join(folder, entry.name), `${as}/${entry.name}`]
    if (isLeftOut(path)) return []
    if (entry.isDirectory()) return [{ path, body: null }, ...filesIn(from, path, isLeftOut)]
    return [{ path, body: readFileSync(from), isProgram: (statSync(from).mode & 0o100) !== 0 }]
  })
}
