import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '#contract/bases.ts'
import type { BroughtFrame } from '#contract/brought-along.ts'
import { type ServiceHosts, spellServiceHosts, WORKER_HOSTS } from '#contract/service-hosts.ts'
import { acceptsEncoding } from '#server/web/accepts-encoding.ts'

/** Sends the page, or 304 to whoever has it. */
export type Page = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** What the application is told of the place that serves it (SHELL-09). */
export interface Surroundings {
  environment: Environment
  services: ServiceHosts
  /** Calls are offered by WhatsApp: what shows that keeps its place from the first moment. */
  whatsapp: boolean
}

/**
 * Says it to the page; prod and its own origin are what a page takes for granted. Neither needs escaping:
 * both were parsed.
 */
function withSurroundings(html: string, { environment, services, whatsapp }: Surroundings): string {
  const said = {
    environment: environment === 'prod' ? '' : environment,
    services: spellServiceHosts(services),
    whatsapp: whatsapp ? 'yes' : '',
  }
  const tags = Object.entries(said).map(([name, content]) =>
    content === '' ? '' : `<meta name="numerito-${name}" content="${content}" />`,
  )
  return html.replace(/<head>/i, head => head + tags.join(''))
}

const INLINE = /<(script|style)>([\s\S]*?)<\/\1>/g

/** What a policy says of the scripts and styles that stand in the page itself: their hashes. */
function inlineHashes(html: string): Readonly<Record<'script' | 'style', string>> {
  const hashes = { script: '', style: '' }
  for (const [, kind, text = ''] of html.matchAll(INLINE)) {
    hashes[kind as keyof typeof hashes] += ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  return hashes
}

/** A page of the built application, as it goes to everybody in these surroundings. */
export const readPage = (file: string, surroundings: Surroundings): string =>
  withSurroundings(readFileSync(file, 'utf8'), surroundings)

/** The tops of the screens, as the build rendered them. */
export const readFrames = (file: string): Readonly<Record<BroughtFrame, string>> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<BroughtFrame, string>

/**
 * Allows the scripts and styles in it to run, and sends it.
 * @param lasts sent for as long as the server runs, so that the best compression is worth its time
 */
export function pageSender(html: string, { lasts }: { lasts: boolean }): Page {
  const send = ready(html, 'text/html; charset=utf-8', lasts)
  const hashes = inlineHashes(html)
  // And nothing else that might come to stand in it.
  const allowed = (own: string, kind: keyof typeof hashes) => own + hashes[kind]
  return (request, reply) => {
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy === 'string')
      reply.header('content-security-policy', policy.replace(/(script|style)-src 'self'/g, allowed))
    return send(request, reply)
  }
}

/**
 * The service worker, with a word before it: other places make it another worker, which fetches the page
 * anew.
 */
export function loadWorker(file: string, { services }: Surroundings): Page {
  const places = JSON.stringify(spellServiceHosts(services))
  return ready(
    `self.${WORKER_HOSTS}=${places};${readFileSync(file, 'utf8')}`,
    'text/javascript; charset=utf-8',
    true,
  )
}

/** The best that costs less time than it saves; 11, the default, takes ten times as long. */
const BRIEF_QUALITY = 5

const COMPRESSED = {
  br: (bytes: Buffer, lasts: boolean) =>
    brotliCompressSync(bytes, lasts ? {} : { params: { [constants.BROTLI_PARAM_QUALITY]: BRIEF_QUALITY } }),
  gzip: (bytes: Buffer) => gzipSync(bytes),
}

/** Compressed once for each encoding that somebody asks for. */
function ready(text: string, type: string, lasts: boolean): Page {
  const plain = Buffer.from(text)
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 27)
  const bodies = new Map<string, Buffer>()
  const bodyIn = (encoding: 'br' | 'gzip') => {
    const body = bodies.get(encoding) ?? COMPRESSED[encoding](plain, lasts)
    bodies.set(encoding, body)
    return body
  }

  return (request, reply) => {
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = (['br', 'gzip'] as const).find(one => acceptsEncoding(accepted, one))
    const etag = encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .code(200)
      .type(type)
      .send(encoding ? bodyIn(encoding) : plain)
  }
}
