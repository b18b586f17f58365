import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SERVICE_BASES } from '#contract/bases.ts'
import { type Api, createApi } from '#src/api/create-api.ts'
import type { Clock } from '#src/platform/clock.ts'

export interface Asked {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: unknown
}

type Answer = (request: Asked, response: ServerResponse) => void

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}

export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export function problem(
  response: ServerResponse,
  status: number,
  code: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  const body = { type: 'about:blank', title: code, status, code, message: `it is ${code}`, ...more }
  response.writeHead(status, { 'content-type': 'application/problem+json', ...headers })
  response.end(JSON.stringify(body))
}

/** The application's calls, to a server at a free port that answers as the test says. */
export async function serveApi(answer: Answer) {
  const asked: Asked[] = []
  const told: string[] = []
  const dates: (string | null)[] = []
  const state = { token: 'the-token' as string | null, answer }
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      const { method = '', url = '', headers } = request
      const seen = { method, url, headers, body }
      asked.push(seen)
      state.answer(seen, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const time = { at: 1_000 }
  const clock: Clock = { now: () => time.at }
  const api: Api = createApi({
    clock,
    baseOf: service => `${origin}${SERVICE_BASES[service]}`,
    getToken: () => state.token,
    onSessionExpired: () => void told.push('session-expired'),
    onTooManyRequests: retryAfterMs => void told.push(`too-many-requests ${retryAfterMs}`),
    onReached(date) {
      told.push('reached')
      dates.push(date)
    },
    onUnreached: () => void told.push('unreached'),
  })
  return {
    api,
    asked,
    told,
    dates,
    state,
    time,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
