import type { Page, Route } from 'playwright-core'
import { waitFor } from '#tests/support/wait-for.ts'

const PROBE = '/is-intercepted'

/**
 * From here on a page that stands asks for these addresses by the test's way. A page that is opened anew does
 * so from its beginning, and needs `route` alone.
 */
export async function intercept(
  page: Page,
  addresses: string,
  handler: (route: Route) => unknown,
  options: { times?: number } = {},
): Promise<void> {
  await page.route(addresses, handler, options)
  await untilIntercepted(page)
}

/**
 * A browser says that interception is on before its pages know of it: what one that stands asks next may
 * still go by the way that it had, unseen by the test.
 */
export async function untilIntercepted(page: Page): Promise<void> {
  await page.route(`**${PROBE}`, route => route.fulfill({ status: 204 }))
  await waitFor('what the page asks to come by here', () =>
    page.evaluate(async probe => (await fetch(probe)).status === 204, PROBE),
  )
  await page.unroute(`**${PROBE}`)
}
