import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { PollCarrier } from '#server/phoenix/poll-relay.ts'
import { closeEverything, echoRoom, serve, soon } from './harness.ts'
import { byHand } from './manual-time.ts'
import { framesOf, join, lines, pollerOf } from './poller.ts'
import { ok } from './raw-client.ts'

afterEach(closeEverything)

type Served = Awaited<ReturnType<typeof serve>>

const proofOf = (text: string) => createHmac('sha256', 'theirs').update(text).digest('base64url')

/** Two processes behind one address, and a wire between them that loses what it is told to. */
async function serveTwo(options: Parameters<typeof serve>[0] = {}) {
  const hears = new Map<string, (message: unknown) => void>()
  const said: { to: string; is: string; text: string }[] = []
  const lost = new Set<string>()
  const carrier = (name: string): PollCarrier => ({
    name,
    proofOf,
    say(to, message) {
      const text = JSON.stringify(message)
      const { is } = message as { is: string }
      setImmediate(() => {
        if (!lost.has(is)) hears.get(to)?.(JSON.parse(text))
        // Once it has arrived, or is lost.
        said.push({ to, is, text })
      })
    },
  })
  const begin = async (name: string) => {
    const served = await serve({ ...options, carrier: carrier(name) })
    hears.set(name, message => served.endpoint.hear(message))
    return served
  }
  const [one, two] = [await begin('one'), await begin('two')]
  return { one, two, said, lost, saidOf: (is: string) => said.filter(message => message.is === is) }
}

/** The same client, at another process. */
function at(served: Served, token: string, headers: Record<string, string> = {}) {
  const poller = pollerOf(served, { headers })
  poller.setToken(token)
  return poller
}

