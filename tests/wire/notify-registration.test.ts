import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { SUBSCRIPTIONS_MAX } from '#contract/limits.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'
import { heardBy } from './notify-rig.ts'

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

type Options = Pick<NonNullable<Parameters<typeof startTestServer>[0]>, 'database'>

async function start(options: Options) {
  const service = await startPushService()
  const push = { contact: 'mailto:avisos@numerito.example', hosts: [service.origin] }
  const server = await startTestServer({ ...options, settings: { push } })
  stopping.push(async () => {
    await server.close()
    await service.stop()
  })
  return { server, service }
}

const keyOf = async (server: TestServer) =>
  ((await (await server.ask('push', '/key')).json()) as { public_key: string }).public_key

/** Somebody else each time: the same rut would be the same person for the limits alone. */
const person = (server: TestServer) => server.signInTemporary({ dni: `P-${randomUUID().slice(0, 8)}` })

const register = (server: TestServer, { user_id, token }: SignedIn, subscription: object, language = 'es') =>
  server.ask('push', `/subscriptions?user_id=${user_id}`, { token, body: { ...subscription, language } })

async function registered(server: TestServer, service: PushService, owner: SignedIn) {
  const { subscription, keys } = service.createSubscription(await keyOf(server))
  const response = await register(server, owner, subscription)
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: string }
  return { id, subscription, heard: () => heardBy(service, subscription, keys) }
}

const testOf = (server: TestServer, { token }: SignedIn) =>
  server.ask('push', '/test', { method: 'POST', token })

const preferencesOf = async (server: TestServer, { token }: SignedIn) =>
  (await server.ask('users', '/preferences?site=web', { token })).json()

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

