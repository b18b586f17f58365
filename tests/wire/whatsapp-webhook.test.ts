import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachDatabase } from '#tests/support/databases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  startWhatsappService,
  type TakenMessage,
  VERIFY_TOKEN,
  type WhatsappService,
} from '#tests/support/whatsapp-service.ts'
import { NUMBER } from './whatsapp-rig.ts'

eachDatabase('what WhatsApp tells', open => {
  let server: TestServer
  let whatsapp: WhatsappService
  let message: TakenMessage
  beforeAll(async () => {
    whatsapp = await startWhatsappService()
    server = await startTestServer({ database: await open(), settings: { whatsapp: whatsapp.settings } })
    const { token } = await server.signInTemporary()
    await server.ask('users', '/whatsapp', { token, body: { phone: NUMBER } })
    message = whatsapp.taken.at(-1) ?? expect.fail('no code went out')
  })
  afterAll(async () => {
    await server.close()
    await whatsapp.stop()
  })

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(server.url('push', '/whatsapp/webhook'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  const signed = (body: string, secret?: string) => ({
    'x-hub-signature-256': whatsapp.signatureOf(body, secret),
  })
  const status = async () =>
    (await server.database.db.selectFrom('whatsapp_messages').select('status').executeTakeFirstOrThrow())
      .status
  const shake = (said: Record<string, string>) =>
    fetch(`${server.url('push', '/whatsapp/webhook')}?${new URLSearchParams(said)}`)

  it('[MSG-01] is believed by its signature alone, of the body as it came', async () => {
    const body = whatsapp.notification(message, 'sent')
    expect((await post(body)).status).toBe(403)
    for (const signature of [
      'sha256=',
      'sha256=zz',
      `sha1=${'0'.repeat(40)}`,
      `sha256=${'0'.repeat(64)}`,
      whatsapp.signatureOf(body, 'another secret'),
      whatsapp.signatureOf(body).toUpperCase(),
      whatsapp.signatureOf(`${body} `),
    ])
      expect((await post(body, { 'x-hub-signature-256': signature })).status, signature).toBe(403)
    expect(await status()).toBe('accepted')
    // Letters that JSON writes in more than one way: what is signed are the bytes.
    const escaped = body.replace('"sent"', String.raw`"\u0073ent"`)
    expect((await post(escaped, signed(body))).status).toBe(403)
    expect(await status()).toBe('accepted')
    expect((await post(escaped, signed(escaped))).status).toBe(200)
    expect(await status()).toBe('sent')
  })

  it('[MSG-01] of whatever shape it is, harms nothing', async () => {
    const before = await status()
    for (const [body, answer] of [
      ['{}', 200],
      ['[]', 200],
      ['null', 200],
      ['{"entry":[{"changes":[{"value":{"messages":[{"from":"1","text":{"body":"hola"}}]}}]}]}', 200],
      [
        whatsapp.notification({ ...message, wamid: 'wamid.unknown', callbackData: randomUUID() }, 'read'),
        200,
      ],
      ['{"entry":', 400],
      ['', 400],
    ] as const)
      expect((await post(body, signed(body))).status, body).toBe(answer)
    expect(await status()).toBe(before)
    const long = `{"entry":"${'x'.repeat(3 * 1_024 * 1_024)}"}`
    expect((await post(long, signed(long))).status).toBe(413)
    const form = 'entry=1'
    expect(
      (await post(form, { ...signed(form), 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415)
  })

  it('[MSG-01] as many at a time as WhatsApp tells are heard', async () => {
    const one = JSON.parse(whatsapp.notification(message, 'delivered'))
    const { statuses } = one.entry[0].changes[0].value
    one.entry[0].changes[0].value.statuses = [
      ...Array.from({ length: 500 }, (_, at) => ({
        ...statuses[0],
        id: `wamid.${at}`,
        biz_opaque_callback_data: undefined,
      })),
      ...statuses,
    ]
    const body = JSON.stringify(one)
    expect(body.length).toBeGreaterThan(64 * 1_024)
    expect((await post(body, signed(body))).status).toBe(200)
    expect(await status()).toBe('delivered')
  })

  it('[MSG-01] the webhook is set up by the word that only we and WhatsApp know', async () => {
    const right = { 'hub.mode': 'subscribe', 'hub.verify_token': VERIFY_TOKEN, 'hub.challenge': '1158201444' }
    const answer = await shake(right)
    expect([answer.status, await answer.text()]).toEqual([200, '1158201444'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    for (const change of [
      { 'hub.verify_token': 'another' },
      { 'hub.verify_token': '' },
      { 'hub.mode': 'other' },
    ])
      expect((await shake({ ...right, ...change })).status).toBe(403)
    expect((await shake({ ...right, 'hub.challenge': '<script>' })).status).toBe(400)
    expect((await shake({})).status).toBe(403)
    expect(server.logged.join('')).not.toContain(VERIFY_TOKEN)
  })

  it('[MSG-01] where nothing is configured there is nothing, and nothing is offered', async () => {
    const plain = await startTestServer({ database: server.database, clock: server.clock })
    const { token } = await plain.signInTemporary()
    const read = await plain.ask('users', '/whatsapp', { token })
    expect(await read.json()).toEqual({ offered: false, number: null, confirmed: false, code: null })
    const refused = await plain.ask('users', '/whatsapp', { token, body: { phone: NUMBER } })
    expect(await refused.json()).toMatchObject({ code: 'switched-off' })
    const body = whatsapp.notification(message, 'read')
    const told = await fetch(plain.url('push', '/whatsapp/webhook'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed(body) },
      body,
    })
    expect(told.status).toBe(404)
    await plain.close()
  })
})
