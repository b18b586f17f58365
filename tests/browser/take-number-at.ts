import type { Page } from 'playwright-core'
import { PERSON } from '#tests/support/server.ts'

/** Where a number is taken of the town's notary, in the line that asks nothing. */
export const TAKE_PATH = '/offices/notaria-norte/lines/firmas/take'

/** A page of Chromium, WebKit or Firefox. */
interface FilledPage {
  locator(selector: string): { fill(value: string): Promise<unknown>; click(): Promise<unknown> }
}

/** Fills the form of somebody who comes for the first time; presses nothing. */
export async function introduce(page: FilledPage): Promise<void> {
  await page.locator('#person-name').fill(PERSON.name)
  await page.locator('#person-identity').fill(PERSON.rut)
  await page.locator('#person-phone').fill(PERSON.phone)
  await page.locator('#person-email').fill(PERSON.email)
  await page.locator('#person-policy').click()
}

/**
 * Takes a number on its screen, as somebody who comes for the first time.
 * @returns the place of the ticket
 */
export async function takeNumberAt(page: Page, url: string): Promise<string> {
  await page.goto(url)
  await introduce(page)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/tickets/*')
  return new URL(page.url()).pathname
}

/** Until the worker has kept the application and answers for this page. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}
