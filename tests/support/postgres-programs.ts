import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'
const UNPRIVILEGED = ['postgres', 'nobody']

/** The folder with initdb and postgres: PATH's, else Debian's newest. Undefined where there is none. */
export function findPostgres(): string | undefined {
  const inPath = (process.env.PATH ?? '').split(delimiter)
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map(version => join(DEBIAN, version, 'bin'))
    : []
  return [...inPath, ...debian].find(
    folder => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/** Whom to run PostgreSQL as: it refuses root. Empty where the tests run as somebody else already. */
export function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of UNPRIVILEGED) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {
      // Not on this machine; the next may be.
    }
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and there is neither ${UNPRIVILEGED.join(' nor ')} here`,
  )
}

const idOf = (which: '-u' | '-g', name: string) =>
  Number(execFileSync('id', [which, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
