import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../support/describe-in-browser.ts'
import { type Firefox, launchFirefox, waitForSubscription } from '../support/firefox.ts'
import { type PushService, type PushSubscriptionJson, startPushService } from '../support/push-service.ts'
import { type PushTestSite, startPushTestSite } from '../support/push-test-site.ts'
import { makePushSender } from '../support/send-push.ts'
import { waitFor } from '../support/wait-for.ts'

describeInBrowser('Firefox', 'the push rig with Firefox', () => {
  const sender = makePushSender()
  let push: PushService
  let site: PushTestSite
  let firefox: Firefox

  beforeAll(async () => {
    push = await startPushService()
    site = await startPushTestSite()
    firefox = await launchFirefox({ pushService: push })
  })

  afterEach(async () => {
    push.admitBrowsers()
    await firefox.dismissAlerts()
    await firefox.closeEveryPage()
  })

  afterAll(async () => {
    await firefox?.close()
    await site?.stop()
    await push?.stop()
  })

  /** Opens the site and subscribes as a page does; the subscription of an earlier test is used again. */
  async function subscribe(): Promise<PushSubscriptionJson> {
    const page = await firefox.openPage(`${site.origin}/`)
    await page.evaluate(`subscribe(${JSON.stringify(sender.publicKey)})`)
    return waitForSubscription(page)
  }

  it('shows an encrypted push while every page is closed, and a true click opens the page', async () => {
    const subscription = await subscribe()
    await firefox.closeEveryPage()
    const url = `${site.origin}/turno?numero=42`

    const answer = await sender.send(subscription, {
      title: 'Es tu turno',
      body: 'módulo 3 · número 42',
      url,
    })

    expect(answer.status).toBe(201)
    const alert = await firefox.waitForAlert()
    expect(alert).toMatchObject({ title: 'Es tu turno', body: 'módulo 3 · número 42' })
    expect(alert.source).toContain(new URL(site.origin).host)
    await push.waitForPush(message => message.fate === 'delivered' && message.codes.includes(100))
    await firefox.clickAlert(alert)
    const page = await firefox.waitForPage(url)
    expect(await page.evaluate(() => document.title)).toBe('Push')
    await waitFor('the alert to go', async () => (await firefox.alerts()).length === 0)
  })

  it('lets a click bring an open page to the front instead of opening another', async () => {
    const subscription = await subscribe()
    await firefox.openPage('about:blank')
    expect((await firefox.tabs()).find(tab => tab.isSelected)?.url).toBe('about:blank')

    await sender.send(subscription, { title: 'Faltan 5', body: '', url: `${site.origin}/otra` })
    await firefox.clickAlert(await firefox.waitForAlert())

    await waitFor('the page to come to the front', async () =>
      (await firefox.tabs()).some(tab => tab.isSelected && tab.url === `${site.origin}/`),
    )
    const ours = (await firefox.tabs()).filter(tab => tab.url.startsWith(site.origin))
    expect(ours).toHaveLength(1)
  })

  it('keeps what comes while the browser is away, of one topic only the last', async () => {
    const subscription = await subscribe()
    await firefox.closeEveryPage()
    push.refuseBrowsers()
    await sender.send(subscription, { title: 'Faltan 10', body: 'a' }, { topic: 'ticket-1' })
    await sender.send(subscription, { title: 'Faltan 5', body: 'b' }, { topic: 'ticket-1' })
    expect(await firefox.alerts()).toEqual([])

    push.admitBrowsers()

    expect(await firefox.waitForAlert()).toMatchObject({ title: 'Faltan 5' })
    expect(push.accepted.slice(-2).map(message => message.fate)).toEqual(['replaced', 'delivered'])
  })

  it('tells when the browser could not decrypt, and when its worker failed', async () => {
    const subscription = await subscribe()
    await sender.send(subscription, 'break')
    await push.waitForPush(message => message.fate === 'failed' && message.codes.includes(302))

    const { subscription: another } = push.createSubscription()
    await sender.send({ endpoint: subscription.endpoint, keys: another.keys }, { title: 'para otro' })
    await push.waitForPush(message => message.fate === 'failed' && message.codes.includes(101))
    expect(await firefox.alerts()).toEqual([])
  })

  it('answers 410 once the page has unsubscribed, and takes pushes for its next subscription', async () => {
    const subscription = await subscribe()
    const page = await firefox.waitForPage(site.origin)
    expect(await page.evaluate('unsubscribe()')).toBe(true)

    const answer = await sender.send(subscription, { title: 'tarde' })
    expect(answer.status).toBe(410)

    await firefox.closeEveryPage()
    const renewed = await subscribe()
    expect(renewed.endpoint).not.toBe(subscription.endpoint)
    expect((await sender.send(renewed, { title: 'otra vez', body: '' })).status).toBe(201)
    await firefox.waitForAlert(alert => alert.title === 'otra vez')
  })
})
