import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { RanTest } from './whole-run.ts'

/** Names the file of the report: vitest hands no options on to a reporter that is named by its own file. */
export const REPORT_FILE = 'NUMERITO_TEST_REPORT'

/** A browser’s reason names in its third line what was waited for. */
const REASON_CHARACTERS = 300
const STOOD_CHARACTERS = 500

export interface RunReport {
  tests: RanTest[]
  /** A line for each thing that went wrong, with the first words of why. */
  failures: string[]
  /** How long each file took, what it prepares with it, the longest first. */
  took: { file: string; seconds: number }[]
}

/**
 * Writes what ran and what went wrong: in a test, in what a suite prepares (of which vitest's own JSON says
 * only that the suite's tests were skipped), in a file as a whole, and outside of all of them.
 */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env[REPORT_FILE]
    if (file === undefined) throw new Error(`${REPORT_FILE} names no file`)
    const report: RunReport = {
      tests: modules.flatMap(module => [...module.children.allTests()].map(ranTest)),
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandled.map(({ message }) => `outside of every test: ${firstLine(message)}`),
      ],
      took: modules
        .map(module => ({ file: fileOf(module), seconds: Math.round(module.diagnostic().duration / 1_000) }))
        .toSorted((a, b) => b.seconds - a.seconds),
    }
    writeFileSync(file, JSON.stringify(report))
  }
}

function ranTest(test: TestCase): RanTest {
  const { state } = test.result()
  return {
    file: fileOf(test.module),
    names: namesOf(test),
    outcome: state === 'passed' || state === 'failed' ? state : 'skipped',
  }
}

function failuresOf(module: TestModule): string[] {
  const suites = [module, ...module.children.allSuites()]
  return [
    ...suites.flatMap(suite => suite.errors().map(error => [...namesOf(suite), firstLine(error.message)])),
    ...[...module.children.allTests('failed')].map(test => [
      ...namesOf(test),
      `${shortened(test.result().errors?.[0]?.message ?? '', REASON_CHARACTERS)}${whatStood(test)}`,
    ]),
  ].map(words => [fileOf(module), ...words].join(': '))
}

/** What the page showed, where a browser failed: of a run elsewhere nothing else is left to look at. */
function whatStood(test: TestCase): string {
  const { stood } = test.meta() as { stood?: string }
  return stood === undefined ? '' : ` — there stood: ${shortened(stood, STOOD_CHARACTERS)}`
}

/** From the outermost suite inwards. */
function namesOf(one: TestCase | TestSuite | TestModule): string[] {
  return one.type === 'module' ? [] : [...namesOf(one.parent), one.name]
}

const fileOf = ({ moduleId, project }: TestModule) => relative(project.vitest.config.root, moduleId)
const shortened = (text: string, characters: number) =>
  text.trim().replaceAll(/\s+/g, ' ').slice(0, characters)
const firstLine = (text = '') => text.trim().split('\n')[0] ?? ''
