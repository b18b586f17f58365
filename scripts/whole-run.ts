import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const FILE = join(root, '.test-report/whole-run.json')

/** Stands in the name of every test that did not run for want of a program of the machine. */
export const LACKING = 'not on this machine'

/** One test of the last whole run, by the name with which it really ran: a row of `it.each` has its own. */
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

/** What vitest's JSON reporter writes, as far as it is read here. */
interface VitestReport {
  testResults: {
    name: string
    /** What befell the file itself: that it does not load, or that its preparation failed. */
    message?: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: string
      failureMessages?: string[]
    }[]
  }[]
}

export function ranTests({ testResults }: VitestReport): RanTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, name),
      names: [...ancestorTitles, title].filter(Boolean),
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  )
}

/**
 * A line for each test that failed, and for each file that failed as a whole, with the first words of why.
 */
export function failuresOf({ testResults }: VitestReport): string[] {
  const firstLine = (text: string | undefined) => text?.trim().split('\n')[0] ?? ''
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    return [
      ...(message && failed.length === 0 ? [`${file}: ${firstLine(message)}`] : []),
      ...failed.map(
        ({ ancestorTitles, title, failureMessages }) =>
          `${file}: ${[...ancestorTitles, title].filter(Boolean).join(' ')}: ${firstLine(failureMessages?.[0])}`,
      ),
    ]
  })
}

/**
 * Keeps what a run of everything found; a run of a part must not be handed in, or the rest would look
 * unproven.
 */
export function keepWholeRun(report: VitestReport, endedAt = new Date()): void {
  const run: WholeRun = { endedAt: endedAt.toISOString(), tests: ranTests(report) }
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify(run, null, 1)}\n`)
}

/** Null in a clone whose tests have not been run. */
export function readWholeRun(): WholeRun | null {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as WholeRun) : null
}
