import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '#contract/rest/login.ts'
import { json } from '#server/database/json-column.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import {
  ASK_BEFORE_NOTIFYING,
  type Firefox,
  launchFirefox,
  waitForSubscription,
} from '#tests/support/firefox.ts'
import { press, pressNamed, typeInto, visibleIn } from '#tests/support/in-page.ts'
import type { ShownAlert } from '#tests/support/firefox-chrome-scope.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openTown, type Town } from './app-town.ts'
import { introduce, TAKE_PATH } from './take-number-at.ts'

const NEVER_AGAIN = 'No volver a preguntar'
const dist = join(import.meta.dirname, '../../dist')

/**
 * The whole road of a call: subscribed, encrypted, delivered, shown, pressed. One person, from their first
 * visit on.
 */
describeInBrowser('Firefox', 'a call on a locked phone', () => {
  let push: PushService
  let server: TestServer
  let town: Town
  let firefox: Firefox
  let page: Page
  /** The place of the ticket that is held now. */
  let ticketPath: string
  let isServerGone = false

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
    if (!isServerGone) await server?.close()
    await push?.stop()
  })

  const url = (path: string) => `${server.origin}${path}`
  const shows = (text: string) =>
    waitFor(`the page to show ${text}`, () =>
      page.evaluate(wanted => document.body.innerText.replaceAll('\n', '').includes(wanted), text),
    )
  const switchedOn = async () =>
    (await page.$eval('[role=switch]', own => own.getAttribute('aria-checked'))) === 'true'
  const path = async () => new URL(await page.evaluate(() => location.href)).pathname
  const isTicket = async () => ((await path()).startsWith('/tickets/') ? path() : null)

  /**
   * Another page lies over it, and it knows: one that is looked at shows the call itself, and leaves no
   * notice.
   */
  async function coverPage() {
    await firefox.openPage('about:blank')
    await waitFor('the page to know', () => page.evaluate(() => document.visibilityState === 'hidden'))
  }
  /** The endpoints at which the server would ring. */
  const registered = async () => {
    const rows = await server.database.db.selectFrom('push_subscriptions').select('endpoint').execute()
    return rows.map(({ endpoint }) => endpoint)
  }
  /**
   * The push service answers 410 to a call: the server forgets the subscription, and the browser hears
   * nothing of it.
   */
  async function giveUp() {
    const [endpoint = ''] = await registered()
    push.answerWith(endpoint, 410)
    await town.callAgain()
    await waitFor('the server to forget it', async () => (await registered()).length === 0)
  }
  async function rings() {
    const before = push.accepted.length
    await town.callAgain()
    await waitFor('the phone to ring', () => push.accepted.at(before)?.codes.includes(100))
  }

  /** The only notice on the screen, once it is another than the earlier one. */
  const replacementOf = ({ context }: ShownAlert) =>
    waitFor('one other notice alone', async () => {
      const [alert, ...more] = await firefox.alerts()
      return alert && more.length === 0 && alert.context !== context ? alert : null
    })

  it('[PUSH-06] takes a number without being asked for anything', async () => {
    await town.join('firmas', 6)
    page = await firefox.openPage(url(TAKE_PATH))
    await introduce(visibleIn(page))
    await press(page, 'form button[type=submit]')
    ticketPath = await waitFor('the ticket', isTicket)
    await shows('A007')
    expect(await page.evaluate(() => Notification.permission)).toBe('default')
    expect(await firefox.isAskingToNotify()).toBe(false)
  })

  it('[PUSH-06] does not ask who has pressed that they never want to be asked again, after a reload either', async () => {
    const preferences = async () => {
      const row = await server.database.db
        .selectFrom('preferences')
        .select('notifications')
        .executeTakeFirst()
      return row?.notifications
    }
    // Beside the switch it is a link, and no press that stands out.
    const look = await page.$eval(`::-p-aria([name="${NEVER_AGAIN}"][role="button"])`, own => {
      const { textDecorationLine, backgroundColor } = getComputedStyle(own)
      return { textDecorationLine, backgroundColor }
    })
    expect(look).toEqual({ textDecorationLine: 'underline', backgroundColor: 'rgba(0, 0, 0, 0)' })
    await pressNamed(page, NEVER_AGAIN)
    await shows('Cambiar en tu perfil')
    await waitFor('it to be kept', async () => (await preferences())?.never_show_popup_notifications)
    await page.reload()
    await shows('Cambiar en tu perfil')
    await page.evaluate(() => {
      const ask = Notification.requestPermission.bind(Notification)
      Notification.requestPermission = answer => {
        document.documentElement.dataset.asked = 'yes'
        return ask(answer)
      }
    })
    await press(page, '[role=switch]')
    // By now the press has done all that it does: it waits for nobody.
    expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBeUndefined()
    expect(await firefox.isAskingToNotify()).toBe(false)

    // They think better of it on another device.
    const notifications = json(DEFAULT_PREFERENCES)
    await server.database.db.updateTable('preferences').set({ notifications }).execute()
    await page.reload()
    await shows(NEVER_AGAIN)
  })

  it('[PUSH-06] asks when the switch is pressed', async () => {
    await press(page, '[role=switch]')
    await firefox.allowToNotify()
    await waitFor('the switch to be on', switchedOn)
  })

  it('[PUSH-01] is registered at the token provider with its user, and the preference says so', async () => {
    const { endpoint } = await waitForSubscription(page)
    expect(endpoint.startsWith(push.origin)).toBe(true)
    const { db } = server.database
    const registered = await db.selectFrom('push_subscriptions').select(['user_id', 'endpoint']).execute()
    const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    expect(registered).toEqual([{ user_id, endpoint }])
    const preferences = await db.selectFrom('preferences').selectAll().execute()
    expect(preferences).toMatchObject([{ user_id, site: 'web', notifications: { push: true } }])
  })

  it('[PUSH-02] "faltan 5" is shown with every page closed', async () => {
    await firefox.closeEveryPage()
    await town.call('firmas')
    const alert = await firefox.waitForAlert()
    expect(alert).toMatchObject({
      title: 'A007: faltan 5',
      body: 'Acércate. Firmas y autorizaciones · Notaría Norte',
    })
    await push.waitForPush(({ fate }) => fate === 'delivered')
  })

  it('[PUSH-02] [PUSH-04] the call takes its place, with number and modulo, and the desk hears that it arrived', async () => {
    const earlier = await firefox.waitForAlert()
    for (let person = 0; person < 6; person++) await town.call('firmas')
    expect(await replacementOf(earlier)).toMatchObject({
      title: 'Es tu turno: A007 · módulo 3',
      body: 'Firmas y autorizaciones · Notaría Norte',
    })
    await waitFor('the receipt', async () => (await town.current())?.notice_received)
    expect(push.refused).toEqual([])
    expect(push.accepted.map(({ urgency }) => urgency)).toEqual(['high', 'high'])
  })

  it('[PUSH-04] a repeated call replaces the notice', async () => {
    const earlier = await firefox.waitForAlert()
    await town.callAgain()
    expect(await replacementOf(earlier)).toMatchObject({ title: 'Es tu turno: A007 · módulo 3' })
  })

  it('[PUSH-03] a press opens the application on the ticket, where it is the person’s turn', async () => {
    await firefox.clickAlert(await firefox.waitForAlert())
    page = await firefox.waitForPage(url(ticketPath))
    await shows('Es tu turno')
    expect(await page.$eval('main', own => own.textContent)).toMatch(/A007.*Pasa al módulo.*3/)
    await waitFor('the notice to go', async () => (await firefox.alerts()).length === 0)
    expect((await firefox.tabs()).filter(tab => tab.url.startsWith(server.origin))).toHaveLength(1)
  })

  it('[PUSH-02] speaks the person’s language', async () => {
    await town.attended()
    await page.goto(url('/profile'))
    await pressNamed(page, 'English', 'radio')
    await shows('Language')
    await page.goto(url(TAKE_PATH))
    await pressNamed(page, 'Take your number')
    ticketPath = await waitFor('the ticket', isTicket)
    await shows('A008')
  })

  it('[PUSH-03] a press brings the open application forward, on the ticket, and opens no second one', async () => {
    await page.goto(url('/search'))
    await waitFor('the search', () => page.$('input[type=search]'))
    await coverPage()
    await town.call('firmas')
    const alert = await firefox.waitForAlert()
    expect(alert.title).toMatch(/your turn: A008 · desk 3$/i)
    await firefox.clickAlert(alert)
    await waitFor('the application to come forward', async () =>
      (await firefox.tabs()).some(tab => tab.isSelected && tab.url === url(ticketPath)),
    )
    await shows('your turn')
    expect((await firefox.tabs()).filter(tab => tab.url.startsWith(server.origin))).toHaveLength(1)
  })

  it('[HAND-02] a press asks before it leads away from a form that somebody fills in', async () => {
    await firefox.dismissAlerts()
    await page.goto(url('/offices/notaria-norte/lines/escrituras/take'))
    await typeInto(page, '#question-repertorio', '1234')
    await coverPage()
    await town.callAgain()
    await firefox.clickAlert(await firefox.waitForAlert())
    await shows('What you have typed would be lost')
    expect(await page.$eval('#question-repertorio', own => (own as HTMLInputElement).value)).toBe('1234')
    await pressNamed(page, 'Go anyway')
    await shows('your turn')
    expect((await firefox.tabs()).filter(tab => tab.url.startsWith(server.origin))).toHaveLength(1)
  })

  it('[PUSH-05] a subscription that the browser lost is renewed with every page closed, and rings', async () => {
    await firefox.closeEveryPage()
    const before = await registered()
    push.forgetBrowsers()
    await waitFor('the new subscription', async () =>
      (await registered()).some(endpoint => !before.includes(endpoint)),
    )
    await town.callAgain()
    await waitFor('the call', async () => push.accepted.at(-1)?.fate === 'delivered')
    expect((await firefox.waitForAlert()).title).toMatch(/your turn: A008 · desk 3$/i)
    // The lost one was found to be gone by the call itself.
    await waitFor('the lost one to be forgotten', async () => (await registered()).length === 1)
    await firefox.dismissAlerts()
    page = await firefox.openPage(url(ticketPath))
    await shows('your turn')
  })

  it('[PUSH-04] a call that is seen in the open page leaves no notice behind', async () => {
    const before = push.accepted.length
    await town.callAgain()
    await waitFor('the push', () => push.accepted.at(before)?.codes.includes(100))
    await waitFor('its notice to go', async () => (await firefox.alerts()).length === 0)
    await shows('your turn')
  })

  it('[HAND-01] a subscription that the push service gave up is healed by one press, and rings again', async () => {
    await page.goto(url('/profile'))
    await page.waitForSelector('[role=switch]')
    await waitFor('the switch to be on', switchedOn)
    await pressNamed(page, 'Test the notification')
    await shows('It reached this phone at')
    await giveUp()
    await pressNamed(page, 'Test the notification')
    await waitFor('the new subscription', async () => (await registered()).length === 1)
    await shows('It reached this phone at')
    expect(await registered()).toEqual([(await waitForSubscription(page)).endpoint])
    await rings()
  })

  it('[HAND-01] one that was given up while the application was closed is healed by the next start', async () => {
    await firefox.closeEveryPage()
    await giveUp()
    page = await firefox.openPage(url('/profile'))
    await waitFor('the new subscription', async () => (await registered()).length === 1)
    await waitFor('the switch to be on', switchedOn)
    expect(await registered()).toEqual([(await waitForSubscription(page)).endpoint])
    await rings()
  })

  it('[HAND-01] without a network it says what was known last of a subscription that lives, and not that it is off', async () => {
    await firefox.closeEveryPage()
    await server.close()
    isServerGone = true
    page = await firefox.openPage(url('/profile'))
    await shows('On as far as we last knew')
    expect(await switchedOn()).toBe(true)
  })
})
