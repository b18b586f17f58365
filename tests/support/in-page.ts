import type { Page } from 'puppeteer-core'

/**
 * What stands where a person sees it: by itself a locator also takes what keeps a place, hidden, until it is
 * known what stands there, and a press on that leads nowhere.
 */
export const visibleIn = (page: Page) => ({
  locator: (selector: string) => page.locator(selector).setVisibility('visible'),
})

/** A locator that waits in vain does not say for what. */
async function saying<Done>(what: string, done: Promise<Done>): Promise<Done> {
  return done.catch((cause: unknown) => {
    throw new Error(`${what}: ${String(cause)}`, { cause })
  })
}

/** Presses what a selector finds, once it can be pressed. */
export const press = (page: Page, selector: string): Promise<void> =>
  saying(`pressing ${selector}`, visibleIn(page).locator(selector).click())

/** Presses a button, or something else that is pressed, by what it is called. */
export const pressNamed = (page: Page, name: string, role = 'button'): Promise<void> =>
  press(page, `::-p-aria([name="${name}"][role="${role}"])`)

export const typeInto = (page: Page, selector: string, text: string): Promise<void> =>
  saying(`typing into ${selector}`, visibleIn(page).locator(selector).fill(text))

export const waitToSee = (page: Page, selector: string): Promise<unknown> =>
  saying(`waiting for ${selector}`, page.locator(selector).wait())
