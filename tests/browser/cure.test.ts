import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { deliverUntilShown, installedNotifications } from '#tests/support/chromium-push.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { picture } from '#tests/support/picture.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openTown } from './app-town.ts'
import { hasNoneWaiting, holdBack } from './hold-back.ts'
import { TAKE_PATH, takeNumberAt, waitForWorker } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
const ENTRY = /import\(["'`]\/(assets\/[^"'`]+\.js)["'`]\)/

/** When a release that neither starts nor fails is given up (src/app/first-frame/begin.ts). */
const HANGS_MS = 30_000

/** A release of its own: its entry has another name, and says another thing. */
function release(directory: string, name: string, entryOf: (good: string) => string): void {
  cpSync(dist, directory, { recursive: true })
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  // Compressed beforehand they would go out instead of what is written here.
  for (const file of files) if (/\.(br|gz)$/.test(file)) rmSync(join(directory, file))
  const [, entry = ''] = ENTRY.exec(readFileSync(join(directory, 'index.html'), 'utf8')) ?? []
  const good = readFileSync(join(directory, entry), 'utf8')
  rmSync(join(directory, entry))
  const renamed = entry.replace('.js', `-${name}.js`)
  writeFileSync(join(directory, renamed), entryOf(good))
  for (const file of files.filter(one => /\.(js|html)$/.test(one) && one !== entry)) {
    const text = readFileSync(join(directory, file), 'utf8')
    const changed = text.replaceAll(entry.replace('assets/', ''), renamed.replace('assets/', ''))
    writeFileSync(join(directory, file), file === 'sw.js' ? `${changed}\nself.release = '${name}'` : changed)
  }
  const worker = readFileSync(join(directory, 'sw.js'), 'utf8')
  const page = /(\{[^{}]*)("?url"?:\s*["'`]index\.html["'`][^{}]*\})/
  writeFileSync(
    join(directory, 'sw.js'),
    worker.replace(page, found => found.replace(/(revision"?:\s*["'`])/, `$1${name}`)),
  )
}

describeInBrowser('Chromium', 'a release that does harm', () => {
  const builds = makeTemporaryDirectory('builds')
  let database: Database
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let loads = 0

  const serve = async (name: string, { withdrawsWorker = false } = {}) => {
    const port = server ? Number(new URL(server.origin).port) : 0
    await server?.close()
    server = await startTestServer({
      database,
      applicationDirectory: join(builds.path, name),
      settings: { port, withdrawsWorker },
    })
  }
  const showsReceipt = async () => {
    await page.getByText('Notaría Norte').first().waitFor()
    await page.getByRole('main').getByText('A001').first().waitFor()
  }
  /** One that is asked while it begins anew does not answer. */
  const ruling = () => Promise.all(rules()).catch(() => [])
  const rules = () => chromium.context.serviceWorkers().map(worker => worker.evaluate('self.release'))
  /** The one before it may still be listed in the moment in which it ends. */
  const rulesAlone = (name: string) =>
    waitFor(`${name} alone`, async () => isDeepStrictEqual(await ruling(), [name]))

  beforeAll(async () => {
    release(join(builds.path, 'first'), 'first', good => good)
    release(join(builds.path, 'broken'), 'broken', () => "throw new Error('this release does not start')")
    release(join(builds.path, 'hanging'), 'hanging', () => 'await new Promise(() => {})')
    release(join(builds.path, 'mended'), 'mended', good => good)
    // What a phone gets while servers change one after the other: the page comes from one that has not.
    release(join(builds.path, 'halfway'), 'mended', good => good)
    cpSync(join(builds.path, 'first/index.html'), join(builds.path, 'halfway/index.html'))
    database = await openMemoryDatabase()
    await serve('first')
    await openTown(server)
    chromium = await launchChromium({ isWhole: true, permissions: ['notifications'] })
    page = chromium.page
    await takeNumberAt(page, `${server.origin}${TAKE_PATH}`)
    await waitForWorker(page)
    page.on('load', () => {
      loads++
    })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    await database?.close()
    builds.remove()
  })

  it('[HAND-03] says so where no good one is there yet, in the language of the person, and loses nothing', async () => {
    await serve('broken')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.getByRole('button', { name: 'Actualizar ahora' }).click()
    await page.getByRole('heading', { name: 'Numerito no pudo abrirse' }).waitFor()
    for (const width of [360, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await picture(page, 'app-not-started')
      }
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await page.getByRole('heading', { name: 'Numerito could not open' }).waitFor()
    await page.evaluate(() => localStorage.setItem('language', 'es'))
  })

  it('[HAND-03] is not made worse without a network: what is kept stays kept', async () => {
    await goOffline(chromium.context)
    await page.reload()
    await page.getByRole('heading', { name: 'Numerito no pudo abrirse' }).waitFor()
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
    await page.getByRole('heading', { name: 'Numerito no pudo abrirse' }).waitFor()
    await goOffline(chromium.context, false)
    expect(await page.evaluate(() => caches.keys())).toContain('shell-v1')
  })

  it('[HAND-03] is cured by the next good one with one reload, with the receipts where they were', async () => {
    await serve('mended')
    loads = 0
    await page.reload()
    await showsReceipt()
    // The person's own, and the one that follows by itself.
    await waitFor('both loads', () => loads >= 2)
    expect(loads).toBe(2)
    await rulesAlone('mended')
  })

  it('[HAND-03] is cured as well where it neither starts nor fails', async () => {
    await serve('hanging')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.getByRole('button', { name: 'Actualizar ahora' }).click()
    await waitFor('the release that hangs', async () => (await ruling())[0] === 'hanging')
    await page.clock.install()
    await page.reload()
    await page.clock.fastForward(HANGS_MS)
    await page.getByRole('heading', { name: 'Numerito no pudo abrirse' }).waitFor()
    await serve('mended')
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
    await page.clock.fastForward(HANGS_MS)
    await showsReceipt()
    await rulesAlone('mended')
  })

  it('[HAND-03] a worker is withdrawn: the open page goes on, nothing is kept any more, and notices still ring', async () => {
    await serve('mended', { withdrawsWorker: true })
    loads = 0
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.getByText('Hay una versión nueva').waitFor()
    expect(loads).toBe(0)
    await showsReceipt()
    await waitFor('nothing to be kept', () => page.evaluate(async () => (await caches.keys()).length === 0))
    await page.getByRole('button', { name: 'Actualizar ahora' }).click()
    await page.getByText('Hay una versión nueva').waitFor({ state: 'detached' })
    await showsReceipt()
    await waitFor('nothing to be kept', () => page.evaluate(async () => (await caches.keys()).length === 0))
    await deliverUntilShown(page, 'news')
    expect(await installedNotifications(page)).toMatchObject([{ title: 'Numerito' }])
  })

  it('[HAND-03] and comes back when it is served again', async () => {
    await serve('first')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.getByRole('button', { name: 'Actualizar ahora' }).click()
    await page.getByText('Hay una versión nueva').waitFor({ state: 'detached' })
    await showsReceipt()
    expect(await page.evaluate(() => caches.keys())).toContain('shell-v1')
  })

  it('[HAND-03] a worker is withdrawn though a request of its hangs', async () => {
    const hanging = await holdBack(chromium.context, '**/api/v1/offices/1/hours')
    await page.evaluate(() => void fetch('/api/v1/offices/1/hours').catch(() => {}))
    await hanging.asked
    await serve('mended', { withdrawsWorker: true })
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await waitFor('the withdrawn one to rule', () => page.evaluate(hasNoneWaiting))
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    await hanging.end()
    // What the one before was still asking for is not kept by anybody.
    expect(await page.evaluate(() => caches.keys())).toEqual([])
  })

  // The last one: Playwright lists a worker that was given up for ever.
  it('[HAND-03] a page that comes from a server of the release before is not taken for the new one’s', async () => {
    const accept = async () => {
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
      const before = loads
      await page.getByRole('button', { name: 'Actualizar ahora' }).click()
      await waitFor('the page to be loaded anew', () => loads > before)
      await showsReceipt()
    }
    await page.reload()
    await serve('first')
    await accept()
    await serve('halfway')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await waitFor('the new one to be given up', () => page.evaluate(hasNoneWaiting))
    await page.reload()
    await showsReceipt()
    await serve('mended')
    await accept()
    expect(await page.content()).toContain('-mended.js')
  })
})
