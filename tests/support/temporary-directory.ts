import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TemporaryDirectory = { path: string; remove(): void }

/**
 * Makes an empty directory that disappears with `remove()`, or with the process when nobody came to call it.
 */
export function makeTemporaryDirectory(purpose: string): TemporaryDirectory {
  const path = mkdtempSync(join(tmpdir(), `numerito-${purpose}-`))
  const remove = () => {
    process.off('exit', remove)
    // A browser that is just ending may still write into its profile.
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  process.on('exit', remove)
  return { path, remove }
}
