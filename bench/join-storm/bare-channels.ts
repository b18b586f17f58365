import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPhoenixEndpoint } from '#server/phoenix/endpoint.ts'
import { answerParent } from '../child-process.ts'
import { ONE_ADDRESS } from '../one-address.ts'

/** What the protocol alone costs: the same room, with a channel that answers every join the same. */

async function open(reply: object): Promise<string> {
  const endpoint = createPhoenixEndpoint<object>({
    connect: () => ({}),
    channels: { 'web:*': { join: () => ({ ok: reply }) } },
    limits: ONE_ADDRESS,
  })
  const http = createServer()
  http.on('upgrade', (request, socket, head) => endpoint.handleUpgrade(request, socket, head))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return `ws://127.0.0.1:${(http.address() as AddressInfo).port}/socket`
}

answerParent({ open })
