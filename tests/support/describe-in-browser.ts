import { writeSync } from 'node:fs'
import { describe, test } from 'vitest'
import { type BrowserName, findBrowser, howToInstall } from './browser-binary.ts'

const STDERR = 2

/**
 * A `describe` whose tests need a real browser. Without it they are skipped, with a warning that nobody can overlook;
 * with CI=true they fail instead, or a broken machine would look like a passing one.
 */
export function describeInBrowser(name: BrowserName, title: string, tests: () => void): void {
  const isMissing = findBrowser(name) === undefined
  if (isMissing && process.env.CI === 'true') {
    test(`${title}: ${name} is installed`, () => {
      throw new Error(howToInstall(name))
    })
    return
  }
  // Straight to the terminal: a reporter shows the console of passing files only when it likes to.
  if (isMissing) writeSync(STDERR, `\n!!! SKIPPED: ${title}\n!!! ${howToInstall(name)}\n\n`)
  describe.skipIf(isMissing)(title, tests)
}
