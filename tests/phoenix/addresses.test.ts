import { afterEach, expect, it } from 'vitest'
import { AddressBook } from '#server/phoenix/address-book.ts'
import { DEFAULT_LIMITS, type PhoenixLimits } from '#server/phoenix/limits.ts'
import { closeEverything, serve, soon } from './harness.ts'
import { pollerOf } from './poller.ts'
import { connectRaw, refusalOf } from './raw-client.ts'

afterEach(closeEverything)

/** The address is what the client says in its header, and time stands still. */
async function addressed(limits: Partial<PhoenixLimits>) {
  const nobodys = new Set<string | null>(['bad'])
  const served = await serve({
    limits,
    now: () => 0,
    remoteAddress: ({ headers }) => String(headers['user-agent'] ?? 'an office'),
    connect: ({ token }) => (nobodys.has(token) ? null : { name: token ?? 'guest' }),
  })
  return { ...served, end: (token: string) => void nobodys.add(token) }
}

it('[SEC-02] one address holds so many sockets at once, by either way, and one that goes makes room', async () => {
  const server = await addressed({ addressSockets: 2 })
  const first = await connectRaw(server)
  expect(await pollerOf(server, { headers: { 'user-agent': 'an office' } }).open()).toMatchObject({
    status: 410,
  })
  expect(await refusalOf(server)).toBe(429)
  expect(await pollerOf(server, { headers: { 'user-agent': 'an office' } }).open()).toEqual({ status: 500 })
  expect(await pollerOf(server, { headers: { 'user-agent': 'another' } }).open()).toMatchObject({
    status: 410,
  })
  first.socket.terminate()
  await soon(() => server.endpoint.stats().sockets.websocket).toBe(0)
  await connectRaw(server)
})

it('[SEC-02] one address tries so often, and tokens that are nobody’s use its tries up sooner', async () => {
  const server = await addressed({ addressConnects: 12, addressConnectsPerSecond: 0, failedConnectCost: 5 })
  expect(await refusalOf(server, { token: 'bad' })).toBe(403)
  expect(await refusalOf(server, { token: 'bad' })).toBe(403)
  await connectRaw(server, { token: 'good' })
  await connectRaw(server, { token: 'another' })
  expect(await refusalOf(server, { token: 'third' })).toBe(429)
})

it('[SEC-02] who guesses at an address keeps nobody out whose token was somebody’s lately', async () => {
  const server = await addressed({
    addressConnects: 6,
    addressConnectsPerSecond: 0,
    failedConnectCost: 6,
    knownConnects: 2,
    knownConnectsPerSecond: 0,
  })
  await connectRaw(server, { token: 'good' })
  await connectRaw(server, { token: 'short-lived' })
  expect(await refusalOf(server, { token: 'bad' })).toBe(403)
  expect(await refusalOf(server, { token: 'new' })).toBe(429)
  await connectRaw(server, { token: 'good' })
  await connectRaw(server, { token: 'good' })
  // And is no way for its owner to try for ever.
  expect(await refusalOf(server, { token: 'good' })).toBe(429)
  // Nor for one that has been nobody's since.
  server.end('short-lived')
  expect(await refusalOf(server, { token: 'short-lived' })).toBe(403)
  expect(await refusalOf(server, { token: 'short-lived' })).toBe(429)
})

it('[SEC-02] by the limits that hold in the field, a hundred guesses shut an address to tokens that nobody knows', async () => {
  const server = await addressed({})
  await connectRaw(server, { token: 'good' })
  for (let guess = 1; guess <= 100; guess++) expect(await refusalOf(server, { token: 'bad' })).toBe(403)
  expect(await refusalOf(server, { token: 'new' })).toBe(429)
  for (let again = 1; again <= 20; again++) await connectRaw(server, { token: 'good' })
  expect(await refusalOf(server, { token: 'good' })).toBe(429)
})

it('[SEC-02] remembers so many tokens and addresses, and forgets first who was not heard of for longest', () => {
  const book = new AddressBook(
    { ...DEFAULT_LIMITS, addressConnects: 1, addressConnectsPerSecond: 0 },
    () => 0,
  )
  book.succeeded('first')
  book.succeeded('second')
  expect(book.mayConnect('there', null)).toBe(true)
  expect(book.mayConnect('there', null)).toBe(false)
  expect(book.mayConnect('there', 'first')).toBe(true)
  for (let other = 0; other < 49_999; other++) book.succeeded(`token ${other}`)
  expect(book.mayConnect('there', 'first')).toBe(false)
  expect(book.mayConnect('there', 'second')).toBe(true)
  for (let other = 0; other < 20_000; other++) book.mayConnect(`address ${other}`, null)
  expect(book.mayConnect('there', null)).toBe(true)
})

it('[SEC-02] one address polls so often, and is told in the words of the protocol', async () => {
  const server = await addressed({ addressPolls: 2, addressPollsPerSecond: 0, pollMs: 1 })
  const poller = pollerOf(server, { headers: { 'user-agent': 'an office' } })
  expect(await poller.open()).toMatchObject({ status: 410 })
  expect(await poller.poll()).toMatchObject({ status: 204 })
  expect(await poller.poll()).toEqual({ status: 500 })
})
