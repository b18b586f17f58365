import { writeSync } from 'node:fs'
import { describe, test } from 'vitest'
import { LACKING } from '../../scripts/whole-run.ts'

const STDERR = 2

/**
 * A `describe` whose tests need a program of the machine. Without it they are skipped, with a warning that
 * nobody can overlook; with CI=true they fail instead, or a broken machine would look like a passing one.
 * @param howToInstall one sentence for a person whose machine lacks it; undefined where it is there
 */
export function describeWith(howToInstall: string | undefined, title: string, tests: () => void): void {
  if (howToInstall !== undefined && process.env.CI === 'true') {
    test(`${title}: all that it needs is installed`, () => {
      throw new Error(howToInstall)
    })
    return
  }
  // Straight to the terminal: a reporter shows the console of passing files only when it likes to.
  if (howToInstall !== undefined) writeSync(STDERR, `\n!!! SKIPPED: ${title}\n!!! ${howToInstall}\n\n`)
  if (howToInstall === undefined) describe(title, tests)
  else describe.skip(`${title} · ${LACKING}`, tests)
}
