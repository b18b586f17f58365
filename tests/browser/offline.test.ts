import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { AUTH_COOKIE_MS, TICKET_PUSH_TIMEOUT_MS } from '#contract/limits.ts'
import { categoryColour } from '#contract/categories.ts'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openTown } from './app-town.ts'
import { openAsBuilt } from './open-as-built.ts'
import { introduce, TAKE_PATH, waitForWorker } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
const LIST = '/api/v3/offices/web'
const BRAND = categoryColour('notarias')
/**
 * Sooner than the shortest patience of the application: it waited for nothing to run out, however slow the
 * machine.
 */
const AT_ONCE_MS = TICKET_PUSH_TIMEOUT_MS

describeInBrowser('Chromium', 'without a network', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: dist })
    await openTown(server)
    chromium = await launchChromium({ colorScheme: 'light' })
    page = chromium.page
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const url = (path: string) => `${server.origin}${path}`
  /** A window that has just been opened: what an earlier one had in its memory is not here. */
  async function newWindow(path: string) {
    const before = page
    page = await chromium.context.newPage()
    await before.close()
    await page.goto(url(path))
  }
  /** A picture as the browser opens it: its size, and the colour at the top of the card. */
  const looked = (picture: Buffer) =>
    page.evaluate(async base64 => {
      const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const pixel = context?.getImageData(width / 2, 50, 1, 1).data.slice(0, 3) ?? []
      return {
        width,
        height,
        head: `#${Array.from(pixel, part => part.toString(16).padStart(2, '0')).join('')}`,
      }
    }, picture.toString('base64'))
  const isListKept = (window: Page) =>
    window.evaluate(async list => (await caches.match(list)) !== undefined, LIST)
  /** A window of somebody who was never here, and who leaves when the test is over. */
  async function firstVisit(): Promise<Page> {
    const context = await chromium.context.browser()?.newContext({ locale: 'es-CL' })
    if (!context) throw new Error('no browser')
    onTestFinished(() => context.close())
    return context.newPage()
  }
  const since = /Sin conexión\. Lo que ves es de las \d{1,2}:\d{2}/

  it('[OFFL-02] starts after one visit, with the offices that it knows and their age', async () => {
    await page.goto(url('/'))
    await page.getByText('Banco Bci por internet').waitFor()
    await waitForWorker(page)
    await waitFor('the worker to keep the offices', () => isListKept(page))
    await goOffline(chromium.context)
    await newWindow('/')
    await page.getByText('Banco Bci por internet').waitFor()
    await page.getByText(since).waitFor()
  })

  it('[OFFL-02] keeps on a first visit also what was asked for before the worker took over, and came after', async () => {
    const newcomer = await firstVisit()
    await newcomer.route(url(LIST), async route => {
      await newcomer.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await route.continue()
    })
    await openAsBuilt(newcomer, url('/'))
    await newcomer.getByText('Banco Bci por internet').waitFor()
    await waitFor('the worker to keep the offices', () => isListKept(newcomer))
    await newcomer.unrouteAll({ behavior: 'wait' })
  })

  it('[OFFL-02] keeps on a first visit also what was asked for where the worker took over before anybody listened', async () => {
    const newcomer = await firstVisit()
    await newcomer.route('**/workbox-window*', async route => {
      await newcomer.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await route.continue()
    })
    await openAsBuilt(newcomer, url('/'))
    await newcomer.getByText('Banco Bci por internet').waitFor()
    expect(await isListKept(newcomer)).toBe(false)
    // Another window brings the worker, which takes over in both.
    const other = await newcomer.context().newPage()
    await other.goto(url('/profile'))
    await waitFor('the worker to keep the offices', () => isListKept(newcomer))
    // What waited for it goes on, and the page is closed behind it.
    await newcomer.unrouteAll({ behavior: 'wait' })
  })

  it('[OFFL-02] keeps what a page asked for that was still on its way when the worker took over', async () => {
    const first = await firstVisit()
    const late = await first.context().newPage()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    // Asked of the network, for there is no worker yet; when its answer comes there is one.
    await late.route(url('/'), async route => {
      await held
      await route.continue()
    })
    const asked = late.waitForRequest(url('/'))
    const arrived = late.goto(url('/'))
    await asked
    await first.goto(url('/profile'))
    await waitForWorker(first)
    release()
    await arrived
    await late.getByText('Banco Bci por internet').waitFor()
    await late.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await waitFor('the worker to keep the offices', () => isListKept(late))
  })

  it('[OFFL-02] fetches what it keeps for later when the visit has what it came for', async () => {
    const newcomer = await firstVisit()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await newcomer.route('**/services/login/session', async route => {
      await held
      await route.continue()
    })
    const asked = newcomer.waitForRequest('**/services/login/session')
    await newcomer.goto(url('/'))
    await newcomer.getByText('Banco Bci por internet').waitFor()
    await asked
    const isThere = () =>
      newcomer.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
    expect(await isThere()).toBe(false)
    release()
    await waitFor('the worker', isThere)
  })

  it('[OFFL-02] [OFFL-03] shows what it knows, says at once what it does not, and asks when the network is back', async () => {
    await newWindow('/search?q=norte')
    await page.getByRole('link', { name: /Notaría Norte/ }).waitFor()
    await page.getByText(since).waitFor()
    await newWindow('/profile')
    await page.getByRole('heading', { name: 'Perfil' }).waitFor()
    await newWindow('/offices/notaria-norte')
    await page.getByRole('button', { name: 'Intentar de nuevo' }).waitFor({ timeout: AT_ONCE_MS })
    // Never opened, but the list knows which office it is, where, and until when.
    await page.getByRole('heading', { level: 1, name: 'Notaría Norte' }).waitFor()
    await page.getByText('Bandera 100, Santiago').first().waitFor()
    await page.getByText(since).waitFor()
    await page.getByRole('button', { name: 'Horarios' }).click()
    await page.getByRole('dialog').getByText('Todo el día').first().waitFor()
    await page.keyboard.press('Escape')
    await newWindow('/offices/no-hay-tal')
    await page.getByRole('button', { name: 'Intentar de nuevo' }).waitFor()
    await newWindow('/offices/notaria-norte')
    await goOffline(chromium.context, false)
    await page.getByText('Firmas y autorizaciones').waitFor()
  })

  it('[OFFL-03] taking a number says so at once, and what was typed is still there when the network is back', async () => {
    await newWindow(TAKE_PATH)
    await introduce(page)
    await goOffline(chromium.context)
    await page.locator('form button[type=submit]').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /conexión/ })
      .waitFor({ timeout: AT_ONCE_MS })
    expect(await page.locator('#person-name').inputValue()).toBe(PERSON.name)
    expect(await page.locator('#person-identity').inputValue()).toBe(PERSON.rut)
    expect(await page.locator('#person-policy').isChecked()).toBe(true)

    await goOffline(chromium.context, false)
    await page.locator('form button[type=submit]').click()
    await page.waitForURL('**/tickets/*')
    await page.getByText('Se actualiza en').waitFor()
  })

  it('[TEMP-05] the receipt opens, in the list and by its own address, and is downloaded', async () => {
    const { pathname } = new URL(page.url())
    await goOffline(chromium.context)
    await newWindow('/tickets')
    await page.getByText('Notaría Norte').first().waitFor()
    expect(await page.getByRole('main').textContent()).toMatch(/A001/)
    await page.getByText(since).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar' }).click()
    expect((await download).suggestedFilename()).toBe('numerito-A001.png')
    const picture = readFileSync(await (await download).path())
    expect(await looked(picture)).toMatchObject({ width: 720, height: 800, head: BRAND })
    await newWindow(pathname)
    await page
      .getByRole('main')
      .filter({ hasText: /Notaría Norte.*Firmas y autorizaciones.*A001/ })
      .waitFor()
    await newWindow('/')
    await page.getByRole('link', { name: /A001/ }).waitFor()
  })

  it('comes back by itself', async () => {
    await goOffline(chromium.context, false)
    await newWindow('/')
    await page.getByText('Banco Bci por internet').waitFor()
    expect(await page.getByText(since).count()).toBe(0)
  })

  it('[TKT-05] [TEMP-03] a date of the phone that stands wrong costs no receipt, and the number waits on', async () => {
    const wrong = await firstVisit()
    await wrong.context().addCookies(await chromium.context.cookies())
    await wrong.clock.setSystemTime(Date.now() + 2 * AUTH_COOKIE_MS)
    for (const open of [() => wrong.goto(url('/')), () => wrong.reload()]) {
      await open()
      await wrong.getByRole('main').getByText('A001', { exact: true }).waitFor()
      await wrong.getByText('Sigues tú').waitFor()
    }
  })
})
