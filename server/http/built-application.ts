import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/web/app.ts'
import { type LivePageOptions, livePage } from './live-page.ts'
import { loadWorker, type Page, pageSender, readFrames, readPage, type Surroundings } from './pages.ts'
import { isServersOwn, plainPath } from './plain-path.ts'

/** The build names these by their content: what a name once was, it will always be. */
const FOREVER = 'public, max-age=31536000, immutable'
/** Kept, but asked for anew each time: a new version is found at the next look. */
const ASK_AGAIN = 'no-cache'

/** Entries of their own, each by its file and the address below which it stands. */
const OFFICES_PAGES = ['desk', 'wall', 'kiosk'] as const

const WORKER = 'sw.js'
/** Takes that one back from the browsers that have it. */
const WITHDRAWN_WORKER = 'withdrawn-sw.js'

/** Beside the server's own, never a page of the application; nor is one that a dot hides, as `/.git/HEAD`. */
const NO_PAGE = /^\/(socket|assets)(\/|$)|\/\./

/**
 * Serves the application as it was built: each file of it has a route, so that no other file can be asked
 * for, and goes out compressed as the build compressed it.
 * @param directory the build's output
 * @param withdrawsWorker browsers are served the worker that takes the service worker back
 * @returns answers a page's address with the page that routes it in the browser; null where there is no page
 */
export async function serveApplication(
  app: App,
  directory: string,
  surroundings: Surroundings,
  withdrawsWorker: boolean,
  live: LivePageOptions,
): Promise<(...asked: Parameters<Page>) => ReturnType<Page> | null> {
  const html = readPage(join(directory, 'index.html'), surroundings)
  const customers = pageSender(html, { lasts: true })
  const ofOffices = OFFICES_PAGES.map(name => {
    const send = pageSender(readPage(join(directory, `${name}.html`), surroundings), { lasts: true })
    app.get(`/${name}.html`, { schema: { hide: true } }, send)
    return { send, stands: new RegExp(`^/${name}(/|$)`) }
  })
  const saysPlaces = Object.keys(surroundings.services).length > 0
  const frames = readFrames(join(directory, 'frames.json'))
  const page = livePage({ html, still: customers, frames, bringsAnswers: !saysPlaces }, live)
  app.get('/index.html', { schema: { hide: true } }, customers)
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}', `{index,${OFFICES_PAGES.join(',')}}.html`, 'frames.json', WORKER],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', isNamedByContent ? FOREVER : ASK_AGAIN)
    },
  })
  const worker = withdrawsWorker ? WITHDRAWN_WORKER : WORKER
  const withPlaces = saysPlaces ? loadWorker(join(directory, worker), surroundings) : null
  app.get(`/${WORKER}`, { schema: { hide: true } }, (request, reply) =>
    withPlaces ? withPlaces(request, reply) : reply.sendFile(worker),
  )

  return (request, reply) => {
    const path = plainPath(request.url)
    const asksForPage = request.method === 'GET' || request.method === 'HEAD'
    const isFile = path.slice(path.lastIndexOf('/')).includes('.')
    if (!asksForPage || isFile || isServersOwn(path) || NO_PAGE.test(path)) return null
    const ofOffice = ofOffices.find(({ stands }) => stands.test(path))
    return ofOffice ? ofOffice.send(request, reply) : page(request, reply)
  }
}
