import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from './wait-for.ts'

const VARIABLE = 'NUMERITO_TEST_RUN'
const PREFIX = 'numerito-run-'
const RESULT = 'result.json'
const MAKING_MS = 120_000

type Result<T> = { made: T } | { failed: string }

/**
 * Makes the folder that all processes of one test run share, and names it to them. Undefined where one is
 * there.
 */
export function beginTestRun(): string | undefined {
  if (process.env[VARIABLE] !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  // PostgreSQL runs as somebody else when the tests run as root, and must get through to its own folder.
  chmodSync(folder, 0o755)
  process.env[VARIABLE] = folder
  return folder
}

/** Folders of runs that were killed before they could clean up. */
export function abandonedTestRuns(): string[] {
  return readdirSync(tmpdir())
    .filter(name => name.startsWith(PREFIX) && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
    .map(name => join(tmpdir(), name))
}

export const removeTestRun = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/**
 * What `make` gives, made by the first process of this run that asks and shared with all others: it has to
 * survive JSON. `make` gets a folder of its own.
 */
export async function oncePerRun<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const run = process.env[VARIABLE]
  if (run === undefined) throw new Error('tests that need a database run under the vitest configuration')
  const folder = join(run, name)
  const file = join(folder, RESULT)
  if (isFirst(folder)) {
    const result: Result<T> = await make(folder).then(
      made => ({ made }),
      (error: unknown) => ({
        failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    )
    writeFileSync(`${file}.new`, JSON.stringify(result))
    renameSync(`${file}.new`, file)
  }
  const result = await waitFor(name, () => readResult<T>(file), MAKING_MS)
  if ('failed' in result) throw new Error(`${name} could not be made: ${result.failed}`)
  return result.made
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readResult<T>(file: string): Result<T> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Result<T>
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
