import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { RouteOptions } from 'fastify'
import type * as v from 'valibot'
import { CHANNELS, type ChannelName } from '#contract/channel/channels.ts'
import { meetTopic } from '#contract/channel/meet-channel.ts'
import { officeTopic } from '#contract/channel/office-channel.ts'
import { connectRaw, type RawClient } from '#tests/phoenix/raw-client.ts'
import { type CallerKind, type Credentials, credentialsOf } from '../wire/access-matrix/callers.ts'
import { createScene } from '../wire/access-matrix/scene.ts'
import fc from './fast-check.ts'
import { MovingClock } from './moving-clock.ts'
import { startOutside } from './outside.ts'
import { NOON } from './queue-office.ts'
import { anything, aroundSchema } from './schema-arbitrary.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

type Schema = v.GenericSchema

/** A route as it was registered, with what it asks for. */
export interface FuzzedRoute {
  method: string
  path: string
  params?: Schema
  query?: Schema
  body?: Schema
}

/** Hears of every route that a server registers, until it has started. */
async function withRoutes<Made>(start: () => Promise<Made>): Promise<{ made: Made; routes: FuzzedRoute[] }> {
  const routes: FuzzedRoute[] = []
  const take = ({ method, url, schema = {} }: RouteOptions) => {
    const { params, querystring: query, body } = schema as Record<string, Schema | undefined>
    for (const one of [method].flat()) {
      if (one === 'HEAD' || one === 'OPTIONS') continue
      routes.push({
        method: one,
        path: url,
        ...(params && { params }),
        ...(query && { query }),
        ...(body && { body }),
      })
    }
  }
  const heard = (message: unknown) => {
    const { fastify } = message as { fastify: { addHook(name: 'onRoute', hook: typeof take): void } }
    fastify.addHook('onRoute', take)
  }
  subscribe('fastify.initialization', heard)
  try {
    return { made: await start(), routes }
  } finally {
    unsubscribe('fastify.initialization', heard)
  }
}

export interface FuzzReport {
  requests: number
  frames: number
  /** How often each status was answered. */
  statuses: Record<string, number>
  /** What no input may bring about, with what did. */
  faults: string[]
}

/** Of one who asks more than a whole waiting room. */
export const FUZZED_SOCKETS = { addressConnects: 1e9, addressConnectsPerSecond: 1e9 }

/** An answer that has not come by then does not come. */
const HANG_MS = 20_000
/** Then the scene is made anew: by then its things are used up. */
const SCENE_TRIES = 150
/** An id of four bytes that nothing has, one that needs eight, and a uuid. */
const NOTHING = ['999999', '99999999999999', '00000000-0000-4000-8000-000000000000']
/** So much of what did it. */
const SHOWN = 600

/**
 * Who asks: somebody whose things they are, who registers while they are signed in already; another, who has
 * no account; who came by a provider; who works there, who answers for it, a tablet, nobody.
 */
const ASKING = [
  'owner',
  'another',
  'ownerRegistered',
  'social',
  'clerk',
  'administrator',
  'kiosk',
  'guest',
] as const satisfies CallerKind[]

/** The whole server, with all that it can be configured to talk to. */
export async function startFuzzedServer(options: TestServerOptions) {
  const outside = await startOutside()
  const { made: server, routes } = await withRoutes(() =>
    startTestServer({ clock: new MovingClock(NOON), settings: outside.settings, ...options }),
  )
  outside.admit(server)
  return {
    server,
    routes,
    async stop() {
      await server.close()
      await outside.stop()
    },
  }
}

/** Things that are there, to be asked for and done to, and who may. */
async function stage(server: TestServer) {
  const scene = await createScene(server.database, server.clock.now())
  // One after the other: the owner registers in between.
  const callers: ({ who: CallerKind } & Credentials)[] = []
  for (const who of ASKING) callers.push({ who, ...(await credentialsOf(who, scene)) })
  const meeting = await scene.appointment()
  const attempt = await scene.attempt()
  // In the browser where the owner began with a provider.
  for (const caller of callers)
    if (caller.who === 'owner' || caller.who === 'ownerRegistered')
      caller.cookie = `${caller.cookie}; ${attempt.cookie}`
  const things: unknown[] = [
    scene.office_id,
    scene.line_id,
    scene.slug,
    scene.line_slug,
    scene.owner_id,
    scene.day,
    await scene.ticket(),
    meeting,
    await scene.unconfirmed(),
    await scene.modulo(),
    await scene.subscription(),
    await scene.handoverCode(),
    await scene.session(),
    attempt.id,
  ]
  return { scene, callers, things, meeting }
}
type Stage = Awaited<ReturnType<typeof stage>>

