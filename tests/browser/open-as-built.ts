import type { Page } from 'playwright-core'

/**
 * Opens the page as it was built, as the worker gives it at each visit but the first: it brings nothing, and
 * what its screen needs is asked for.
 */
export async function openAsBuilt(page: Page, address: string): Promise<void> {
  const isAsked = (url: URL) => url.href === new URL(address).href
  await page.route(isAsked, async route =>
    route.fulfill({ response: await route.fetch({ url: new URL('/index.html', address).href }) }),
  )
  await page.goto(address)
  await page.unroute(isAsked)
}
