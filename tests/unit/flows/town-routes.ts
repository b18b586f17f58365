import { type IncomingMessage, ServerResponse } from 'node:http'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { DEFAULT_PREFERENCES, type Session } from '#contract/rest/login.ts'
import type { Reservation } from '#contract/rest/reservations.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import { json, problem } from '../api/api-server.ts'
import type { Town } from './town.ts'

const SECRETS = { hmacSignatureSecret: 'town', hmacKeySignatureSecret: 'town key' }

interface Visit {
  town: Town
  user: Session | undefined
  body: Record<string, unknown>
  query: URLSearchParams
  rest: string[]
  response: ServerResponse
}

type Route = (visit: Visit) => void | Promise<void>

const owned = (act: (ticket: Ticket, visit: Visit) => Partial<Ticket>): Route =>
  function own(visit) {
    const { town, user, rest, response } = visit
    const ticket = town.tickets.get(rest[0] ?? '')
    if (!ticket || ticket.user_id !== user?.user_id) return problem(response, 404, 'not-found')
    const changed = { ...ticket, ...act(ticket, visit), seq: town.office.seq(ticket.officeSlug) }
    town.tickets.set(ticket.tuid, changed)
    json(response, changed)
  }

const signedIn =
  (route: Route): Route =>
  visit =>
    visit.user ? route(visit) : problem(visit.response, 401, 'session-expired')

const RESERVATIONS = '/services/reservations/v2'

const ownReservation = (act: (visit: Visit & { user: Session; id: string }) => Reservation): Route =>
  function own(visit) {
    const { town, user, rest, response } = visit
    const id = rest[0] ?? ''
    if (!user || town.reservations.all.get(id)?.user_id !== user.user_id)
      return problem(response, 404, 'not-found')
    json(response, act({ ...visit, user, id }))
  }

const isCalled = ({ town, rest }: Visit) => town.reservations.all.get(rest[0] ?? '')?.state === 'called'