describe('[KEEP-07] a session by long poll whose client reaches another process', () => {
  it('is polled and posted to there, as where it lives', async () => {
    const { one, two } = await serveTwo()
    const here = pollerOf(one)
    const { token } = await here.open()
    expect(token).toMatch(/^one\.[\w-]{43}\.[\w-]{43}$/)
    const there = at(two, token!)
    expect(await there.post(lines(join('room:a'), ['1', '2', 'room:a', 'echo', { n: 1 }]))).toEqual({
      status: 200,
    })
    const answer = await there.poll()
    expect(answer).toMatchObject({ status: 200, token })
    expect(framesOf(answer)).toEqual([ok('1', '1', 'room:a'), ok('1', '2', 'room:a', { heard: { n: 1 } })])
    const waiting = there.poll()
    await soon(() => two.seen.requests).toBe(3)
    one.endpoint.broadcast('room:a', 'called', { modulo: '3' })
    expect(framesOf(await waiting)).toEqual([[null, null, 'room:a', 'called', { modulo: '3' }]])
    one.endpoint.broadcast('room:a', 'called', { modulo: '4' })
    expect(framesOf(await here.poll())).toEqual([[null, null, 'room:a', 'called', { modulo: '4' }]])
    expect(two.endpoint.stats().sockets.longpoll).toBe(0)
    expect(one.endpoint.stats().sockets.longpoll).toBe(1)
  })

  it('is read there by nobody but its owner, and neither token is told between processes', async () => {
    const { one, two, said } = await serveTwo()
    const { token } = await pollerOf(one, { headers: { 'x-phoenix-authtoken': 'secreta' } }).open()
    expect(await at(two, token!, { 'x-phoenix-authtoken': 'eva' }).poll()).toEqual({ status: 403 })
    expect(await at(two, token!).poll()).toEqual({ status: 403 })
    const owner = at(two, token!, { 'x-phoenix-authtoken': 'secreta' })
    expect(await owner.post(lines(join('room:a')), undefined, { 'x-phoenix-authtoken': 'eva' })).toEqual({
      status: 403,
    })
    expect(await owner.post(lines(join('room:a')))).toEqual({ status: 200 })
    expect((await owner.poll()).messages).toHaveLength(1)
    const told = said.map(({ text }) => text).join('\n')
    expect(told).not.toContain('secreta')
    expect(told).not.toContain(token!.slice('one.'.length))
  })

  it('whose process does not answer is gone after 2 s, so that the client begins anew', async () => {
    const { time, timing } = byHand()
    const { one, two, lost, saidOf } = await serveTwo(timing)
    const { token } = await pollerOf(one).open()
    lost.add('asked')
    const waiting = at(two, token!).poll()
    await soon(() => saidOf('asked')).toHaveLength(1)
    time.advance(1_999)
    expect(saidOf('hung-up')).toHaveLength(0)
    time.advance(1)
    expect(await waiting).toEqual({ status: 410, token: null, messages: [] })
    // Of one that went.
    const said = `three.${'A'.repeat(43)}`
    const nowhere = at(two, `${said}.${proofOf(said)}`).post(lines(join('room:a')))
    await soon(() => saidOf('asked')).toHaveLength(2)
    time.advance(2_000)
    expect(await nowhere).toEqual({ status: 410 })
  })

  it('may have nothing to say for 10 s there, too', async () => {
    const { time, timing } = byHand()
    const { one, two, saidOf } = await serveTwo(timing)
    const { token } = await pollerOf(one).open()
    const waiting = at(two, token!).poll()
    await soon(() => saidOf('heard')).toHaveLength(1)
    await soon(() => time.untilNext).toBe(10_000)
    time.advance(10_000)
    expect(await waiting).toEqual({ status: 204, token, messages: [] })
    expect(one.endpoint.stats().sockets.longpoll).toBe(1)
  })

  it('ends where what it said was lost on the way: its client begins anew, and catches up', async () => {
    const { time, timing } = byHand()
    const { one, two, lost, saidOf } = await serveTwo(timing)
    const { token } = await pollerOf(one).open()
    const there = at(two, token!)
    await there.post(lines(join('room:a')))
    await there.poll()
    await soon(() => saidOf('got')).toHaveLength(1)
    time.advance(2_000)
    expect(one.endpoint.stats().sockets.longpoll).toBe(1)
    lost.add('answered')
    one.endpoint.broadcast('room:a', 'called', {})
    const waiting = there.poll()
    await soon(() => saidOf('answered')).toHaveLength(3)
    time.advance(2_000)
    expect(one.endpoint.stats()).toMatchObject({ sockets: { longpoll: 0 }, ended: { restart: 1 } })
    time.advance(10_000)
    expect(await waiting).toMatchObject({ status: 410, token: null })
  })

  it('keeps what there is to say where the client hung up there', async () => {
    const { one, two, saidOf } = await serveTwo()
    const { token } = await pollerOf(one).open()
    const there = at(two, token!)
    await there.post(lines(join('room:a')))
    await there.poll()
    const hangUp = new AbortController()
    const waiting = there.poll({ signal: hangUp.signal })
    await soon(() => saidOf('heard')).toHaveLength(3)
    hangUp.abort()
    await expect(waiting).rejects.toThrow()
    await soon(() => saidOf('hung-up')).toHaveLength(1)
    one.endpoint.broadcast('room:a', 'called', {})
    expect(framesOf(await there.poll())).toEqual([[null, null, 'room:a', 'called', {}]])
  })

  it('goes on where the process that was reached goes: whoever polled by it polls again', async () => {
    const { one, two, saidOf } = await serveTwo()
    const here = pollerOf(one)
    const { token } = await here.open()
    await here.post(lines(join('room:a')))
    await here.poll()
    const waiting = at(two, token!).poll()
    await soon(() => saidOf('heard')).toHaveLength(1)
    await two.endpoint.close()
    expect(await waiting).toEqual({ status: 204, token, messages: [] })
    await soon(() => saidOf('hung-up')).toHaveLength(1)
    one.endpoint.broadcast('room:a', 'called', {})
    expect((await here.poll()).messages).toHaveLength(1)
    expect(await at(two, token!).poll()).toMatchObject({ status: 410, token: null })
  })

  it('ends with its process, which a poll at the other hears at once', async () => {
    const { room, left } = echoRoom()
    const { one, two, saidOf } = await serveTwo({ channels: { 'room:*': room } })
    const { token } = await pollerOf(one).open()
    const there = at(two, token!)
    await there.post(lines(join('room:a')))
    await there.poll()
    const waiting = there.poll()
    await soon(() => saidOf('heard')).toHaveLength(3)
    await one.endpoint.close()
    expect(await waiting).toMatchObject({ status: 410, token: null })
    expect(left).toEqual(['room:a ended'])
  })

  it('is no way around the limits: a batch too large, or an address too busy, is refused where it comes', async () => {
    const { one, two, saidOf } = await serveTwo({
      limits: { batchBytes: 1_000, addressPolls: 2, addressPollsPerSecond: 0 },
    })
    const { token } = await pollerOf(one).open()
    const there = at(two, token!)
    expect(await there.post(lines(['1', '1', 'room:a', 'phx_join', { text: 'x'.repeat(1_000) }]))).toEqual({
      status: 413,
    })
    expect(await there.post(lines(join('room:a')))).toEqual({ status: 200 })
    expect(await there.post(lines(join('room:b')))).toEqual({ status: 500 })
    expect(saidOf('asked')).toHaveLength(1)
  })

  it('is not asked for by a token that no process gave: whoever makes one up keeps nobody busy', async () => {
    const { one, two, said } = await serveTwo()
    const token = (await pollerOf(one).open()).token ?? ''
    const [home = '', secret = '', proof = ''] = token.split('.')
    const others = [`${home}.${secret}`, `${home}.${secret}.`, `${home}.${proof}.${secret}`, 'one.a.b']
    for (const made of [...others, `other.${secret}.${proof}`, `${token}x`]) {
      const stranger = at(two, made)
      expect(await stranger.post(lines(join('room:a')))).toEqual({ status: 410 })
      expect(await stranger.poll()).toEqual({ status: 410, token: null, messages: [] })
    }
    expect(said).toEqual([])
    expect(await at(two, token).post(lines(join('room:a')))).toEqual({ status: 200 })
  })
})
