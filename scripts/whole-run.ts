import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FILE = join(import.meta.dirname, '../.test-report/whole-run.json')

/** Stands in the name of every test that did not run for want of a program of the machine. */
export const LACKING = 'not on this machine'

/** One test of a run, by the name with which it really ran: a row of `it.each` has its own. */
export interface RanTest {
  /** From the project's root. */
  file: string
  /** The suites that it stands in, from the outermost, and its own name. */
  names: string[]
  outcome: 'passed' | 'failed' | 'skipped'
}

export interface WholeRun {
  /** ISO 8601. */
  endedAt: string
  tests: RanTest[]
}

/**
 * Keeps what a run of everything found; a run of a part must not be handed in, or the rest would look
 * unproven.
 */
export function keepWholeRun(tests: RanTest[], endedAt = new Date()): void {
  const run: WholeRun = { endedAt: endedAt.toISOString(), tests }
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify(run, null, 1)}\n`)
}

/** Null in a clone whose tests have not been run. */
export function readWholeRun(): WholeRun | null {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as WholeRun) : null
}
