import type { BrowserContext, Locator, Page } from 'playwright-core'
import { PERSON } from '#tests/support/server.ts'
import type { Town } from '../first-seconds/open-town.ts'
import { visitSlowly } from '../first-seconds/slow-visit.ts'

/** One step of a walk, and how long its slowest touch or key had to wait for its picture, in milliseconds. */
export interface Touch {
  what: string
  ms: number
}

declare global {
  interface Window {
    /** How long each touch and key took until its picture, in steps of 8 ms, where that was 16 ms or more. */
    touches: number[]
  }
}

/** So long after a step whatever it has still to paint is waited for. */
const SETTLED_MS = 1_000
/** The name of one office alone begins with them. */
const WORDS = 'sucursal office'

/** Runs in the page before anything else does. */
function watchTouches(): void {
  window.touches = []
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) window.touches.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Somebody comes to the home screen for the first time, takes a number and then books a time. */
export async function walkSlowly(context: BrowserContext, town: Town): Promise<Touch[]> {
  await context.addInitScript(watchTouches)
  const page = await visitSlowly(context, { url: `${town.origin}/`, words: town.officeName })
  const touches: Touch[] = []
  const step = async (what: string, does: () => Promise<void>) => {
    await does()
    await page.waitForTimeout(SETTLED_MS)
    const ms = await page.evaluate(() => Math.max(0, ...window.touches.splice(0)))
    touches.push({ what, ms })
  }
  await page.evaluate(() => window.seen)
  await takeNumber(page, town, step)
  await bookTime(page, town, step)
  return touches
}

type Step = (what: string, does: () => Promise<void>) => Promise<void>

/**
 * As a finger does it. What `click` does besides, to see what it will hit, is done while the finger is down,
 * on the same slow processor, and would be counted as the page's.
 */
async function touch(there: Locator): Promise<void> {
  await there.first().hover()
  const { mouse } = there.page()
  await mouse.down()
  await mouse.up()
}

const press = (page: Page, name: string | RegExp) => touch(page.getByRole('button', { name }))

/** Goes where a link leads; the address may carry along what was sought. */
async function follow(
  page: Page,
  path: string,
  link = page.locator(`main a[href^="${path}"]`),
): Promise<void> {
  await touch(link)
  await page.waitForURL(url => url.pathname === path)
}

/** What lies over a screen comes when it comes. */
async function putAwayNotes(page: Page): Promise<void> {
  const note = page.getByRole('button', { name: 'Cerrar el aviso' })
  while ((await note.count()) > 0) await note.first().click()
}

const tab = (page: Page, path: string) => follow(page, path, page.locator(`nav a[href^="${path}"]`))

/** The screen before stays until this one can be drawn, and has a field of its own. */
async function search(page: Page): Promise<void> {
  await tab(page, '/search')
  await page
    .getByRole('status')
    .getByText(/oficina/)
    .waitFor()
}

async function takeNumber(page: Page, { officeName, officePath, linePath }: Town, step: Step): Promise<void> {
  // At once, while what comes after the first paint still comes.
  await step('an office of the home screen', () => touch(page.getByRole('link', { name: officeName })))
  await page.waitForURL('**/offices/*')
  await page.goBack()
  await step('the search', () => search(page))
  await step('words of a search', () => page.getByRole('searchbox').pressSequentially(WORDS))
  await step('an office found', () => follow(page, officePath))
  await step('to the form of a number', () => follow(page, `${linePath}/take`))
  await step('an empty form', () => press(page, 'Saca tu número'))
  await step('a name', () => page.locator('#person-name').pressSequentially(PERSON.name))
  await step('a document', () => page.locator('#person-identity').pressSequentially(PERSON.rut))
  await step('a phone', () => page.locator('#person-phone').pressSequentially(PERSON.phone))
  await step('an address of mail', () => page.locator('#person-email').pressSequentially(PERSON.email))
  await step('the policy', () => touch(page.locator('#person-policy')))
  await step('a number', () => press(page, 'Saca tu número'))
  await page.waitForURL('**/tickets/*')
  await step('the numbers', () => follow(page, '/tickets', page.locator('a[href="/tickets"]')))
  await step('the profile', () => tab(page, '/profile'))
  await step('another language', () => touch(page.getByRole('radio', { name: 'English' })))
  await step('the language before', () => touch(page.getByRole('radio', { name: 'Español' })))
}

async function bookTime(page: Page, { officePath, linePath }: Town, step: Step): Promise<void> {
  await search(page)
  await page.getByRole('searchbox').fill(WORDS)
  await follow(page, officePath)
  await step('to the calendar', () => follow(page, `${linePath}/book`))
  await page.getByRole('grid').waitFor()
  await step('another month', () => press(page, 'Mes siguiente'))
  await step('a day', () => touch(page.locator('[data-day]:not([aria-disabled=true])')))
  await step('with that day', () => press(page, /^Sigue con/))
  await putAwayNotes(page)
  await step('an hour', () => touch(page.getByRole('radio')))
  await step('with that hour', () => press(page, /^Sigue con/))
}
