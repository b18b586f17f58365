import { afterEach } from 'vitest'
import { type BrowserName, findBrowser, howToInstall } from './browser-binary.ts'
import { describeWith } from './describe-with.ts'
import { whatStands } from './what-stands.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What the pages showed when it failed. */
    stood?: string
  }
}

/** A `describe` whose tests need a real browser. Where one fails, it is told what stood on the screen. */
export function describeInBrowser(name: BrowserName, title: string, tests: () => void): void {
  describeWith(findBrowser(name) === undefined ? howToInstall(name) : undefined, title, () => {
    afterEach(async ({ task }) => {
      if (task.result?.state !== 'fail') return
      const stood = await whatStands()
      console.error(`when «${task.name}» failed there stood:\n${stood}`)
      // For whoever has the last lines of a whole run alone.
      task.meta.stood = stood
    })
    tests()
  })
}
