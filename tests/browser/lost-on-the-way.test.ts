import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { goOffline } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { PERSON } from '#tests/support/server.ts'
import { type Visit, visit } from './app-visit.ts'

/** The network goes for the second in which what comes after the first screen is on its way. */
describeInBrowser('Chromium', 'what comes after the screen and is lost on its way', () => {
  let at: Visit

  beforeAll(async () => {
    at = await visit()
  })
  afterAll(() => at?.close())

  /** Somebody whom the server knows, and who has not been here with this browser. */
  async function newcomer(): Promise<{ context: BrowserContext; page: Page }> {
    const browser = at.chromium.context.browser() ?? expect.fail('no browser')
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'es-CL' })
    onTestFinished(() => context.close())
    const { cookie } = await at.server.signInTemporary()
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: at.server.origin, httpOnly: true }])
    return { context, page: await context.newPage() }
  }

  /** @returns brings the network back */
  async function lose(context: BrowserContext, page: Page, files: RegExp): Promise<() => Promise<void>> {
    await page.route(files, route => route.abort())
    const lost = page.waitForEvent('requestfailed', request => files.test(request.url()))
    await page.goto(`${at.server.origin}/profile`)
    await lost
    await goOffline(context)
    await page.unroute(files)
    return () => goOffline(context, false)
  }
  const isControlled = () => navigator.serviceWorker.controller !== null

  it('[AUTH-01] who they are is asked for by the network that is back, and nobody waits for it meanwhile', async () => {
    const { context, page } = await newcomer()
    const comeBack = await lose(context, page, /\/assets\/compose-flows-/)
    await page.getByRole('link', { name: 'Identifícate' }).waitFor()
    await page.getByLabel('Código del otro teléfono').fill('AAAAA-11111')
    await page.getByRole('button', { name: 'Traer mi número' }).click()
    await page.getByText('No hay conexión. Inténtalo de nuevo cuando vuelva.').waitFor()
    await comeBack()
    await page.getByText(PERSON.name).waitFor()
    // And the rest begins as well.
    await page.waitForFunction(isControlled)
  })

  it('[OFFL-02] the worker comes by the network that is back', async () => {
    const { context, page } = await newcomer()
    const comeBack = await lose(context, page, /\/assets\/workbox-window/)
    await page.getByText(PERSON.name).waitFor()
    expect(await page.evaluate(isControlled)).toBe(false)
    await comeBack()
    await page.waitForFunction(isControlled)
  })

  it('[OFFL-02] and so does one whose script could not be had', async () => {
    const { context, page } = await newcomer()
    await page.addInitScript(() => {
      const container = navigator.serviceWorker
      const register = container.register.bind(container)
      container.register = () => {
        container.register = register
        return Promise.reject(new TypeError('Failed to register a ServiceWorker'))
      }
    })
    const failed = page.waitForEvent('pageerror')
    await page.goto(`${at.server.origin}/profile`)
    await failed
    await goOffline(context)
    await goOffline(context, false)
    await page.waitForFunction(isControlled)
  })
})
