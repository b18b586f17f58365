import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Window as HappyWindow } from 'happy-dom'
import { createStore } from 'zustand/vanilla'
import { SERVICE_BASES, type Service } from '#contract/bases.ts'
import { USUAL_WARNINGS } from '#contract/rest/desk-day.ts'
import type { DeskSession, DeskState } from '#contract/rest/desk.ts'
import { type Client, createClient } from '#src/api/client.ts'
import { createFileClient } from '#src/api/file-client.ts'
import { type DeskApi, deskApi } from '#src/desk/desk-api.ts'
import type { DeskTools } from '#src/desk/desk-tools.ts'
import type { Fate } from '#src/desk/presses.ts'
import { createSessionStore, type SessionStore } from '#src/desk/session-store.ts'
import { browserClock, type Clock } from '#src/platform/clock.ts'
import { browserSettings } from '#src/platform/settings.ts'

export interface Asked {
  method: string
  /** Below the desk's base. */
  path: string
  token: string | undefined
  json: unknown
  headers: IncomingHttpHeaders
}

export interface Answer {
  status: number
  json?: unknown
  headers?: Record<string, string>
}

export interface DeskDoor {
  origin: string
  api: DeskApi
  client: Client
  clock: Clock
  session: SessionStore
  asked: Asked[]
  /** What is answered from now on; it may take its time. */
  answer: (asked: Asked) => Answer | Promise<Answer>
  close(): void
}

/** The desk's calls over a real socket, to a server that says what the test wants to hear. */
export async function openDeskDoor(): Promise<DeskDoor> {
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = await readAsked(request)
    door.asked.push(asked)
    const { status, json, headers } = await door.answer(asked)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(json === undefined ? undefined : JSON.stringify(json))
  }
  const server = createServer((request, response) => void reply(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const session = createSessionStore()
  const access = {
    baseOf: (service: Service) => origin + SERVICE_BASES[service],
    getToken: session.getToken,
    onSessionExpired: session.expire,
  }
  const client = createClient({
    ...access,
    clock: { now: () => 0 },
    onTooManyRequests() {},
    onReached() {},
    onUnreached() {},
  })
  const door: DeskDoor = {
    origin,
    api: deskApi(client, createFileClient(access)),
    client,
    clock: browserClock,
    session,
    asked: [],
    answer: () => ({ status: 404, json: problemOf(404, 'not-found') }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return door
}

/** The same, and Ana is signed in on the page, which comes from the server that it asks. */
export async function openAnasDoor(): Promise<DeskDoor> {
  const door = await openDeskDoor()
  ;(window as unknown as HappyWindow).happyDOM.setURL(`${door.origin}/desk`)
  door.session.begin(ana)
  return door
}

/** What the screens behind the door work with, by these calls. */
export const toolsOf = (door: DeskDoor): DeskTools => ({
  ...door,
  settings: browserSettings(() => localStorage),
  fate: createStore<{ fate: Fate }>(() => ({ fate: null })),
})

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const text = (await request.toArray()).join('')
  return {
    method: request.method ?? '',
    path: (request.url ?? '').replace(SERVICE_BASES.desk, ''),
    token: request.headers.authorization,
    json: text === '' ? undefined : JSON.parse(text),
    headers: request.headers,
  }
}

export const problemOf = (status: number, code: string) => ({
  type: 'about:blank',
  title: code,
  status,
  code,
  message: code,
})

export const refused = (status: number, code: string, headers: Record<string, string> = {}): Answer => ({
  status,
  json: problemOf(status, code),
  headers,
})

export const ana: DeskSession = {
  clerk_id: 7,
  name: 'Ana Rojas',
  token: 'token-of-ana',
  expires_at: '2026-12-06T12:00:00Z',
  offices: [],
  founds: false,
}

/** Office 3 with module 1 open and `waiting` people in its one line. */
export const deskOf = (seq: number, waiting: number): DeskState => ({
  at: '2026-11-21T15:00:00.000Z',
  office_id: 3,
  office_name: 'Notaría Norte',
  preference: false,
  services: [],
  modulos: [
    {
      id: 1,
      name: '1',
      open: true,
      clerk: 'Ana Rojas',
      clerk_id: 1,
      break_until: null,
      help: null,
      idle_since: null,
    },
  ],
  warnings: USUAL_WARNINGS,
  served: { line_ids: null, by: 'nobody' },
  next: null,
  modulo: { id: 1, name: '1', open: true },
  lines: [
    {
      line_id: 5,
      name: 'Firmas',
      prefix: 'A',
      waiting,
      wait: null,
      call: null,
      queue: { raw_tickets: [] },
      frozen: false,
      stopped: null,
      waiting_since: null,
      virtual: false,
      takes_tickets: true,
      on_paper: 0,
      longest: null,
    },
  ],
  current: null,
  seq,
})
