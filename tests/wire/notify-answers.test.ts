import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { CALL_STANDS_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { sendToUser } from '#server/notify/send-to-user.ts'
import { closeLines } from '#server/queue/day/close-lines.ts'
import { systemRandom } from '#server/platform/random.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { makePushKeys } from '#tests/support/push-decryption.ts'
import { type EndpointAnswer, RETRY_AFTER_S } from '#tests/support/push-service.ts'
import { type NotifyRig, startNotifyRig } from './notify-rig.ts'

const stopping: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

async function startRig(database: Database): Promise<NotifyRig> {
  const rig = await startNotifyRig(database)
  stopping.push(rig.service.stop)
  return rig
}

/** A server that counts who asks it for anything. */
async function startCounter(answer: { status: number; headers?: Record<string, string> }) {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(answer.status, answer.headers).end()
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  stopping.push(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { asked, origin: `http://127.0.0.1:${port}` }
}

/** A person with one browser is called. */
async function callSomebody(rig: NotifyRig) {
  const { office } = rig
  const user = await office.user()
  const browser = await rig.subscribe(user)
  const { tuid } = await office.take(await office.line(), user)
  await office.call(await office.clerk())
  return { user, browser, tuid }
}

const subscriptionIds = async ({ context }: NotifyRig, user: string) => {
  const { db } = context.database
  const rows = await db.selectFrom('push_subscriptions').select('id').where('user_id', '=', user).execute()
  return rows.map(row => row.id)
}

/** As if it had come in by another way than the registration. */
async function smuggle(rig: NotifyRig, user: string, endpoint: string, keys?: object): Promise<void> {
  const { publicKey, auth } = makePushKeys()
  await rig.context.database.db
    .insertInto('push_subscriptions')
    .values({
      id: systemRandom.uuid(),
      user_id: user,
      endpoint,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
      language: 'es',
      created_at: rig.office.clock.now(),
      ...keys,
    })
    .execute()
}

eachDatabase('what a push service answers', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it.each<EndpointAnswer>([404, 410])('[PUSH-05] %i ends the subscription, and the job', async answer => {
    const rig = await startRig(database)
    const { user, browser } = await callSomebody(rig)
    const other = await rig.subscribe(user)
    rig.service.answerWith(browser.subscription.endpoint, answer)
    await rig.runJobs()
    expect(await subscriptionIds(rig, user)).toEqual([other.id])
    expect(other.heard()).toHaveLength(1)
    expect(await rig.openJobs()).toBe(0)
    expect(rig.outcomes.toSorted()).toEqual(['accepted', 'gone'])
  })

  it('[PUSH-05] 403 ends neither: our own mistake must not wipe everybody', async () => {
    const rig = await startRig(database)
    const { user, browser } = await callSomebody(rig)
    rig.service.answerWith(browser.subscription.endpoint, 403)
    await rig.runJobs()
    expect(await subscriptionIds(rig, user)).toEqual([browser.id])
    expect(rig.warnings).toEqual([
      { host: new URL(rig.service.origin).host, outcome: { kind: 'refused', status: 403, waitMs: 0 } },
    ])
    // To say it again would not mend it.
    expect(await rig.openJobs()).toBe(0)
  })

  it.each<[EndpointAnswer, string, number]>([
    [500, 'soon', 1],
    [429, 'as late as it asks for', RETRY_AFTER_S],
  ])('[PUSH-05] %i ends nothing: it is tried again, %s', async (answer, _when, seconds) => {
    const rig = await startRig(database)
    const { user, browser } = await callSomebody(rig)
    const other = await rig.subscribe(user)
    rig.service.answerWith(browser.subscription.endpoint, answer)
    await rig.runJobs()
    expect(await subscriptionIds(rig, user)).toHaveLength(2)
    expect(await rig.openJobs()).toBe(1)

    rig.service.answerWith(browser.subscription.endpoint, 201)
    rig.office.clock.advance(seconds * 1_000 - 1)
    await rig.runJobs()
    expect(browser.heard()).toEqual([])
    rig.office.clock.advance(1)
    await rig.runJobs()
    expect(browser.heard()).toHaveLength(1)
    expect(browser.heard()[0]?.push.ttl).toBe(600 - seconds)
    // Whoever heard it the first time is not rung a second time.
    expect(other.heard()).toHaveLength(1)
    expect(await rig.openJobs()).toBe(0)
  })

  it('[PUSH-05] the peace that one push service asks for keeps none of the person’s other browsers waiting', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const user = await office.user()
    const [phone, laptop] = [await rig.subscribe(user), await rig.subscribe(user)]
    await office.take(await office.line(), user)
    rig.service.answerWith(phone.subscription.endpoint, 500)
    rig.service.answerWith(laptop.subscription.endpoint, 429)
    await office.call(await office.clerk())
    await rig.runJobs()
    expect(rig.outcomes).toHaveLength(2)
    rig.service.answerWith(phone.subscription.endpoint, 201)
    office.clock.advance(1_000)
    await rig.runJobs()
    expect(phone.heard()).toHaveLength(1)
    // Nor was the other one asked again before its time, and then it is.
    expect(rig.outcomes).toHaveLength(3)
    rig.service.answerWith(laptop.subscription.endpoint, 201)
    office.clock.advance(RETRY_AFTER_S * 1_000 - 1_001)
    await rig.runJobs()
    expect(laptop.heard()).toEqual([])
    office.clock.advance(1)
    await rig.runJobs()
    expect([phone.heard().length, laptop.heard().length]).toEqual([1, 1])
    expect(await rig.openJobs()).toBe(0)
  })

  it('[PUSH-02] a call comes through when the push service is back, however long it was away, while it stands', async () => {
    const rig = await startRig(database)
    const { browser } = await callSomebody(rig)
    const { clock } = rig.office
    rig.service.answerWith(browser.subscription.endpoint, 500)
    const passes = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        await rig.runJobs()
        clock.advance(1_000)
      }
    }
    await passes(CALL_STANDS_MS - 30_000)
    rig.service.answerWith(browser.subscription.endpoint, 201)
    await passes(16_000)
    expect(browser.heard()).toHaveLength(1)
    expect(await rig.openJobs()).toBe(0)
  })

  /** Somebody who is sent home: six hours long that is worth knowing. */
  async function sendSomebodyHome(rig: NotifyRig) {
    const { office } = rig
    const user = await office.user()
    const browser = await rig.subscribe(user)
    const line_id = await office.line()
    await office.take(line_id, user)
    await closeLines(office.context, { office_id: office.office_id, line_id, waiting: 'send-home' })
    return browser
  }

  it('[PUSH-05] what stands for hours is not tried for hours where a push service never takes it, and ends quietly', async () => {
    const rig = await startRig(database)
    const { subscription } = await sendSomebodyHome(rig)
    rig.service.answerWith(subscription.endpoint, 500)
    // The rig throws where a job is given up: somebody would be alarmed by it.
    for (let passed = 0; passed < 2 * CALL_STANDS_MS; passed += 15_000) {
      await rig.runJobs()
      rig.office.clock.advance(15_000)
    }
    expect(await rig.openJobs()).toBe(0)
    // And once more at the end: where a try was put off too far, that is the one.
    expect(rig.outcomes.length).toBeLessThanOrEqual(CALL_STANDS_MS / 15_000 + 1)
  })

  it('[PUSH-05] what stands for hours ends as quietly where its time is over while a push service thinks', async () => {
    const rig = await startRig(database)
    const { subscription } = await sendSomebodyHome(rig)
    const { clock } = rig.office
    const end = clock.now().getTime() + CALL_STANDS_MS
    rig.service.answerWith(subscription.endpoint, 500)
    rig.context.count = () => {
      if (clock.now().getTime() + 15_000 >= end) clock.advance(15_000)
    }
    for (let passed = 0; passed < 2 * CALL_STANDS_MS; passed += 15_000) {
      await rig.runJobs()
      clock.advance(15_000)
    }
    expect(await rig.openJobs()).toBe(0)
  })

  it('[PUSH-05] what stands for hours is told by a server that was down between two tries', async () => {
    const rig = await startRig(database)
    const browser = await sendSomebodyHome(rig)
    const { endpoint } = browser.subscription
    rig.service.answerWith(endpoint, 500)
    await rig.runJobs()
    rig.service.answerWith(endpoint, 201)
    rig.office.clock.advance(CALL_STANDS_MS + 60_000)
    await rig.runJobs()
    expect(browser.heard()).toHaveLength(1)
    expect(await rig.openJobs()).toBe(0)
  })

  it('[PUSH-05] what stands for hours is told by a server that was down for long', async () => {
    const rig = await startRig(database)
    const browser = await sendSomebodyHome(rig)
    rig.office.clock.advance(2 * CALL_STANDS_MS)
    await rig.runJobs()
    expect(browser.heard()).toHaveLength(1)
    expect(await rig.openJobs()).toBe(0)
  })

  it('[PUSH-02] a call that no push service took while it stood is not brought afterwards, and leaves no job', async () => {
    const rig = await startRig(database)
    const { browser } = await callSomebody(rig)
    rig.service.answerWith(browser.subscription.endpoint, 500)
    await rig.runJobs()
    rig.office.clock.advance(CALL_STANDS_MS)
    rig.service.answerWith(browser.subscription.endpoint, 201)
    await rig.runJobs()
    expect(browser.heard()).toEqual([])
    expect(await rig.openJobs()).toBe(0)
  })

  it('a date until which a push service wants its peace is heeded as well', async () => {
    const rig = await startRig(database)
    const until = new Date(Date.now() + 90_000).toUTCString()
    const busy = await startCounter({ status: 503, headers: { 'retry-after': until } })
    const user = await rig.office.user()
    await rig.subscribe(user)
    await smuggle(rig, user, `${busy.origin}/push`)
    rig.context.extraPushServices = [rig.service.origin, busy.origin]
    await rig.office.take(await rig.office.line(), user)
    await rig.office.call(await rig.office.clerk())
    for (const [ms, asked] of [
      [0, 1],
      [80_000, 1],
      [10_000, 2],
    ] as const) {
      rig.office.clock.advance(ms)
      await rig.runJobs()
      expect(busy.asked).toHaveLength(asked)
    }
  })

  it('a push service that cannot be reached is tried again', async () => {
    const rig = await startRig(database)
    const { user, browser } = await callSomebody(rig)
    await rig.service.stop()
    stopping.pop()
    await rig.runJobs()
    expect(await subscriptionIds(rig, user)).toEqual([browser.id])
    expect(await rig.openJobs()).toBe(1)
    expect(rig.warnings).toContainEqual(
      expect.objectContaining({ outcome: { kind: 'unreachable', reason: 'ECONNREFUSED' } }),
    )
  })

  it('a phone that acknowledged is not rung again, though its push service’s answer was lost', async () => {
    const rig = await startRig(database)
    const { browser } = await callSomebody(rig)
    rig.service.answerWith(browser.subscription.endpoint, 500)
    await rig.runJobs()
    await rig.context.database.db
      .updateTable('push_deliveries')
      .set({ shown_at: rig.office.clock.now() })
      .execute()
    rig.service.answerWith(browser.subscription.endpoint, 201)
    rig.office.clock.advance(1_000)
    await rig.runJobs()
    expect(browser.heard()).toEqual([])
    expect(await rig.openJobs()).toBe(0)
  })

  it('a notice that is tried for as long as it stands counts once, by its first try; a test not at all', async () => {
    const rig = await startRig(database)
    const { user, browser } = await callSomebody(rig)
    const other = await rig.subscribe(user)
    for (const { subscription } of [browser, other]) rig.service.answerWith(subscription.endpoint, 500)
    for (let tries = 0; tries < 5; tries += 1) {
      await rig.runJobs()
      rig.office.clock.advance(15_000)
    }
    rig.service.answerWith(browser.subscription.endpoint, 201)
    await rig.runJobs()
    expect(browser.heard()).toHaveLength(1)
    expect(rig.outcomes.filter(outcome => outcome === 'refused')).toHaveLength(11)
    expect(rig.notices).toEqual(['refused'])
    const nothing = { office_slug: null, office_name: null, line_id: null, line_name: null, ticket: null }
    const test = { kind: 'test', tuid: null, modulo: null, ahead: null, seq: null, ...nothing } as const
    await sendToUser(
      rig.context,
      user,
      { ...test, at: rig.office.clock.now() },
      { standsMs: 60_000, urgency: 'high' },
    )
    expect(rig.notices).toHaveLength(1)
  })

  it('a notice that one of a person’s browsers hears is brought, whatever becomes of it at the others', async () => {
    const rig = await startRig(database)
    const { user, browser } = await callSomebody(rig)
    const other = await rig.subscribe(user)
    rig.service.answerWith(browser.subscription.endpoint, 500)
    await rig.runJobs()
    expect(other.heard()).toHaveLength(1)
    expect(rig.notices).toEqual(['accepted'])
  })

  it('keys that nothing can be encrypted for keep nobody else from hearing', async () => {
    const rig = await startRig(database)
    const { user, browser } = await callSomebody(rig)
    const { subscription } = rig.service.createSubscription()
    await smuggle(rig, user, subscription.endpoint, { p256dh: 'AAAA' })
    await rig.runJobs()
    expect(browser.heard()).toHaveLength(1)
    expect(rig.outcomes.toSorted()).toEqual(['accepted', 'unusable'])
    expect(await rig.openJobs()).toBe(0)
  })

  it('a redirect is not followed', async () => {
    const rig = await startRig(database)
    const inside = await startCounter({ status: 201 })
    const astray = await startCounter({ status: 307, headers: { location: `${inside.origin}/admin` } })
    const user = await rig.office.user()
    await smuggle(rig, user, `${astray.origin}/push`)
    rig.context.extraPushServices = [rig.service.origin, astray.origin]
    await rig.subscribe(user)
    await rig.office.take(await rig.office.line(), user)
    await rig.office.call(await rig.office.clerk())
    await rig.runJobs()
    expect(astray.asked).toEqual(['POST /push'])
    expect(inside.asked).toEqual([])
    expect(await subscriptionIds(rig, user)).toHaveLength(2)
  })

  it('an endpoint that is no known push service is never posted to, however it came in', async () => {
    const rig = await startRig(database)
    const inside = await startCounter({ status: 201 })
    const { user, browser } = await callSomebody(rig)
    await smuggle(rig, user, `${inside.origin}/admin`)
    await rig.runJobs()
    expect(browser.heard()).toHaveLength(1)
    expect(inside.asked).toEqual([])
  })
})
