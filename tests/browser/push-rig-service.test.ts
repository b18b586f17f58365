import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateVAPIDKeys, getVapidHeaders } from 'web-push'
import { decryptPush, makePushKeys } from '../support/push-decryption.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { makePushSender } from '../support/send-push.ts'

const HOUR_S = 60 * 60

let push: PushService
let clock: number

beforeEach(async () => {
  clock = Date.now()
  push = await startPushService({ now: () => clock })
})

afterEach(() => push.stop())

describe('decryptPush', () => {
  it("opens the standard's own example", () => {
    const text = (base64url: string) => Buffer.from(base64url, 'base64url')
    const keys = {
      privateKey: text('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
      publicKey: text(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      auth: text('BTBZMqHH6r4Tts7J_aSIgg'),
    }
    const body = text(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
    expect(decryptPush(body, keys)).toBe('When I grow up, I want to be a watermelon')
  })

  it('refuses what was encrypted for another subscription, altered, or cut short', async () => {
    const { subscription, keys } = push.createSubscription()
    await makePushSender().send(subscription, 'sólo para ti')
    const body = push.accepted[0]?.body ?? Buffer.alloc(0)

    expect(decryptPush(body, keys)).toBe('sólo para ti')
    expect(() => decryptPush(body, makePushKeys())).toThrow()
    expect(() => decryptPush(body.with(-1, (body.at(-1) ?? 0) ^ 1), keys)).toThrow()
    expect(() => decryptPush(body.subarray(0, 90), keys)).toThrow('cut short')
  })
})

describe('the push service', () => {
  it('records an accepted push with its headers, and names it in Location', async () => {
    const sender = makePushSender()
    const { subscription, keys } = push.createSubscription(sender.publicKey)

    const answer = await sender.send(
      subscription,
      { número: 7 },
      { TTL: 90, urgency: 'high', topic: 'ticket-7' },
    )

    expect(answer.status).toBe(201)
    const message = await push.waitForPush()
    expect(answer.headers.get('location')).toBe(`${push.origin}/message/${message.id}`)
    expect(message).toMatchObject({
      endpoint: subscription.endpoint,
      ttl: 90,
      urgency: 'high',
      topic: 'ticket-7',
      vapid: { aud: push.origin, sub: 'mailto:avisos@numerito.example' },
      fate: 'waiting',
    })
    expect(message.headers['content-encoding']).toBe('aes128gcm')
    expect(decryptPush(message.body, keys)).toBe('{"número":7}')
  })

  it('lets a message replace an undelivered one of its topic, of no other topic or subscription', async () => {
    const sender = makePushSender()
    const [one, two] = [push.createSubscription().subscription, push.createSubscription().subscription]
    await sender.send(one, 'primero', { topic: 'a' })
    await sender.send(one, 'otro tema', { topic: 'b' })
    await sender.send(one, 'sin tema')
    await sender.send(two, 'otro teléfono', { topic: 'a' })
    await sender.send(one, 'último', { topic: 'a' })
    expect(push.accepted.map(({ fate }) => fate)).toEqual([
      'replaced',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ])
  })

  it('lets a message expire after its TTL instead of replacing or delivering it', async () => {
    const sender = makePushSender()
    const { subscription } = push.createSubscription()
    await sender.send(subscription, 'breve', { TTL: 60, topic: 'a' })
    clock += 60_000
    await sender.send(subscription, 'después', { TTL: 60, topic: 'a' })
    expect(push.accepted.map(({ fate }) => fate)).toEqual(['expired', 'waiting'])
  })

  it('takes nothing for an unknown subscription, and answers as a subscription was told to', async () => {
    const sender = makePushSender()
    const { subscription } = push.createSubscription()
    const unknown = { ...subscription, endpoint: `${subscription.endpoint}0` }
    expect((await sender.send(unknown, 'x')).status).toBe(404)
    for (const status of [404, 410, 403, 429, 500] as const) {
      push.answerWith(subscription.endpoint, status)
      expect((await sender.send(subscription, 'x')).status).toBe(status)
    }
    push.answerWith(subscription.endpoint, 201)
    expect((await sender.send(subscription, 'x')).status).toBe(201)
    expect(push.refused.map(({ status }) => status)).toEqual([404, 404, 410, 403, 429, 500])
    expect(push.accepted).toHaveLength(1)
  })

  it.each([
    ['a TTL of 0', { TTL: '0' }, '400 TTL is 0'],
    ['no TTL', { TTL: undefined }, '400 TTL is missing'],
    ['an unknown urgency', { Urgency: 'urgent' }, '400 Urgency'],
    ['a topic that is too long', { Topic: 'x'.repeat(33) }, '400 Topic'],
    ['an older content encoding', { 'Content-Encoding': 'aesgcm' }, '415 Content-Encoding'],
    ['no Authorization', { Authorization: undefined }, '401 no Authorization'],
    ['an older Authorization scheme', { Authorization: 'WebPush e30.e30.e30' }, '401 Authorization'],
  ])('refuses %s', async (_, changed, answer) => {
    expect(await postWith({ Authorization: sign({}), ...changed })).toContain(answer)
  })

  it.each([
    ['for another push service', { audience: 'https://fcm.googleapis.com' }, '403 aud is'],
    ['that lives longer than a day', { expiration: 25 * HOUR_S }, '403 exp lies'],
    ['that has expired', { expiration: -1 }, '403 exp has passed'],
    ['whose subject Apple refuses', { subject: 'mailto:root@localhost' }, '403 sub names'],
    ['whose subject has a host that does not exist', { subject: 'https://numerito.local/' }, '403 sub names'],
  ])('refuses a VAPID token %s', async (_, changed, answer) => {
    expect(await postWith({ Authorization: sign(changed) })).toContain(answer)
  })

  it('refuses a VAPID token that another key signed, or another than the browser subscribed with', async () => {
    const [token] = sign({}).split(', k=')
    const forged = `${token}, k=${generateVAPIDKeys().publicKey}`
    expect(await postWith({ Authorization: forged })).toContain('403 the signature')

    const { subscription } = push.createSubscription(generateVAPIDKeys().publicKey)
    expect((await makePushSender().send(subscription, 'x')).status).toBe(403)
    expect(push.refused.at(-1)?.reason).toContain('subscribed with')
  })

  it('accepts the post that the refusals above start from', async () => {
    expect(await postWith({ Authorization: sign({}) })).toBe('201 ')
  })

  /**
   * Posts an empty push that is right in all but what is changed (undefined leaves a header out): "status
   * reason".
   */
  async function postWith(changed: Record<string, string | undefined>): Promise<string> {
    const { subscription } = push.createSubscription()
    const right = { TTL: '60', Urgency: 'high', 'Content-Encoding': 'aes128gcm' }
    const headers = Object.entries({ ...right, ...changed }).filter(([, value]) => value !== undefined)
    const answer = await fetch(subscription.endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(100),
    })
    return `${answer.status} ${push.refused.at(-1)?.reason ?? ''}`
  }

  /** An Authorization header; expiration in seconds from now. */
  function sign({
    audience = push.origin,
    subject = 'mailto:a@numerito.example',
    expiration = HOUR_S,
  }): string {
    const keys = generateVAPIDKeys()
    // web-push itself signs no token that is too long-lived, so the service's clock is moved instead.
    const now = Math.floor(Date.now() / 1000)
    clock = (now + HOUR_S - expiration) * 1000
    const expires = now + HOUR_S
    return getVapidHeaders(audience, subject, keys.publicKey, keys.privateKey, 'aes128gcm', expires)
      .Authorization
  }
})
