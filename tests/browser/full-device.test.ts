import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBrowser, howToInstall } from '#tests/support/browser-binary.ts'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '#tests/support/small-disk.ts'
import { openTown, type Town } from './app-town.ts'
import { introduce, TAKE_PATH, waitForWorker } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
const DISK_MB = 80
/** A little more than the page waits before it asks a storage again that took nothing. */
const ASKED_AGAIN_MS = 20_000

const missing = findBrowser('Chromium') ? whyNoSmallDisk() : howToInstall('Chromium')

describeWith(missing, 'a device without any room left', () => {
  let server: TestServer
  let town: Town
  let chromium: Chromium
  let disk: SmallDisk

  beforeAll(async () => {
    disk = mountSmallDisk(DISK_MB)
    server = await startTestServer({ applicationDirectory: dist })
    town = await openTown(server)
    chromium = await launchChromium({ persistent: join(disk.path, 'profile') })
    await chromium.page.clock.install()
    await chromium.page.goto(server.origin + TAKE_PATH)
    await introduce(chromium.page)
    await waitForWorker(chromium.page)
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    disk?.remove()
  })

  it('[OFFL-05] takes the number, shows it and says that it stands, and what to free', async () => {
    const { page } = chromium
    disk.keepFull()
    await page.locator('form button[type=submit]').click()
    await page.waitForURL('**/tickets/*')
    await page.getByRole('main').filter({ hasText: 'A001' }).waitFor()
    const note = page.getByRole('alert').filter({ hasText: 'Tu teléfono no tiene espacio' })
    await note.waitFor()
    expect(await note.textContent()).toMatch(/Tus números siguen en pie.*Borra fotos, videos o aplicaciones/)
    expect(await page.getByText(/error inesperado|ventana normal/).count()).toBe(0)
  })

  it('[OFFL-05] goes on hearing: the call comes, and stands on the whole screen', async () => {
    await town.call('firmas')
    await chromium.page.getByRole('heading', { name: 'Es tu turno' }).waitFor()
  })

  it('[OFFL-05] stores it as soon as there is room: it is there when the page is loaded anew, without a network', async () => {
    const { page, context } = chromium
    disk.makeRoom()
    await page.clock.fastForward(ASKED_AGAIN_MS)
    await page.getByText('Tu teléfono no tiene espacio').waitFor({ state: 'detached' })
    await goOffline(context)
    await page.reload()
    await page.getByRole('main').filter({ hasText: 'A001' }).waitFor()
  })
})
