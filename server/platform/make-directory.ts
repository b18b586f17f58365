import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function make(path: string): void {
  if (isDirectory(path)) return
  const parent = dirname(path)
  if (parent !== path) make(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process made it in the meantime; a file in its place is no directory.
    if (!isCode(error, 'EEXIST') || !isDirectory(path)) throw error
  }
}

/**
 * Makes a directory and those above it, for its owner's eyes only. Step by step: Node's own recursive mkdir
 * never ends where a file system answers that what it was just told exists does not (/proc, some network
 * drives).
 * @throws Error that says which directory cannot be had, and why
 */
export function makeDirectory(path: string): void {
  try {
    make(path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the directory ${path} cannot be made (${reason})`)
  }
}
