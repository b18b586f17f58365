import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/web/app.ts'

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
 * @returns answers a page's address with the page that routes it in the browser, or says that it is none
 */
export async function serveApplication(
  app: App,
  directory: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | null> {
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', isNamedByContent ? FOREVER : ASK_AGAIN)
    },
  })
  const desk = existsSync(join(directory, 'desk.html')) ? 'desk.html' : 'index.html'

  return (request, reply) => {
    const [path = '/'] = request.url.split('?')
    const asksForPage = request.method === 'GET' || request.method === 'HEAD'
    const isFile = path.slice(path.lastIndexOf('/')).includes('.')
    if (!asksForPage || isFile || NO_PAGE.test(path)) return null
    const page = /^\/desk(\/|$)/.test(path) ? desk : 'index.html'
    return reply.code(200).sendFile(page)
  }
}
