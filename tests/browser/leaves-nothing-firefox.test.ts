import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import {
  ASK_BEFORE_NOTIFYING,
  type Firefox,
  launchFirefox,
  waitForSubscription,
} from '#tests/support/firefox.ts'
import { press, pressNamed, typeInto } from '#tests/support/in-page.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { walkStores } from '#tests/support/walk-stores.ts'
import { openTown, type Town } from './app-town.ts'
import { TAKE_PATH } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
/** Words that stand nowhere in the application itself. */
const CANARY = {
  name: 'Canela Quetzal',
  identity: '16.842.379-9',
  phone: '+56947301862',
  email: 'canela@quetzal.example',
}

describeInBrowser('Firefox', 'who leaves, with a subscription that rings', () => {
  let push: PushService
  let server: TestServer
  let town: Town
  let firefox: Firefox
  let page: Page

  beforeAll(async () => {
    push = await startPushService()
    server = await startTestServer({
      applicationDirectory: dist,
      settings: { push: { contact: 'mailto:tests@numerito.example', hosts: [push.origin] } },
    })
    town = await openTown(server)
    firefox = await launchFirefox({ pushService: push, preferences: ASK_BEFORE_NOTIFYING })
  })
  afterAll(async () => {
    await firefox?.close()
    await server?.close()
    await push?.stop()
  })

  const shows = (text: string) =>
    waitFor(`the page to show ${text}`, () =>
      page.evaluate(wanted => document.body.innerText.includes(wanted), text),
    )
  const registered = () => server.database.db.selectFrom('push_subscriptions').select('endpoint').execute()

  /**
   * Somebody takes a number and is rung of its call, in the background.
   * @returns what a browser that keeps anything of them keeps
   */
  async function settle(allow: () => Promise<void>) {
    page = await firefox.openPage(server.origin + TAKE_PATH)
    for (const [field, value] of Object.entries(CANARY)) await typeInto(page, `#person-${field}`, value)
    await press(page, '#person-policy')
    await press(page, 'form button[type=submit]')
    const isTicket = () => page.evaluate(() => location.pathname.startsWith('/tickets/') && location.pathname)
    const tuid =
      String(await waitFor('the ticket', isTicket))
        .split('/')
        .at(-1) ?? ''
    await press(page, '[role=switch]')
    await allow()
    const { endpoint } = await waitForSubscription(page)
    await waitFor('the server to know it', async () => (await registered()).length === 1)
    return { tuid, endpoint }
  }

  async function ring(number: string): Promise<void> {
    await firefox.openPage('about:blank')
    await waitFor('the page to know', () => page.evaluate(() => document.visibilityState === 'hidden'))
    await town.call('firmas')
    expect((await firefox.waitForAlert()).title).toContain(number)
    await page.bringToFront()
  }

  /** Nothing of them is here, no notice stands, and nothing that happens to them rings this browser. */
  async function expectNothing(traces: readonly string[]): Promise<void> {
    await waitFor('the notice to go', async () => (await firefox.alerts()).length === 0)
    const left = await page.evaluate(walkStores)
    for (const trace of [...Object.values(CANARY), '16842379', ...traces]) expect(left).not.toContain(trace)
    expect(left).toContain('no subscription')
    expect(await registered()).toEqual([])

    const rung = push.accepted.length
    await town.callAgain()
    // Whoever joins after it is told: had the phone been rung, it would have been by then.
    await town.join('firmas', 1)
    expect(push.accepted).toHaveLength(rung)
    expect(await firefox.alerts()).toEqual([])
  }

  it('[PUSH-07] [AUTH-02] takes the shown notice away, ends the subscription everywhere, and is rung no more', async () => {
    const { tuid, endpoint } = await settle(() => firefox.allowToNotify())
    await ring('A001')
    const before = await page.evaluate(walkStores)
    for (const trace of [CANARY.name, tuid, endpoint]) expect(before).toContain(trace)

    await page.goto(`${server.origin}/profile`)
    await pressNamed(page, 'Salir')
    await pressNamed(page, 'Sí, salir')
    await shows('Aún no sabemos quién eres')
    await expectNothing([tuid, endpoint, 'A001'])
  })

  it('[PUSH-07] [AUTH-02] [AUTH-03] so does an account, of which no cookie stays either', async () => {
    // Those who came after, and the one who stands at the desk.
    await server.database.db.updateTable('tickets').set({ state: 'given-up' }).execute()
    // The browser remembers that it may.
    const { tuid, endpoint } = await settle(async () => undefined)
    await page.goto(`${server.origin}/profile`)
    await pressNamed(page, 'Crea una cuenta y conserva tus números', 'link')
    await typeInto(page, '#account-password', 'barco azul a Ancud')
    await pressNamed(page, 'Crear mi cuenta')
    await shows('Mi cuenta')
    const cookies = async () => (await page.browserContext().cookies()).map(({ name }) => name)
    expect(await cookies()).toEqual(expect.arrayContaining(['numerito', 'numerito-known']))
    await ring('A003')
    const before = await page.evaluate(walkStores)
    for (const trace of [CANARY.name, tuid, endpoint]) expect(before).toContain(trace)

    await page.goto(`${server.origin}/profile`)
    await pressNamed(page, 'Salir')
    await shows('¿Salir de tu cuenta aquí?')
    await press(page, 'dialog[open] ::-p-aria([name="Salir"][role="button"])')
    await shows('Aún no sabemos quién eres')
    await waitFor('the cookies to go', async () => (await cookies()).length === 0)
    await expectNothing([tuid, endpoint, 'A003'])
  })
})
