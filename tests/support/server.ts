import { randomUUID } from 'node:crypto'
import { SERVICE_BASES, type Service } from '#contract/bases.ts'
import type { Session } from '#contract/rest/login.ts'
import { type AppOptions, createApp, type NumeritoServer } from '#server/app.ts'
import type { Database } from '#server/database/database.ts'
import { type Demonstration, prepareDemonstration } from '#server/demonstration.ts'
import { ownPolicy } from '#server/policies/own-policy.ts'
import { createLog } from '#server/http/logging.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { openMemoryDatabase } from './memory-database.ts'
import { MovingClock } from './moving-clock.ts'
import { solveCaptcha } from './solve-captcha.ts'

/** Nobody's limits: a test that is about one sets it. */
const PLENTY = { max: 1_000_000, windowMs: 60_000 }

export interface TestServerOptions extends Partial<Omit<AppOptions, 'settings' | 'log' | 'clock'>> {
  settings?: Partial<AppOptions['settings']>
  clock?: MovingClock
  /** Offices, people and clerks of the demonstration, which stand still until `demonstration.start()`. */
  demo?: boolean
}

/** A person as they fill the form of the temporary login. */
export const PERSON = {
  name: 'Ximena Ñuñoa',
  email: 'ximena@correo.example',
  phone: '+56912345678',
  rut: '12.345.678-5',
}

export interface SignedIn {
  session: Session
  user_id: string
  token: string
  /** As the browser would send it: name=value. */
  cookie: string
  /** The Set-Cookie header that gave it. */
  setCookie: string
  headers: { authorization: string }
}

export interface TestServer extends NumeritoServer {
  origin: string
  database: Database
  clock: MovingClock
  demonstration: Demonstration | null
  /** What was logged until now, line by line, as text. */
  logged: string[]
  url(service: Service, path: string): string
  /** Asks as a page of the application does: with its Origin, and JSON where there is a body. */
  ask(service: Service, path: string, request?: AskOptions): Promise<Response>
  solvedCaptcha(): Promise<string>
  /**
   * As on the application's own screen, where the policy is accepted; `policy: undefined` is somebody who did
   * not.
   */
  signInTemporary(
    person?: Partial<typeof PERSON> & { dni?: string; sessionId?: string; policy?: string | undefined },
  ): Promise<SignedIn>
}

export interface AskOptions {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  token?: string
  cookie?: string
}

/** name=value of a Set-Cookie header: of the first, or of the one of this name. */
export const cookieOf = (response: Response, name = ''): string =>
  response.headers
    .getSetCookie()
    .find(set => set.startsWith(name === '' ? '' : `${name}=`))
    ?.split(';')[0] ?? ''

/**
 * The whole server at a free port, on a real socket. Its clock moves when the test says so, its captchas cost
 * nothing, and it limits nobody; its log is kept, from the lowest level on. Without a `database` it opens one
 * of its own, in memory.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { clock = new MovingClock(), demo = false, settings, ...rest } = options
  const database = rest.database ?? (await openMemoryDatabase())
  const logged: string[] = []
  const log = createLog('trace', { write: line => void logged.push(line) })
  const server = await createApp({
    version: '0.0.0-test',
    protection: createProtection(new Uint8Array(SECRET_BYTES).fill(7)),
    applicationDirectory: null,
    captchaDifficulty: { cost: 1, from: 1, to: 5 },
    pressure: null,
    ...rest,
    rateLimits: {
      address: PLENTY,
      known: PLENTY,
      files: PLENTY,
      pushTest: PLENTY,
      pushTestAddress: PLENTY,
      session: PLENTY,
      captcha: PLENTY,
      login: PLENTY,
      handover: PLENTY,
      provider: PLENTY,
      account: PLENTY,
      mailLink: PLENTY,
      profile: PLENTY,
      ticket: PLENTY,
      reservation: PLENTY,
      settings: PLENTY,
      ...rest.rateLimits,
    },
    database,
    clock,
    log,
    settings: {
      host: '127.0.0.1',
      port: 0,
      origins: [],
      services: {},
      tls: null,
      proxyHops: 0,
      push: { contact: 'mailto:tests@numerito.example', hosts: [] },
      webhookNetworks: [],
      mail: null,
      providers: [],
      video: { stun: [], turn: [], turnSecret: null },
      whatsapp: null,
      environment: 'lab',
      withdrawsWorker: false,
      keep: { peopleDays: 30, factsDays: 400, turnsDays: 400 },
      ...settings,
    },
  })
  const demonstration = demo ? await prepareDemonstration(server.queue, log) : null
  await server.listen()
  const { port } = server.app.server.address() as { port: number }
  const origin = `${settings?.tls ? 'https' : 'http'}://127.0.0.1:${port}`

  const url: TestServer['url'] = (service, path) => `${origin}${SERVICE_BASES[service]}${path}`

  const ask: TestServer['ask'] = (service, path, { method, body, headers, token, cookie } = {}) =>
    fetch(url(service, path), {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        origin,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })

  async function solvedCaptcha(): Promise<string> {
    return solveCaptcha(await (await ask('login', '/captcha')).json())
  }

  return {
    ...server,
    origin,
    database,
    clock,
    demonstration,
    logged,
    url,
    ask,
    solvedCaptcha,
    async signInTemporary({ sessionId = randomUUID(), ...person } = {}) {
      const { rut, ...everybody } = PERSON
      const identity = person.dni === undefined ? { rut } : {}
      const response = await ask('login', '/temporaryV2', {
        body: {
          captchaToken: await solvedCaptcha(),
          sessionId,
          policy: ownPolicy.version,
          ...everybody,
          ...identity,
          ...person,
        },
      })
      if (response.status !== 200) throw new Error(`no sign-in: ${response.status} ${await response.text()}`)
      const session = (await response.json()) as Session
      const { user_id, token } = session
      const setCookie = response.headers.get('set-cookie') ?? ''
      const headers = { authorization: `Bearer ${token}` }
      return { session, user_id, token, cookie: cookieOf(response), setCookie, headers }
    },
    async close() {
      await demonstration?.stop()
      await server.close()
      if (!rest.database) await database.close()
    },
  }
}
