import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/web/app.ts'
import { loadPage, loadWorker, type Surroundings } from './pages.ts'
import { plainPath } from './plain-path.ts'

/** The build names these by their content: what a name once was, it will always be. */
const FOREVER = 'public, max-age=31536000, immutable'
/** Kept, but asked for anew each time: a new version is found at the next look. */
const ASK_AGAIN = 'no-cache'

/** Addresses that are never a page of the application. */
const NO_PAGE = /^\/(api|services|socket|assets|healthz|metrics)(\/|$)/

/**
 * Serves the application as it was built: each file of it has a route, so that no other file can be asked for, and
 * goes out compressed as the build compressed it.
 * @param directory the build's output
 * @returns answers a page's address with the page that routes it in the browser; null where it is none
 */
export async function serveApplication(
  app: App,
  directory: string,
  surroundings: Surroundings,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | null> {
  const customers = loadPage(join(directory, 'index.html'), surroundings)
  const desk = loadPage(join(directory, 'desk.html'), surroundings)
  app.get('/index.html', { schema: { hide: true } }, customers)
  app.get('/desk.html', { schema: { hide: true } }, desk)
  const saysPlaces = Object.keys(surroundings.services).length > 0
  if (saysPlaces)
    app.get('/sw.js', { schema: { hide: true } }, loadWorker(join(directory, 'sw.js'), surroundings))
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}', '{index,desk}.html', ...(saysPlaces ? ['sw.js'] : [])],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', isNamedByContent ? FOREVER : ASK_AGAIN)
    },
  })

  return (request, reply) => {
    const path = plainPath(request.url)
    const asksForPage = request.method === 'GET' || request.method === 'HEAD'
    const isFile = path.slice(path.lastIndexOf('/')).includes('.')
    if (!asksForPage || isFile || NO_PAGE.test(path)) return null
    return /^\/desk(\/|$)/.test(path) ? desk(request, reply) : customers(request, reply)
  }
}
