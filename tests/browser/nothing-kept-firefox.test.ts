import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Firefox, launchFirefox } from '#tests/support/firefox.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openTown, type Town } from './app-town.ts'
import { introduce, TAKE_PATH } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
/** As Firefox's settings put it: all cookies are blocked, and with them whatever a site keeps. */
const BLOCKS_ALL = 2

describeInBrowser('Firefox', 'a Firefox that keeps nothing', () => {
  let server: TestServer
  let town: Town
  let push: PushService
  let firefox: Firefox

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: dist })
    town = await openTown(server)
    push = await startPushService()
    firefox = await launchFirefox({
      pushService: push,
      preferences: { 'network.cookie.cookieBehavior': BLOCKS_ALL },
    })
  })
  afterAll(async () => {
    await firefox?.close()
    await push?.stop()
    await server?.close()
  })

  it('[CHAN-01] [OFFL-05] takes a number, says that it is not kept, and shows its call', async () => {
    const page = await firefox.openPage(server.origin + TAKE_PATH)
    await page.locator('::-p-text(Este navegador no guarda nada)').wait()
    await page.locator('[role=alert] button').click()
    await introduce(page)
    await page.locator('form button[type=submit]').click()
    await page.locator('main ::-p-text(A001)').wait()
    await town.call('firmas')
    await page.locator('::-p-text(Es tu turno)').wait()
    expect(await page.$('::-p-text(error inesperado)')).toBeNull()
  })
})
