import { SERVICE_BASES } from '#contract/bases.ts'
import { PRESS_HEADER } from '#contract/rest/desk-press.ts'
import type { App } from '#server/web/app.ts'
import { Refusal } from '#server/web/refusal.ts'
import { varyBy } from '#server/web/vary.ts'
import { askedPath } from './plain-path.ts'

/** The socket's long poll answers for itself. */
const { socket: _, login, desk, ...others } = SERVICE_BASES
/** Those that a cookie opens. */
const BY_COOKIE = [login, desk]
const BY_TOKEN = Object.values(others)

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const HEADERS = `authorization, content-type, ${PRESS_HEADER}`
/** What the application reads of an answer's head; other origins see nothing of it that is not named. */
const READABLE = 'content-disposition, date, retry-after'
/** As long as Chromium believes it. */
const PREFLIGHT_S = 2 * 3_600

const isBelow = (bases: readonly string[], path: string) =>
  bases.some(base => path === base || path.startsWith(`${base}/`))

/**
 * Lets pages of our own origins use the services where those stand on another: each by its name, never all.
 * Everybody else's page is told nothing, so that its browser keeps every answer from it. Only where a cookie
 * opens something may one be sent.
 * @param origins may grow until the server listens
 * @returns answers preflights from there on: call it after the limits, which count them
 */
export function admitOrigins(app: App, origins: readonly string[]): () => void {
  app.addHook('onRequest', async (request, reply) => {
    const path = askedPath(request)
    const takesCookie = isBelow(BY_COOKIE, path)
    if (!takesCookie && !isBelow(BY_TOKEN, path)) return
    varyBy(reply, 'origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE })
    if (takesCookie) reply.header('access-control-allow-credentials', 'true')
  })

  return () => {
    app.addHook('onRequest', async (request, reply) => {
      const isPreflight =
        request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
      if (!isPreflight || !isBelow([...BY_COOKIE, ...BY_TOKEN], askedPath(request))) return
      if (!reply.hasHeader('access-control-allow-origin'))
        throw new Refusal('forbidden', 403, 'pages of this origin may not ask')
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': HEADERS,
          'access-control-max-age': String(PREFLIGHT_S),
        })
        .send()
    })
  }
}
