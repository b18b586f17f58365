import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { answerParent, machineTime } from '../child-process.ts'
import { heldMemory } from '../held-memory.ts'

/** What any server in this language pays at least: one loop over ws sockets, the bytes made once. */

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })

function say(text: string): { at: number } {
  const bytes = Buffer.from(text)
  const at = machineTime()
  for (const socket of server.clients) socket.send(bytes, { binary: false })
  return { at }
}

answerParent({
  url: () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
  say,
  cpu: () => process.cpuUsage(),
  memory: heldMemory,
})
