import { type BrowserName, findBrowser, howToInstall } from './browser-binary.ts'
import { describeWith } from './describe-with.ts'

/** A `describe` whose tests need a real browser. */
export function describeInBrowser(name: BrowserName, title: string, tests: () => void): void {
  describeWith(findBrowser(name) === undefined ? howToInstall(name) : undefined, title, tests)
}
