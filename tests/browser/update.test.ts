import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openTown } from './app-town.ts'
import { hasNoneWaiting, holdBack } from './hold-back.ts'
import { TAKE_PATH, takeNumberAt, waitForWorker } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
/** By which the second build's worker is told from the first's. */
const SECOND = `
self.addEventListener('message', ({ data, ports: [port] }) => { if (data === 'which?') port?.postMessage('second') })`

describeInBrowser('Chromium', 'a new version', () => {
  const build = makeTemporaryDirectory('build')
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let other: Page

  beforeAll(async () => {
    cpSync(dist, build.path, { recursive: true })
    // Compressed beforehand they would go out instead of the worker that the test changes.
    for (const made of ['sw.js.br', 'sw.js.gz']) rmSync(join(build.path, made), { force: true })
    server = await startTestServer({ applicationDirectory: build.path })
    await openTown(server)
    chromium = await launchChromium()
    page = chromium.page
    await takeNumberAt(page, `${server.origin}${TAKE_PATH}`)
    await waitForWorker(page)
    other = await chromium.context.newPage()
    await other.goto(`${server.origin}/tickets`)
    await page.goto(`${server.origin}/search`)
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    build.remove()
  })

  const offer = (window: Page) => window.getByText('Hay una versión nueva')
  const accept = (window: Page) => window.getByRole('button', { name: 'Actualizar ahora' }).click()
  const isMarked = (window: Page) => window.evaluate(() => document.documentElement.dataset.before === 'true')
  const isSecond = (window: Page) =>
    window.evaluate(async () => {
      const { port1, port2 } = new MessageChannel()
      navigator.serviceWorker.controller?.postMessage('which?', [port2])
      return Promise.race([
        new Promise(resolve => {
          port1.onmessage = ({ data }) => resolve(data === 'second')
        }),
        new Promise(resolve => setTimeout(resolve, 500, false)),
      ])
    })

  it('[OFFL-04] is offered in every window and forced in none: what is being done goes on', async () => {
    for (const window of [page, other]) {
      await window.evaluate(() => {
        document.documentElement.dataset.before = 'true'
      })
    }
    await page.getByRole('searchbox').fill('nota')
    appendFileSync(join(build.path, 'sw.js'), SECOND)
    // What the page does by itself every hour.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await offer(page).waitFor()
    await offer(other).waitFor()
    expect(await isSecond(page)).toBe(false)
    expect(await isMarked(page)).toBe(true)
    expect(await page.getByRole('searchbox').inputValue()).toBe('nota')
  })

  it('[OFFL-04] comes when the person agrees, in that window alone', async () => {
    await accept(page)
    await waitFor('the page to be loaded anew', () =>
      isMarked(page).then(
        marked => !marked,
        () => false,
      ),
    )
    await page.getByRole('searchbox').waitFor()
    await waitFor('the second to rule', () => isSecond(page))
    expect(await offer(page).count()).toBe(0)
    expect(await isMarked(other)).toBe(true)
    await accept(other)
    await waitFor('the other to be loaded anew', () =>
      isMarked(other).then(
        marked => !marked,
        () => false,
      ),
    )
  })

  it('[OFFL-04] comes as well where a request of the old one hangs', async () => {
    await page.evaluate(() => {
      document.documentElement.dataset.before = 'true'
    })
    const hanging = await holdBack(chromium.context, '**/api/v1/offices/1/hours')
    await page.evaluate(() => void fetch('/api/v1/offices/1/hours').catch(() => {}))
    await hanging.asked
    appendFileSync(join(build.path, 'sw.js'), '\n// The third.')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await offer(page).waitFor()
    await accept(page)
    await waitFor('the page to be loaded anew', () =>
      isMarked(page).then(
        marked => !marked,
        () => false,
      ),
    )
    await waitFor('the third to rule', () => page.evaluate(hasNoneWaiting).catch(() => false))
    await hanging.end()
  })

  it('[OFFL-04] is offered though the one before was lost on its way, or put off, and though the page stands for long', async () => {
    const served = join(build.path, 'sw.js')
    const whole = readFileSync(served, 'utf8')
    const look = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    writeFileSync(served, `${whole}\nself.addEventListener('install', e => e.waitUntil(Promise.reject()))`)
    await look()
    await waitFor('it to be given up', () => page.evaluate(hasNoneWaiting))
    expect(await offer(page).count()).toBe(0)
    for (const next of ['fourth', 'fifth', 'sixth']) {
      writeFileSync(served, `${whole}\n// The ${next}.`)
      await look()
      await offer(page).waitFor()
      await page.getByRole('button', { name: 'Después' }).click()
      await offer(page).waitFor({ state: 'detached' })
    }
    // What was put off is not offered again.
    await look()
    expect(await offer(page).count()).toBe(0)
  })

  it('[OFFL-04] [TEMP-02] leaves the receipts where they were, also without a network', async () => {
    await goOffline(chromium.context)
    await page.goto(`${server.origin}/tickets`)
    await page.getByText('Notaría Norte').first().waitFor()
    expect(await page.getByRole('main').textContent()).toMatch(/A001/)
  })
})
