import { afterEach, describe, expect, it } from 'vitest'
import { closeEverything, echoRoom, serve } from './harness.ts'
import { connectRaw, ok } from './raw-client.ts'

afterEach(closeEverything)

describe('binary pushes', () => {
  const frame = (kind: number, texts: string[], payload: number[]) =>
    Buffer.concat([
      Buffer.from([kind, ...texts.map(text => Buffer.byteLength(text))]),
      ...texts.map(text => Buffer.from(text)),
      Buffer.from(payload),
    ])

  it('gives the handler the bytes', async () => {
    const { room } = echoRoom({
      handle: (_event, payload) => ({ ok: { bytes: [...(payload as Uint8Array)] } }),
    })
    const client = await connectRaw(await serve({ channels: { 'room:*': room } }))
    await client.join('room:ñ')
    client.sendRaw(frame(0, ['1', '2', 'room:ñ', 'blob'], [0, 255, 7]))
    expect(await client.next()).toEqual(ok('1', '2', 'room:ñ', { bytes: [0, 255, 7] }))
  })

  it.each([
    ['of no length', Buffer.alloc(0)],
    ['with half a header', Buffer.from([0, 1, 1])],
    ['that is a reply', frame(1, ['1', '2', 'room:a', 'ok'], [])],
    ['shorter than it says', Buffer.from([0, 1, 1, 200, 4, 49, 49])],
    ['with text that is not UTF-8', Buffer.from([0, 1, 0, 0, 0, 0xff])],
  ])('closes 1011 on one %s', async (_what, bytes) => {
    const client = await connectRaw(await serve())
    client.sendRaw(bytes)
    expect((await client.closed).code).toBe(1011)
  })
})

describe('malformed messages', () => {
  it.each([
    'not json',
    '',
    '{}',
    'null',
    '"text"',
    '[]',
    '["1","1","room:a","phx_join"]',
    '["1","1",7,"phx_join",{}]',
    '["1","1","room:a",null,{}]',
    '[{},"1","room:a","phx_join",{}]',
    '["1",["1"],"room:a","phx_join",{}]',
  ])('closes 1011 on %s', async text => {
    const server = await serve()
    const client = await connectRaw(server)
    await client.join('room:a')
    client.sendRaw(text)
    expect((await client.closed).code).toBe(1011)
    expect(server.endpoint.stats()).toMatchObject({ channels: 0, ended: { malformed: 1 } })
  })

  it('overlooks fields after the fifth, as the genuine server does', async () => {
    const client = await connectRaw(await serve())
    client.send('1', '1', 'room:a', 'phx_join', {}, 'more')
    expect(await client.next()).toEqual(ok('1', '1', 'room:a'))
  })
})