eachDatabase('push subscriptions', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('[HAND-01] the server says whether it would ring one’s own browser, and nothing of anybody else’s', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const stranger = await person(server)
    const { subscription } = await registered(server, service, owner)
    const rings = async ({ token }: SignedIn, endpoint = subscription.endpoint) => {
      const body = { endpoint_hash: hashOf(endpoint) }
      return (await server.ask('push', '/subscriptions/check', { token, body })).json()
    }
    expect(await rings(owner)).toEqual({ rings: true })
    expect(await rings(owner, 'https://push.example/another')).toEqual({ rings: false })
    expect(await rings(stranger)).toEqual({ rings: false })
    // Switched off in another browser, nothing rings here either.
    const notifications = { whatsapp: false, push: false, never_show_popup_notifications: false }
    await server.ask('users', '/preferences', { token: owner.token, body: { site: 'web', notifications } })
    expect(await rings(owner)).toEqual({ rings: false })
  })

  it('[PUSH-07] a browser is rung as long as its session, wherever that is ended', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    await registered(server, service, owner)
    const carried = async () => {
      const made = await server.ask('login', '/handover', { method: 'POST', token: owner.token })
      const { code } = (await made.json()) as { code: string }
      const came = await server.ask('login', '/handover/redeem', { body: { code } })
      return { ...owner, token: ((await came.json()) as SignedIn).token }
    }
    const [lost, anew] = [await carried(), await carried()]
    const { subscription } = await registered(server, service, lost)
    const body = { endpoint_hash: hashOf(subscription.endpoint) }
    const rings = async ({ token }: SignedIn) =>
      (await server.ask('push', '/subscriptions/check', { token, body })).json()
    const end = ({ token }: SignedIn) => server.ask('login', '/session', { method: 'DELETE', token })
    const sent = async () => (await testOf(server, owner)).json()
    // Signed in anew at that browser: with the session before nothing of it ends.
    expect(await rings(anew)).toEqual({ rings: true })
    await end(lost)
    expect(await sent()).toMatchObject({ sent: 2 })
    await end(anew)
    expect(await sent()).toMatchObject({ sent: 1 })
  })

  it('[HAND-01] once the push service says that a subscription is gone, the server would ring it no more', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const { subscription } = await registered(server, service, owner)
    service.answerWith(subscription.endpoint, 410)
    const body = { endpoint_hash: hashOf(subscription.endpoint) }
    expect((await server.ask('push', '/test', { token: owner.token, body })).status).toBe(409)
    const checked = await server.ask('push', '/subscriptions/check', { token: owner.token, body })
    expect(await checked.json()).toEqual({ rings: false })
  })

  it('[HAND-01] the trial rings the browser that asked, and its owner alone hears when it was shown', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const here = await registered(server, service, owner)
    const elsewhere = await registered(server, service, owner)
    const body = { endpoint_hash: hashOf(here.subscription.endpoint) }
    const tested = await (await server.ask('push', '/test', { token: owner.token, body })).json()
    expect(tested).toMatchObject({ sent: 1 })
    const { delivery_id } = tested as { delivery_id: string }
    expect(here.heard()).toHaveLength(1)
    expect(elsewhere.heard()).toHaveLength(0)
    const shown = async ({ token }: SignedIn) => server.ask('push', `/deliveries/${delivery_id}`, { token })
    expect(await (await shown(owner)).json()).toEqual({ shown_at: null })
    await server.ask('push', `/deliveries/${delivery_id}`, { body: { shown: true } })
    expect(await (await shown(owner)).json()).toEqual({ shown_at: expect.stringMatching(/T.*Z$/) })
    expect((await shown(await person(server))).status).toBe(404)
  })

  it('[PUSH-01] a registration with one’s own user_id switches the preference on, and leaves the rest of it', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const notifications = { whatsapp: true, push: false, never_show_popup_notifications: true }
    await server.ask('users', '/preferences', {
      token: owner.token,
      body: { site: 'web', notifications },
    })
    await registered(server, service, owner)
    expect(await preferencesOf(server, owner)).toEqual({ data: { web: { ...notifications, push: true } } })
  })

  it('[PUSH-01] the preference ends with the last of their browsers, and with none that is another’s', async () => {
    const { server, service } = await start({ database })
    const [owner, other] = [await person(server), await person(server)]
    const ids: string[] = []
    for (const one of [owner, owner, other]) {
      const { subscription } = service.createSubscription()
      const made = await register(server, one, subscription)
      ids.push(((await made.json()) as { id: string }).id)
    }
    const [first = '', second = '', others = ''] = ids
    const end = async (id: string) =>
      (await server.ask('push', `/subscriptions/${id}`, { method: 'DELETE', token: owner.token })).status
    const isOn = async (one = owner) =>
      ((await preferencesOf(server, one)) as { data: { web: { push: boolean } } }).data.web.push
    expect([await end(first), await isOn()]).toEqual([204, true])
    expect([await end(others), await isOn(other)]).toEqual([404, true])
    expect([await end(second), await isOn(), await isOn(other)]).toEqual([204, false, true])
    expect(await end(second)).toBe(404)
  })

  it('[PUSH-01] the preference ends, too, where the push service had given the last of them up before', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const { subscription } = service.createSubscription()
    const { id } = (await (await register(server, owner, subscription)).json()) as { id: string }
    service.answerWith(subscription.endpoint, 410)
    await server.ask('push', '/test', { token: owner.token, body: {} })
    const ended = await server.ask('push', `/subscriptions/${id}`, { method: 'DELETE', token: owner.token })
    expect(ended.status).toBe(404)
    expect(await preferencesOf(server, owner)).toMatchObject({ data: { web: { push: false } } })
  })

  it('[PUSH-01] is refused to a guest, and with another’s user_id', async () => {
    const { server, service } = await start({ database })
    const [owner, other] = [await person(server), await person(server)]
    const { subscription } = service.createSubscription()
    const forged = await register(server, { ...owner, token: other.token }, subscription)
    expect([forged.status, (await forged.json()).code]).toEqual([403, 'forbidden'])
    const guest = await server.ask('push', `/subscriptions?user_id=${owner.user_id}`, {
      body: { ...subscription, language: 'es' },
    })
    expect(guest.status).toBe(401)
    expect((await testOf(server, owner)).status).toBe(409)
  })

  it.each([
    ['a private address', 'https://10.0.0.7/push'],
    ['a service that the settings do not name', 'http://127.0.0.1:9/push'],
    ['a name before the host', 'https://fcm.googleapis.com@10.0.0.7/push'],
  ])('%s as an endpoint is refused', async (_, endpoint) => {
    const { server, service } = await start({ database })
    const { subscription } = service.createSubscription()
    const response = await register(server, await person(server), { ...subscription, endpoint })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'push-service-unknown', fields: [{ path: 'endpoint' }] },
    ])
  })

  it.each([
    ['p256dh', 'AAAA'],
    // 65 bytes in the right form, of no point on the curve.
    ['p256dh', Buffer.from([4, ...Array.from({ length: 64 }, () => 1)]).toString('base64url')],
    ['auth', 'AAAA'],
  ])('keys that nothing can be encrypted for are refused, by name: %s', async (key, value) => {
    const { server, service } = await start({ database })
    const { subscription } = service.createSubscription()
    const body = { ...subscription, keys: { ...subscription.keys, [key]: value } }
    const response = await register(server, await person(server), body)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'bad-request', fields: [{ path: `keys.${key}` }] },
    ])
  })

  it('[PUSH-07] an endpoint registered by another belongs to the other alone', async () => {
    const { server, service } = await start({ database })
    const [former, present] = [await person(server), await person(server)]
    const browser = await registered(server, service, former)
    expect((await register(server, present, browser.subscription, 'en')).status).toBe(201)
    expect((await testOf(server, former)).status).toBe(409)
    expect(await (await testOf(server, present)).json()).toEqual({ sent: 1 })
    expect(browser.heard()).toHaveLength(1)
    expect(browser.heard()[0]?.message.notification.lang).toBe('en')
    // The former one cannot end it either.
    const ended = await server.ask('push', `/subscriptions/${browser.id}`, {
      method: 'DELETE',
      token: former.token,
    })
    expect(ended.status).toBe(404)
  })

  it('is ended by its owner', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const browser = await registered(server, service, owner)
    const end = () =>
      server.ask('push', `/subscriptions/${browser.id}`, { method: 'DELETE', token: owner.token })
    expect((await end()).status).toBe(204)
    expect((await end()).status).toBe(404)
    expect((await testOf(server, owner)).status).toBe(409)
  })

  it('registers as often as it likes, and is one', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const { subscription } = service.createSubscription(await keyOf(server))
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => (await register(server, owner, subscription)).json()),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await (await testOf(server, owner)).json()).toEqual({ sent: 1 })
  })

  it('of one person are not without end: the last ones are told', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const first = await registered(server, service, owner)
    for (let more = 0; more < SUBSCRIPTIONS_MAX; more += 1) {
      server.clock.advance(1_000)
      await registered(server, service, owner)
    }
    expect(await (await testOf(server, owner)).json()).toEqual({ sent: SUBSCRIPTIONS_MAX })
    expect(first.heard()).toEqual([])
  })
})

