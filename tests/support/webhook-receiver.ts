import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitFor } from './wait-for.ts'

/** What a webhook was told, as its receiver finds it. */
export interface Told {
  id: string
  timestamp: number
  /** Of the header, as they stand. */
  signatures: string[]
  body: string
  type: string
  data: Record<string, unknown>
}

/** A status, or the whole answer by hand; where it never ends, the receiver is one that hangs. */
export type Answering = number | ((request: IncomingMessage, response: ServerResponse) => void)

/** Whether one of the signatures is made with this secret, by the Standard Webhooks specification. */
export function isSignedBy(secret: string, { id, timestamp, signatures, body }: Told): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.some(signature => {
    const [version, text = ''] = signature.split(',')
    const said = Buffer.from(text, 'base64')
    return version === 'v1' && said.length === right.length && timingSafeEqual(said, right)
  })
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

/** A system of somebody else's at a free port of this machine, which is told by webhook. */
export async function startWebhookReceiver() {
  const told: Told[] = []
  let answering: Answering = 204
  const server = createServer((request, response) => {
    void (async () => {
      const body = await textOf(request)
      const { type, data } = JSON.parse(body) as Pick<Told, 'type' | 'data'>
      const header = (name: string) => String(request.headers[name] ?? '')
      told.push({
        id: header('webhook-id'),
        timestamp: Number(header('webhook-timestamp')),
        signatures: header('webhook-signature').split(' '),
        body,
        type,
        data,
      })
      if (typeof answering === 'function') return answering(request, response)
      response.writeHead(answering).end()
    })()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/numerito`,
    /** All that it was told, oldest first, whatever it answered. */
    told,
    answerWith(next: Answering) {
      answering = next
    },
    /** Resolves when it was told so often. */
    heard: (times: number) =>
      waitFor(`the receiver is told ${times} times`, async () => told.length >= times),
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>
