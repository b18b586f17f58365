import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChannelHandler } from '../channel.ts'
import { createPhoenixEndpoint } from '../endpoint.ts'

/**
 * A dispenser of numbers for each room: who joins hears the last number, who presses is given the next, and
 * everybody in the room hears of it. `node dispenser.ts`; then, in another terminal, `node press.ts`.
 */
const last = new Map<string, number>()

const dispenser: ChannelHandler<{ name: string }, object> = {
  join: ({ topic }) => ({ ok: { last: last.get(topic) ?? 0 } }),
  handle(event, _payload, { topic, identity }) {
    if (event !== 'press') return { error: { reason: 'unknown event' } }
    const number = (last.get(topic) ?? 0) + 1
    last.set(topic, number)
    endpoint.broadcast(topic, 'given', { number, to: identity.name })
    return { ok: { number } }
  },
}

const endpoint = createPhoenixEndpoint({
  // Null would refuse: here whoever says a name may come.
  connect: ({ params: { name } }) => (name ? { name } : null),
  channels: { 'room:*': dispenser },
})

const server = createServer((request, response) => {
  if (!endpoint.handleRequest(request, response)) response.writeHead(404).end()
})
server.on('upgrade', (request, socket, head) => {
  if (!endpoint.handleUpgrade(request, socket, head)) socket.destroy()
})
server.listen(Number(process.env['PORT'] ?? 4001), '127.0.0.1', () => {
  console.log(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/socket`)
})

process.once('SIGTERM', () => void endpoint.close().then(() => server.close()))
