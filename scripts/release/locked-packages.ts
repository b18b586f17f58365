import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A package as package-lock.json names it. */
export interface LockedPackage {
  version: string
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Lock = Record<string, LockedPackage>

export const readLock = (): Lock =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages

/** Where `name` is found by whoever lies at `from`, as Node looks for it. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  const at = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (at in lock) return at
  if (from === '') return undefined
  return placeOf(lock, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** These packages and all that they need, by where they lie. What is optional may not be on this machine. */
export function closureOf(lock: Lock, names: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (from: string, name: string, isOptional: boolean) => {
    const at = placeOf(lock, from, name)
    if (at === undefined) {
      if (isOptional) return
      throw new Error(`package-lock.json has no ${name}, which ${from || 'the release'} needs`)
    }
    if (found.has(at)) return
    found.add(at)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = lock[at]!
    const { peerDependenciesMeta = {} } = lock[at]!
    // What a package would work with, if it were there, is not needed: TypeScript is such a one.
    const peers = Object.keys(peerDependencies).filter(name => !peerDependenciesMeta[name]?.optional)
    for (const needed of Object.keys(dependencies)) visit(at, needed, needed in optionalDependencies)
    for (const needed of [...Object.keys(optionalDependencies), ...peers]) visit(at, needed, true)
  }
  for (const name of names) visit('', name, false)
  return [...found].toSorted()
}

export const isInstalled = (place: string): boolean => existsSync(join(root, place, 'package.json'))