eachDatabase('«Probar el aviso»', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('reaches the person’s own browser at once, and the phone acknowledges it', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const browser = await registered(server, service, owner)
    expect(await (await testOf(server, owner)).json()).toEqual({ sent: 1 })
    const [{ push, message } = expect.fail('no push came')] = browser.heard()
    expect(push).toMatchObject({ urgency: 'high', ttl: 60, topic: 'test' })
    expect(message.notification).toMatchObject({
      title: 'Así te avisaremos',
      navigate: expect.stringMatching(/^http:\/\/localhost:\d+\/profile$/),
      tag: 'test',
      data: { kind: 'test', tuid: null, seq: null },
    })

    const { delivery_id } = message.notification.data
    const acknowledge = (shown: boolean) =>
      server.ask('push', `/deliveries/${delivery_id}`, { body: { shown } })
    const shownAt = async () =>
      (
        await database.db
          .selectFrom('push_deliveries')
          .select('shown_at')
          .where('id', '=', delivery_id)
          .executeTakeFirstOrThrow()
      ).shown_at
    expect((await acknowledge(false)).status).toBe(204)
    expect(await shownAt()).toBeNull()
    expect((await acknowledge(true)).status).toBe(204)
    const first = await shownAt()
    expect(first).toEqual(server.clock.now())
    server.clock.advance(1_000)
    await acknowledge(true)
    expect(await shownAt()).toEqual(first)
    // Nobody learns from the answer which deliveries there are.
    const unknown = await server.ask('push', `/deliveries/${randomUUID()}`, { body: { shown: true } })
    expect(unknown.status).toBe(204)
    // Again is again.
    expect(await (await testOf(server, owner)).json()).toEqual({ sent: 1 })
    expect(browser.heard()).toHaveLength(2)
  })

  it('says that the push service did not take it, and that there is none left', async () => {
    const { server, service } = await start({ database })
    const owner = await person(server)
    const { subscription } = await registered(server, service, owner)
    service.answerWith(subscription.endpoint, 500)
    const refused = await testOf(server, owner)
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'unavailable'])
    service.answerWith(subscription.endpoint, 410)
    const gone = await testOf(server, owner)
    expect([gone.status, (await gone.json()).code]).toEqual([409, 'no-subscription'])
  })
})
