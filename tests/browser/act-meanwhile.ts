import type { Page } from 'playwright-core'
import { intercept } from './intercept.ts'

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
  await intercept(page, addresses, async route => {
    if (route.request().method() === 'GET' || isDone) return route.continue()
    isDone = true
    await act()
    await route.continue()
  })
}
