import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Firefox, launchFirefox } from '#tests/support/firefox.ts'
import { press, waitToSee, visibleIn } from '#tests/support/in-page.ts'
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
    await waitToSee(page, '::-p-text(Este navegador no guarda nada)')
    await press(page, '[role=alert] button')
    await introduce(visibleIn(page))
    await press(page, 'form button[type=submit]')
    await waitToSee(page, 'main ::-p-text(A001)')
    await town.call('firmas')
    await waitToSee(page, '::-p-text(Es tu turno)')
    expect(await page.$('::-p-text(error inesperado)')).toBeNull()
  })
})
