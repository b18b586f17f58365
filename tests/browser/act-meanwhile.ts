import type { Page } from 'playwright-core'
import { waitFor } from '#tests/support/wait-for.ts'

const PROBE = '/is-routed'

/**
 * Something else happens while the next change that the page asks for there is on its way: had it happened
 * before, the page might have heard of it.
 */
export async function actMeanwhile(
  page: Page,
  addresses: string,
  act: () => Promise<unknown>,
): Promise<void> {
  let isDone = false
  await page.route(addresses, async route => {
    if (route.request().method() === 'GET' || isDone) return route.continue()
    isDone = true
    await act()
    await route.continue()
  })
  // A page that stands sends some more requests by the way that it had before.
  await page.route(`**${PROBE}`, route => route.fulfill({ status: 204 }))
  await waitFor('what the page asks to come by here', () =>
    page.evaluate(async probe => (await fetch(probe)).status === 204, PROBE),
  )
}
