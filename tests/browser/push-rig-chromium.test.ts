import { readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { type Chromium, goOffline, launchChromium } from '../support/chromium.ts'
import { installApp, installabilityErrors } from '../support/chromium-install.ts'
import { closeEveryPage, deliverUntilShown, installedNotifications } from '../support/chromium-push.ts'
import { describeInBrowser } from '../support/describe-in-browser.ts'
import { takePicture } from '../support/picture.ts'
import { type PushTestSite, startPushTestSite } from '../support/push-test-site.ts'
import { makeTemporaryDirectory } from '../support/temporary-directory.ts'

describeInBrowser('Chromium', 'the push rig with Chromium', () => {
  let site: PushTestSite
  let chromium: Chromium

  beforeAll(async () => {
    site = await startPushTestSite()
  })

  beforeEach(async () => {
    chromium = await launchChromium({ persistent: true, permissions: ['notifications'], colorScheme: 'dark' })
    await chromium.page.goto(`${site.origin}/`)
    await chromium.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  })

  afterEach(() => chromium?.close())

  afterAll(() => site?.stop())

  it('hands a push to the worker while every page is closed, and its notification stands', async () => {
    const blank = await closeEveryPage(chromium.context)

    await deliverUntilShown(blank, { title: 'Es tu turno', body: 'módulo 3', tag: 'ticket-1', url: '/turno' })

    const page = await chromium.context.newPage()
    await page.goto(`${site.origin}/`)
    await expect
      .poll(() => installedNotifications(page))
      .toEqual([{ title: 'Es tu turno', body: 'módulo 3', tag: 'ticket-1', data: { url: '/turno' } }])
  })

  it('installs the application and starts it in a window of its own', async () => {
    expect(await installabilityErrors(chromium.page)).toEqual([])

    const app = await installApp(chromium.page)

    expect(app.url()).toBe(`${site.origin}/?installed`)
    expect(await app.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
  })

  it('cuts off the fetches of pages and worker, and joins them again', async () => {
    await goOffline(chromium.context)
    await chromium.page.goto(`${site.origin}/otra`)
    expect(await chromium.page.textContent('h1')).toBe('Sin conexión')

    await goOffline(chromium.context, false)
    await chromium.page.reload()
    expect(await chromium.page.textContent('h1')).toBe('Push')
  })

  it('finds again what an earlier browser kept in the same profile', async () => {
    const profile = makeTemporaryDirectory('profile')
    onTestFinished(profile.remove)
    for (const expected of [0, 1]) {
      const browser = await launchChromium({ persistent: profile.path })
      onTestFinished(browser.close)
      await browser.page.goto(`${site.origin}/worker.js`)
      const workers = () =>
        browser.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
      expect(await workers()).toBe(expected)
      await browser.page.goto(`${site.origin}/`)
      await browser.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await browser.close()
    }
  })

  it('names a picture after what it shows, the width and the colours', async () => {
    const desktop = await launchChromium({ viewport: { width: 1280, height: 800 } })
    onTestFinished(desktop.close)

    const paths = [await takePicture(chromium.page, 'push-rig'), await takePicture(desktop.page, 'push-rig')]

    onTestFinished(() => paths.forEach(path => rmSync(path)))
    expect(paths.map(path => basename(path))).toEqual(['push-rig-360-dark.png', 'push-rig-1280-light.png'])
    for (const path of paths) expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG')
  })
})