/** Address patterns; `*` is one part of the path. */
const ROUTES: Record<string, Route> = {
  'GET /services/login/session': ({ town, response }) => {
    if (town.cookie === null) return void response.writeHead(204).end()
    const session = town.users.get(town.cookie)
    if (session) json(response, session)
    else problem(response, 401, 'session-expired')
  },
  'DELETE /services/login/session': ({ town, user, query, response }) => {
    if (user) town.users.delete(user.token)
    town.subscriptions.delete(query.get('subscription_id') ?? '')
    town.cookie = null
    response.writeHead(204).end()
  },
  'GET /services/login/captcha': async ({ response }) => {
    const options = { algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 45, deriveKey, data: { expires: 1 } }
    json(response, await createChallenge({ ...SECRETS, ...options }))
  },
  'POST /services/login/temporaryV2': async ({ town, body, response }) => {
    const { challenge, solution } = JSON.parse(Buffer.from(String(body.captchaToken), 'base64').toString())
    const { verified } = await verifySolution({ ...SECRETS, challenge, solution, deriveKey })
    if (!verified) return problem(response, 400, 'captcha-invalid')
    if (body.rut === 'bad')
      return problem(response, 400, 'invalid-rut', { fields: [{ path: 'rut', message: 'no' }] })
    json(response, town.admit(String(body.name)))
  },
  'POST /services/login/handover': signedIn(({ response }) =>
    json(response, { code: 'ABCDE-12345', expires_at: '2026-11-20T12:10:00.000Z' }, 201),
  ),
  'POST /services/login/handover/redeem': ({ town, body, response }) => {
    const [session] = town.users.values()
    if (body.code !== 'ABCDE-12345' || !session) return problem(response, 400, 'handover-code-invalid')
    json(response, session)
  },
  'GET /services/users/v2/preferences': signedIn(({ town, user, response }) =>
    json(response, { data: { web: town.preferences.get(user?.user_id ?? '') } }),
  ),
  'POST /services/users/v2/preferences': signedIn(({ town, user, body, response }) => {
    const id = user?.user_id ?? ''
    const web = { ...DEFAULT_PREFERENCES, ...town.preferences.get(id), ...(body.notifications as object) }
    town.preferences.set(id, web)
    json(response, { data: { web } })
  }),
  'GET /api/v1/tickets': signedIn(({ town, user, query, response }) => {
    const mine = [...town.tickets.values()].filter(({ user_id }) => user_id === user?.user_id)
    const seq = town.office.seq('centro')
    if (query.get('status') === 'active')
      return json(
        response,
        mine.filter(({ state }) => state === 'waiting').map(ticket => ({ ...ticket, seq })),
      )
    const past = mine.filter(({ state }) => state !== 'waiting')
    json(response, { tickets: past, page: 1, pages: 1, total: past.length })
  }),
  'GET /api/v1/user/v2/tickets/*': owned(() => ({})),
  'POST /services/turns/tickets/*/give-up': owned(() => ({ state: 'given-up' })),
  'POST /services/turns/tickets/*/pass': owned(({ ahead, passes_left }, { body }) => ({
    ahead: (ahead ?? 0) + Number(body.places),
    passes_left: passes_left - 1,
  })),
  'POST /services/turns/tickets/*/on-my-way': owned(() => ({ on_my_way: true })),
  'GET /services/wait/customerwaiting': signedIn(({ town, query, response }) => {
    const { tuid, state, ahead, wait } = town.ticket(query.get('tuid') ?? '')
    json(response, {
      tuid,
      ruid: null,
      state,
      ahead,
      waiting: 9,
      wait,
      call: 'A000',
      at: '2026-11-20T12:05:00.000Z',
    })
  }),
  [`GET ${RESERVATIONS}/user`]: signedIn(({ town, user, response }) =>
    json(response, town.reservations.of(user)),
  ),
  [`POST ${RESERVATIONS}`]: signedIn(({ town, user, body, response }) => {
    if (user) json(response, town.reservations.book(user, body as never), 201)
  }),
  [`GET ${RESERVATIONS}/*`]: ownReservation(({ town, id }) => town.reservations.one(id)),
  [`DELETE ${RESERVATIONS}/*`]: visit => {
    if (isCalled(visit)) return problem(visit.response, 409, 'reserve-invalid')
    return ownReservation(({ town, user, id }) => town.reservations.change(user, id, 'cancelled'))(visit)
  },
  [`PATCH ${RESERVATIONS}/*`]: ownReservation(({ town, user, id, body }) =>
    town.reservations.change(user, id, 'confirmed', body.block as never),
  ),
  'GET /services/flags': ({ town, response }) => json(response, { toggles: town.flags }),
  'GET /services/push/key': ({ response }) => json(response, { public_key: 'BKey' }),
  'POST /services/push/subscriptions': signedIn(({ town, user, body, query, response }) => {
    if (query.get('user_id') !== user?.user_id) return problem(response, 403, 'forbidden')
    const id = `99999999-0000-4000-8000-${String(town.subscriptions.size + 1).padStart(12, '0')}`
    const { endpoint, language } = body as { endpoint: string; language: string }
    town.subscriptions.set(id, { user_id: user?.user_id ?? '', endpoint, language })
    json(response, { id }, 201)
  }),
  'DELETE /services/push/subscriptions/*': signedIn(({ town, rest, response }) => {
    town.subscriptions.delete(rest[0] ?? '')
    response.writeHead(204).end()
  }),
  'POST /services/push/subscriptions/check': signedIn(({ town, user, body, response }) =>
    json(response, { rings: town.rings(user?.user_id, String(body.endpoint_hash)) }),
  ),
  'POST /services/push/test': signedIn(({ town, user, body, response }) =>
    town.rings(user?.user_id, String(body.endpoint_hash))
      ? json(response, { sent: 1, delivery_id: town.testDelivery })
      : problem(response, 409, 'no-subscription'),
  ),
  'GET /services/push/deliveries/*': signedIn(({ town, response }) =>
    json(response, { shown_at: town.testShownAt }),
  ),
}

function routeOf(method: string, path: string): { route: Route; rest: string[] } | undefined {
  for (const [pattern, route] of Object.entries(ROUTES)) {
    const matched = new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`).exec(`${method} ${path}`)
    if (matched) return { route, rest: matched.slice(1) }
  }
  return undefined
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : JSON.parse(text)
}

/** The town's calls over HTTP. */
export function townRoutes(town: Town) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://town')
    const method = request.method ?? ''
    void bodyOf(request).then(async body => {
      const user = town.userOf(request)
      town.requests.push({ method, path: pathname, body, token: user?.token ?? null })
      const fault = town.faults.get(`${method} ${pathname}`)
      if (fault === 'down') return problem(response, 503, 'unavailable')
      if (fault === 'dropped') return void response.destroy()
      const found = routeOf(method, pathname)
      if (!found) return problem(response, 404, 'not-found')
      if (fault === 'lost') {
        // It happens, and the answer never comes.
        await found.route({
          town,
          user,
          body,
          query,
          rest: found.rest,
          response: new ServerResponse(request),
        })
        return
      }
      if (fault === 'unheard') return
      await found.route({ town, user, body, query, rest: found.rest, response })
    })
  }
}