const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, SHOWN)

/** As it stands in an address; not every value has a text of its own. */
const asText = (value: unknown) => (typeof value === 'string' ? value : shown(value))

/** A few words of it are exchanged for things that are there: or all would be asked of what is not. */
function withThings(value: unknown, things: readonly unknown[], draw: () => number): unknown {
  if (Array.isArray(value)) return value.map(each => withThings(each, things, draw))
  if (typeof value !== 'object' || value === null) {
    if (draw() > 0.5) return value
    const alike = things.filter(thing => typeof thing === typeof value)
    return alike.length === 0 ? value : alike[Math.floor(draw() * alike.length)]
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withThings(each, things, draw)]))
}

interface Draft {
  route: number
  caller: number
  part: unknown
  query: unknown
  body: unknown
  /** Below 1 % it is no JSON at all. */
  spoilt: number
  seed: number
  /** Stands in the address for each thing that is asked for: the id of nothing. */
  nothing?: string
}

/** Numbers between 0 and 1 that follow from a seed. */
function drawing(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Asks the running server for everything that it can be asked for, in every way that its schemas allow and
 * nearly allow, as each of those who ask; and says to its channels what may be said
 * there and nearly that. The same seed asks the same questions.
 */
export async function fuzzServer(
  server: TestServer,
  routes: readonly FuzzedRoute[],
  {
    tries,
    seed,
    isOver = () => false,
    onFault = () => undefined,
  }: { tries: number; seed: number; isOver?: () => boolean; onFault?: (fault: string) => void },
): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, frames: 0, statuses: {}, faults: [] }
  const blame = (fault: string) => {
    report.faults.push(fault)
    onFault(fault)
  }
  const asked = routes.filter(({ path }) => !path.includes('*') && !path.startsWith('/socket'))
  const arbitraries: fc.Arbitrary<{ part: unknown; query: unknown; body: unknown }>[] = []
  for (const route of asked) {
    arbitraries.push(
      fc.record({
        part: route.params ? aroundSchema(route.params) : fc.constant({}),
        query: route.query ? aroundSchema(route.query) : fc.constant(undefined),
        body: route.body ? aroundSchema(route.body) : fc.constant(undefined),
      }),
    )
    // The server lives in this thread: all of them in one go would keep it from its own work for seconds.
    await new Promise(resolve => setImmediate(resolve))
  }
  const known = server.logged.length
  let on = await stage(server)
  const random = drawing(seed)

  async function request({
    route: at,
    caller,
    part,
    query,
    body,
    spoilt,
    seed: own,
    nothing,
  }: Draft): Promise<void> {
    const route = asked[at % asked.length] as FuzzedRoute
    const draw = drawing(own)
    const params = withThings(part, on.things, draw) as Record<string, unknown> | null
    const names = [...route.path.matchAll(/:(\w+)/g)]
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
      // Nothing of one's own office, and nothing at all.
      if (nothing !== undefined)
        return names.length > 1 && draw() < 0.5 && name === names[0]?.[1]
          ? String(on.scene.office_id)
          : nothing
      const value = typeof params === 'object' ? params?.[name] : params
      const text = asText(value ?? on.things[Math.floor(draw() * on.things.length)])
      return encodeURIComponent(text.toWellFormed()).slice(0, 2_000) || '0'
    })
    const search = new URLSearchParams()
    if (typeof query === 'object' && query !== null)
      for (const [key, value] of Object.entries(withThings(query, on.things, draw) as object))
        if (value !== undefined)
          search.append(
            key.slice(0, 100),
            (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 2_000),
          )
    const { who, token, cookie } = on.callers[caller] as Stage['callers'][number]
    const sent = body === undefined ? undefined : JSON.stringify(withThings(body, on.things, draw))
    const text = sent !== undefined && spoilt < 1 ? sent.slice(0, Math.floor(sent.length * draw())) : sent
    const url = `${server.origin}${path}${search.size === 0 ? '' : `?${search}`}`
    const said = () => `${route.method} ${url.slice(0, SHOWN)} as ${who}: ${shown(text)}`
    try {
      const response = await fetch(url, {
        method: route.method,
        redirect: 'manual',
        signal: AbortSignal.timeout(HANG_MS),
        headers: {
          origin: server.origin,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(cookie && { cookie }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
        },
        body: route.method === 'GET' ? null : (text ?? null),
      })
      const answer = await response.text()
      report.requests += 1
      report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1
      // There is no push service here that takes a notice on trial, and whoever asks is told so.
      const isNoPush = response.status === 503 && route.path.endsWith('/push/test')
      if (response.status >= 500 && !isNoPush)
        blame(`${response.status} to ${said()}: ${answer.slice(0, 200)}`)
      else if (response.status >= 400 && route.method !== 'HEAD') JSON.parse(answer)
    } catch (error) {
      blame(`${(error as Error).name} at ${said()}`)
    }
  }

  async function talk(client: RawClient, own: () => number): Promise<void> {
    const names = Object.keys(CHANNELS) as ChannelName[]
    const name = names[Math.floor(own() * names.length)] ?? 'web:*'
    const topic = name === 'web:*' ? officeTopic(on.scene.slug) : meetTopic(on.meeting)
    const pushes = Object.entries(CHANNELS[name].pushes)
    const [event, schema] = pushes[Math.floor(own() * pushes.length)] ?? [
      'ticket:new',
      CHANNELS['web:*'].pushes['ticket:new'],
    ]
    const drawn = fc.sample(
      fc.oneof({ weight: 4, arbitrary: aroundSchema(schema as Schema) }, { weight: 1, arbitrary: anything }),
      {
        numRuns: 1,
        seed: Math.floor(own() * 2 ** 31),
      },
    )[0]
    const payload = withThings(drawn, on.things, own)
    const isJoin = own() < 0.1
    client.send(
      '1',
      randomUUID(),
      own() < 0.9 ? topic : shown(drawn).slice(0, 60),
      isJoin ? 'phx_join' : event,
      payload,
    )
    report.frames += 1
  }

  async function converse(): Promise<void> {
    const ws = `${server.origin.replace(/^http/, 'ws')}/socket`
    const connect = () => connectRaw({ ws }, { token: on.callers[random() < 0.5 ? 0 : 1]?.token })
    const client = await connect().catch(async () => {
      // Their session was ended, as they were made to ask for.
      on = await stage(server)
      return await connect()
    })
    client.send('1', '1', officeTopic(on.scene.slug), 'phx_join', {})
    client.send('1', '2', meetTopic(on.meeting), 'phx_join', { page: randomUUID() })
    for (let said = 0; said < 10; said++) await talk(client, random)
    // Whatever was said, it still answers a heartbeat, or has hung up and said why.
    const hung = new Promise<'hung'>(resolve => setTimeout(resolve, HANG_MS, 'hung').unref())
    if ((await Promise.race([client.sofar(), client.closed, hung])) === 'hung')
      blame('a socket answers no heartbeat any more')
    client.socket.terminate()
    await client.closed
  }

  async function draft(at: number, caller: number, nothing?: string): Promise<void> {
    const drawn = fc.sample(arbitraries[at] as (typeof arbitraries)[number], {
      numRuns: 1,
      seed: Math.floor(random() * 2 ** 31),
    })[0]
    const { part, query, body } = drawn ?? { part: {}, query: undefined, body: undefined }
    await request({
      route: at,
      caller,
      part,
      query,
      body,
      spoilt: random() * 100,
      seed: Math.floor(random() * 2 ** 31),
      ...(nothing !== undefined && { nothing }),
    })
  }

  // What no row has as its id, and what no column holds: of each route, by each who asks.
  for (const [at, { path }] of asked.entries()) {
    if (!path.includes(':')) continue
    for (const caller of ASKING.keys()) for (const nothing of NOTHING) await draft(at, caller, nothing)
  }
  for (let tried = 0; tried < tries && !isOver(); tried++) {
    if (tried % SCENE_TRIES === SCENE_TRIES - 1) on = await stage(server)
    if (tried % 10 === 9) await converse()
    await draft(Math.floor(random() * asked.length), Math.floor(random() * ASKING.length))
  }
  for (const line of server.logged.slice(known)) {
    const { level = 0, msg = '', ...details } = JSON.parse(line) as { level?: number; msg?: string }
    if (level >= 50) blame(`the log: ${msg} ${shown(details)}`)
  }
  return report
}

export type { Stage }
