import { join } from 'node:path'
import { officeTopic } from '#contract/channel/office-channel.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import type { Connect } from './broadcast/swarm.ts'
import { type Child, startChild } from './child-process.ts'
import { atMost, type Figure, kilobytes, shown, times } from './figure.ts'
import type { OfficesAreOpen, OpenOffices } from './join-storm/storm-office.ts'

const SOCKETS = 5_000
/** They come first, and are not counted: what is compiled, read and kept once belongs to no socket. */
const WARM_UP = 500
const MOST_BYTES = 8_000

const part = (name: string) => join(import.meta.dirname, name)

/** What each socket of a crowd makes the server hold, the garbage collected. */
async function heldByEach(server: Child, swarm: Child, connect: Connect): Promise<number> {
  const connectAll = (crowd: string, tokens: string[]) => swarm.ask('connect', { ...connect, crowd, tokens })
  await connectAll(`${connect.crowd}, first`, connect.tokens.slice(0, WARM_UP))
  const before = await server.ask<number>('memory')
  const tokens = connect.tokens.slice(WARM_UP)
  await connectAll(connect.crowd, tokens)
  return ((await server.ask<number>('memory')) - before) / tokens.length
}

async function measureIn(dataDirectory: string): Promise<Figure[]> {
  const office = startChild(part('join-storm/storm-office.ts'))
  const bare = startChild(part('broadcast/bare-broadcaster.ts'))
  const swarm = startChild(part('broadcast/swarm.ts'))
  try {
    const { url, offices, people } = await office.ask<OfficesAreOpen>('open', {
      dataDirectory,
      databaseUrl: undefined,
      people: WARM_UP + SOCKETS,
    } satisfies OpenOffices)
    const joined = await heldByEach(office, swarm, {
      crowd: 'office',
      url: `${url}/websocket?vsn=2.0.0`,
      tokens: people.map(({ token }) => token),
      topic: officeTopic(offices[0]!.slug),
    })
    const least = await heldByEach(bare, swarm, {
      crowd: 'bare',
      url: await bare.ask('url'),
      tokens: people.map(() => ''),
      topic: null,
    })
    const sockets = `${SOCKETS.toLocaleString('en')} sockets`
    return [
      atMost(`Memory of a socket that has joined an office, at ${sockets}`, joined, MOST_BYTES, kilobytes),
      shown(
        'The same, beside a socket of a bare ws server',
        `${times(joined / least)} (${kilobytes(joined)} : ${kilobytes(least)})`,
      ),
    ]
  } finally {
    await Promise.all([office, bare, swarm].map(child => child.stop()))
  }
}

/** What the server holds for each phone that is joined and silent. */
export async function measureSocketMemory(): Promise<Figure[]> {
  const { path, remove } = makeTemporaryDirectory('bench-socket-memory')
  try {
    return await measureIn(join(path, 'data'))
  } finally {
    remove()
  }
}
