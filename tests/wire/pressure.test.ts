import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { officeTopic } from '#contract/channel/office-channel.ts'
import { PRESS_HEADER } from '#contract/rest/desk-press.ts'
import type { PressureLimits } from '#server/platform/pressure.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { connectRaw, type RawClient } from '#tests/phoenix/raw-client.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { prepareVerb } from '#tests/support/desk-verbs.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { readFigures } from '#tests/support/read-figures.ts'
import { startTestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const CROWD = 60
const HELD_UP_MS = 250

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  await closeEverything()
  for (const close of closing.splice(0).reverse()) await close()
})

eachDatabase('a server that cannot keep up', open => {
  /** Its process is really held up, again and again, until the function returned is called. */
  async function heldUp(from: PressureLimits) {
    const database = await open()
    // Whoever comes before the test begins must find it easy, however slow the machine is.
    const pressure = { busyMs: Number.POSITIVE_INFINITY, overrunMs: Number.POSITIVE_INFINITY }
    const server = await startTestServer({ database, clock: new MovingClock(NOON), pressure })
    closing.push(() => server.close())
    const office = await queueOffice(database)
    const line = await office.line()
    const person = await server.signInTemporary()
    const verb = await prepareVerb(database, NOON, 'POST /offices/:id/call')
    const client = await connectRaw({ ws: `${server.origin.replace('http', 'ws')}/socket` }, person)

    const press = () =>
      server.ask('desk', verb.path, {
        method: verb.method,
        body: verb.body,
        token: verb.token,
        headers: { [PRESS_HEADER]: randomUUID() },
      })
    const take = () =>
      server.ask('v1', `/offices/${office.office_id}/tickets/new`, {
        body: { line_id: line, request_id: randomUUID() },
        token: person.token,
      })
    const browse = () => server.ask('v1', '/categories')
    const own = () => server.ask('v1', '/user/tickets', { token: person.token })
    const status = async (asked: Promise<Response>) => (await asked).status

    function beginToHoldUp() {
      Object.assign(pressure, from)
      block(HELD_UP_MS)
      const again = setInterval(() => block(HELD_UP_MS), 900)
      const letGo = () => clearInterval(again)
      closing.push(letGo)
      return letGo
    }
    return { server, office, line, person, verb, client, press, take, browse, own, status, beginToHoldUp }
  }

  async function replyTo(client: RawClient, topic: string, event: string, payload: object) {
    const ref = randomUUID()
    client.send(event === 'phx_join' ? ref : null, ref, topic, event, payload)
    for (;;) {
      const [, answered, , name, said] = await client.next()
      if (name === 'phx_reply' && answered === ref) return said as { status: string; response: object }
    }
  }

  it('[SEC-02] sheds who looks around and who joins anew; numbers are given, and the desk calls', async () => {
    const { server, office, client, press, take, browse, own, status, beginToHoldUp } = await heldUp({
      busyMs: 100,
      overrunMs: 60_000,
    })
    const letGo = beginToHoldUp()
    const crowd = Promise.all(Array.from({ length: CROWD }, browse))
    expect(await Promise.all([status(press()), status(take()), status(own())])).toEqual([200, 201, 200])
    const topic = officeTopic(office.slug)
    expect(await replyTo(client, topic, 'phx_join', {})).toEqual({
      status: 'error',
      response: { reason: 'busy' },
    })
    // Who was here a moment ago comes back.
    expect(await replyTo(client, topic, 'phx_join', { last_seq: 0 })).toMatchObject({ status: 'ok' })
    const answers = await crowd
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([503]))
    const { code, retry_after } = (await answers[0]!.json()) as { code: string; retry_after: number }
    const after = answers.map(answer => Number(answer.headers.get('retry-after')))
    expect([code, String(retry_after)]).toEqual(['unavailable', answers[0]?.headers.get('retry-after')])
    expect(Math.min(...after)).toBeGreaterThanOrEqual(3)
    expect(Math.max(...after)).toBeLessThanOrEqual(10)
    // So many who were told the same would come back as they came.
    expect(new Set(after).size).toBeGreaterThan(3)
    const figures = await readFigures(server.origin)
    expect(figures.get('numerito_shed_total{what="browsing"}')).toBeGreaterThanOrEqual(CROWD)
    expect(figures.get('numerito_shed_total{what="join"}')).toBe(1)
    expect(figures.get('numerito_shed_total{what="acting"}')).toBeUndefined()
    letGo()
    await waitFor('who looks around to be served', async () => (await status(browse())) === 200)
    await waitFor(
      'who joins anew to be let in',
      async () => (await replyTo(client, topic, 'phx_join', {})).status === 'ok',
    )
  })

  it('overrun, it asks those who take a number to come again, and never the desk', async () => {
    const { server, office, line, person, verb, client, press, take, own, status, beginToHoldUp } =
      await heldUp({
        busyMs: 50,
        overrunMs: 100,
      })
    const topic = officeTopic(office.slug)
    expect(await replyTo(client, topic, 'phx_join', {})).toMatchObject({ status: 'ok' })
    const letGo = beginToHoldUp()
    expect(await Promise.all([take(), own(), press()].map(status))).toEqual([503, 503, 200])
    const wish = { line_id: line, user_id: person.user_id, request_id: randomUUID() }
    expect(await replyTo(client, topic, 'ticket:new', wish)).toMatchObject({
      status: 'error',
      response: { code: 'unavailable' },
    })
    expect(await replyTo(client, topic, 'phx_join', { last_seq: 0 })).toMatchObject({ status: 'error' })
    const desk = await connectRaw(
      { ws: `${server.origin.replace('http', 'ws')}/socket` },
      { token: verb.token },
    )
    expect(await replyTo(desk, topic, 'phx_join', {})).toMatchObject({ status: 'ok' })
    // Nor the desk's video, nor whoever it called there: neither is of such a meeting, and is told so.
    for (const { token } of [verb, person]) {
      const credentials = server.ask('video', `/credentials?tuid=${randomUUID()}`, { token })
      expect(await status(credentials)).toBe(404)
    }
    expect(await status(fetch(`${server.origin}/healthz`))).toBe(200)
    expect((await readFigures(server.origin)).get('numerito_shed_total{what="acting"}')).toBe(2)
    letGo()
    await waitFor('a number to be given again', async () => (await status(take())) === 201)
  })
})
