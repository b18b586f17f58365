import type { Page } from 'playwright-core'
import { intercept } from './intercept.ts'

/**
 * The server does what the page asks for there, and the page never hears of it; what it reads is answered.
 * @param times how many answers are lost; without it, all of them until `end`
 */
export async function loseAnswers(
  page: Page,
  addresses: string,
  { times = Infinity } = {},
): Promise<{ end: () => Promise<void> }> {
  let lost = 0
  await intercept(page, addresses, async route => {
    if (route.request().method() === 'GET' || lost >= times) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  return {
    /**
     * The next answers come. A page asks again by itself, so a request may be under way now: it ends as it
     * began. Without the wait the browser would send it once more, and its end would fail outside of every
     * test.
     */
    async end() {
      await page.unrouteAll({ behavior: 'wait' })
      if (lost === 0) throw new Error(`nobody asked for anything at ${addresses}`)
    },
  }
}
