import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryDirectory } from './temporary-directory.ts'

const root = join(import.meta.dirname, '../..')
/** What a server is made of, and what seeds it. */
const PARTS = ['package.json', 'contract', 'locales', 'server', 'tests/faults', 'tests/support']

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()

export interface ReleaseBefore {
  version: string
  commit: string
  /** The text of its list of migrations. */
  migrations: string
}

/**
 * The newest release whose commit lies behind us, the one that left its data in tests/releases there, and
 * whose tables are not today's: from one that has them there is nothing to come up from.
 * @returns a sentence where this is no whole clone of the repository
 */
export function releaseBefore(): ReleaseBefore | string {
  const whole = 'It is in the history of the repository alone: clone it whole (git fetch --unshallow).'
  try {
    // At the edge of a shallow clone everything looks as if it had been added there.
    if (git('rev-parse', '--is-shallow-repository') !== 'false') return whole
    const newestFirst = readdirSync(join(root, 'tests/releases')).toSorted((a, b) =>
      b.localeCompare(a, 'en', { numeric: true }),
    )
    const tables = 'server/database/migrations/list.ts'
    const today = readFileSync(join(root, tables), 'utf8').trim()
    for (const version of newestFirst) {
      const at = `tests/releases/${version}/postgres.sql`
      const commit = git('log', '--diff-filter=A', '--format=%H', '-1', '--', at)
      if (commit === '') continue
      const migrations = git('show', `${commit}:${tables}`)
      if (migrations !== today) return { version, commit, migrations }
    }
    return whole
  } catch (error) {
    // Neither git nor a repository, as in an archive; or one of somebody else.
    return `${whole} Git says: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Lays its server out in a folder of its own, with the packages of this one. */
export function layOut({ commit }: ReleaseBefore): { path: string; remove: () => void } {
  const directory = makeTemporaryDirectory('release-before')
  const packed = execFileSync('git', ['archive', commit, ...PARTS], { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['--extract', '--directory', directory.path], { input: packed })
  symlinkSync(join(root, 'node_modules'), join(directory.path, 'node_modules'))
  return directory
}
