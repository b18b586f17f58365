import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'

/**
 * What the customers' page needs by and by, of all that was built: itself, and whatever it imports at once or
 * later. A clerk's pages and an office's screens are built beside it, and no phone should keep them.
 * @param built the directory of the build
 * @returns addresses, relative to it
 */
export function customersFiles(built: string): Set<string> {
  const chunks: Manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'))
  const files = new Set<string>()
  const seen = new Set<string>()
  function reach(name: string): void {
    const chunk = chunks[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) reach(next)
  }
  reach('index.html')
  return files
}
