import { afterEach, describe, expect, it } from 'vitest'
import { closeEverything, echoRoom, serve, soon } from './harness.ts'
import { byHand } from './manual-time.ts'
import { ok } from './raw-client.ts'
import { framesOf, join, lines, pollerOf } from './poller.ts'

afterEach(closeEverything)

describe('a session by long poll', () => {
  it('begins with 410 and a token, then says what there is', async () => {
    const poller = pollerOf(await serve())
    const opened = await poller.open()
    expect(opened).toEqual({ status: 410, token: expect.stringMatching(/^[\w-]{43}$/), messages: [] })
    expect(await poller.post(lines(join('room:a'), ['1', '2', 'room:a', 'echo', { n: 1 }]))).toEqual({
      status: 200,
    })
    const answer = await poller.poll()
    expect(answer).toMatchObject({ status: 200, token: opened.token })
    expect(framesOf(answer)).toEqual([ok('1', '1', 'room:a'), ok('1', '2', 'room:a', { heard: { n: 1 } })])
  })

  it('answers a waiting poll as soon as there is something', async () => {
    const server = await serve()
    const poller = pollerOf(server)
    await poller.open()
    await poller.post(lines(join('room:a')))
    await poller.poll()
    const waiting = poller.poll()
    await soon(() => server.seen.requests).toBe(4)
    server.endpoint.broadcast('room:a', 'called', { modulo: '3' })
    server.endpoint.broadcast('room:a', 'called', { modulo: '4' })
    const answer = await waiting
    expect(answer.status).toBe(200)
    expect(framesOf(answer)).toEqual([
      [null, null, 'room:a', 'called', { modulo: '3' }],
      [null, null, 'room:a', 'called', { modulo: '4' }],
    ])
  })

  it('ends at a message that is too long, as a WebSocket does, whatever else is in its batch', async () => {
    const frameBytes = 1_000
    const { room, left } = echoRoom()
    const server = await serve({ channels: { 'room:*': room }, limits: { frameBytes } })
    const longest = (bytes: number) => {
      const empty = JSON.stringify(['1', '2', 'room:a', 'echo', ''])
      return ['1', '2', 'room:a', 'echo', 'ñ'.repeat((bytes - empty.length) / 2)]
    }
    const poller = pollerOf(server)
    await poller.open()
    const whole = longest(frameBytes)
    expect(Buffer.byteLength(JSON.stringify(whole))).toBeGreaterThan(frameBytes - 2)
    expect(await poller.post(lines(join('room:a'), whole))).toEqual({ status: 200 })
    expect(framesOf(await poller.poll())).toHaveLength(2)
    expect(await poller.post(lines(longest(frameBytes + 3), ['1', '3', 'room:a', 'echo', {}]))).toEqual({
      status: 410,
    })
    expect(await poller.poll()).toMatchObject({ status: 410, token: null })
    expect(left).toEqual(['room:a ended'])
  })

  it('answers 204 when there is nothing for 10 s', async () => {
    const { time, timing } = byHand()
    const server = await serve({ ...timing })
    const poller = pollerOf(server)
    const { token } = await poller.open()
    const waiting = poller.poll()
    await soon(() => time.untilNext).toBe(10_000)
    time.advance(10_000)
    expect(await waiting).toEqual({ status: 204, token, messages: [] })
    expect(server.endpoint.stats().sockets.longpoll).toBe(1)
  })

  it('ends 15 s after the last poll, and its channels with it', async () => {
    const { time, timing } = byHand()
    const { room, left } = echoRoom()
    const server = await serve({ ...timing, channels: { 'room:*': room } })
    const poller = pollerOf(server)
    await poller.open()
    await poller.post(lines(join('room:a')))
    await poller.poll()
    time.advance(14_999)
    expect(server.endpoint.stats().sockets.longpoll).toBe(1)
    time.advance(1)
    expect(server.endpoint.stats()).toMatchObject({
      sockets: { longpoll: 0 },
      channels: 0,
      ended: { client: 1 },
    })
    expect(left).toEqual(['room:a closed'])
    expect(await poller.post(lines(join('room:b')))).toEqual({ status: 410 })
    expect(await poller.poll()).toEqual({ status: 410, token: null, messages: [] })
    expect(server.endpoint.stats().sockets.longpoll).toBe(0)
  })

  it('keeps what is said between two polls, and does not count a poll that was hung up', async () => {
    const { time, timing } = byHand()
    const server = await serve(timing)
    const poller = pollerOf(server)
    await poller.open()
    await poller.post(lines(join('room:a')))
    await poller.poll()
    const hangUp = new AbortController()
    const waiting = poller.poll({ signal: hangUp.signal })
    await soon(() => time.untilNext).toBe(10_000)
    hangUp.abort()
    await expect(waiting).rejects.toThrow()
    await soon(() => time.untilNext).toBe(15_000)
    server.endpoint.broadcast('room:a', 'called', {})
    expect(framesOf(await poller.poll())).toEqual([[null, null, 'room:a', 'called', {}]])
  })

  it('sends an older poll home when a newer one comes', async () => {
    const server = await serve()
    const poller = pollerOf(server)
    await poller.open()
    await poller.post(lines(join('room:a')))
    await poller.poll()
    const older = poller.poll()
    await soon(() => server.seen.requests).toBe(4)
    const newer = poller.poll()
    expect((await older).status).toBe(204)
    server.endpoint.broadcast('room:a', 'called', {})
    expect((await newer).status).toBe(200)
  })

  it('that does not fetch its messages is ended', async () => {
    const server = await serve({ limits: { bufferedBytes: 10_000 } })
    const poller = pollerOf(server)
    await poller.open()
    await poller.post(lines(join('room:a')))
    for (let n = 0; n < 20; n++) server.endpoint.broadcast('room:a', 'n', { text: 'x'.repeat(1_000) })
    expect(server.endpoint.stats()).toMatchObject({ sockets: { longpoll: 0 }, ended: { slowConsumer: 1 } })
    expect((await poller.poll()).status).toBe(410)
  })

  it('is ended by disconnect, which a waiting poll hears at once', async () => {
    const server = await serve()
    const poller = pollerOf(server, { headers: { 'x-phoenix-authtoken': 'ana' } })
    await poller.open()
    const waiting = poller.poll()
    await soon(() => server.seen.requests).toBe(2)
    expect(server.endpoint.disconnect('ana')).toBe(1)
    expect((await waiting).status).toBe(410)
  })

  it('is ended by close, and none begins after it', async () => {
    const server = await serve()
    const poller = pollerOf(server)
    await poller.open()
    const waiting = poller.poll()
    await soon(() => server.seen.requests).toBe(2)
    await server.endpoint.close()
    expect((await waiting).status).toBe(410)
    expect((await pollerOf(server).open()).status).toBe(500)
  })
})

describe('what is posted', () => {
  it('may be 100 messages at once, not 101, and then nothing of it is done', async () => {
    const server = await serve()
    const poller = pollerOf(server)
    await poller.open()
    const joins = Array.from({ length: 101 }, (_, n) => join(`room:${n}`, `${n}`))
    expect(await poller.post(lines(...joins))).toEqual({ status: 413 })
    expect(server.endpoint.stats().channels).toBe(0)
    expect(await poller.post(lines(...joins.slice(1)))).toEqual({ status: 200 })
    expect(server.endpoint.stats().channels).toBe(100)
  })

  it('may not be longer than the limit', async () => {
    const server = await serve({ limits: { batchBytes: 1_000 } })
    const poller = pollerOf(server)
    await poller.open()
    expect(await poller.post(lines(['1', '1', 'room:a', 'phx_join', { text: 'x'.repeat(1_000) }]))).toEqual({
      status: 413,
    })
    expect(server.endpoint.stats().channels).toBe(0)
  })

  it('is one message when it is not ndjson', async () => {
    const poller = pollerOf(await serve())
    await poller.open()
    expect(await poller.post(JSON.stringify(join('room:a'), null, 2), 'application/json')).toEqual({
      status: 200,
    })
    expect(framesOf(await poller.poll())).toHaveLength(1)
  })

  it('may be bytes as base64', async () => {
    const { room } = echoRoom({
      handle: (_event, payload) => ({ ok: { bytes: [...(payload as Uint8Array)] } }),
    })
    const poller = pollerOf(await serve({ channels: { 'room:*': room } }))
    await poller.open()
    const header = Buffer.from([0, 1, 1, 6, 4])
    const frame = Buffer.concat([header, Buffer.from('12room:ablob'), Buffer.from([9, 8])])
    await poller.post(`${lines(join('room:a'))}\n${frame.toString('base64')}`)
    expect(framesOf(await poller.poll())?.[1]).toMatchObject({ 4: { response: { bytes: [9, 8] } } })
  })

  it.each(['not json', '', '[]', 'AAAA', '"quoted"'])('ends the session when it is %j', async body => {
    const server = await serve()
    const poller = pollerOf(server)
    await poller.open()
    expect(await poller.post(body)).toEqual({ status: 410 })
    expect(server.endpoint.stats()).toMatchObject({ sockets: { longpoll: 0 }, ended: { malformed: 1 } })
    expect((await poller.poll()).status).toBe(410)
  })
})
