import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '#contract/bases.ts'
import { type ServiceHosts, spellServiceHosts, WORKER_HOSTS } from '#contract/service-hosts.ts'
import { acceptsEncoding } from '#server/web/accepts-encoding.ts'

/** Sends the page, or 304 to whoever has it. */
export type Page = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

interface Representation {
  encoding: 'br' | 'gzip' | null
  body: Buffer
  tag: string
}

/** What the application is told of the place that serves it (SHELL-09). */
export interface Surroundings {
  environment: Environment
  services: ServiceHosts
}

/**
 * Says it to the page; prod and its own origin are what a page takes for granted. Neither needs escaping:
 * both were parsed.
 */
function withSurroundings(html: string, { environment, services }: Surroundings): string {
  const said = {
    environment: environment === 'prod' ? '' : environment,
    services: spellServiceHosts(services),
  }
  const tags = Object.entries(said).map(([name, content]) =>
    content === '' ? '' : `<meta name="numerito-${name}" content="${content}" />`,
  )
  return html.replace(/<head>/i, head => head + tags.join(''))
}

const INLINE = /<(script|style)>([\s\S]*?)<\/\1>/g

/** Allows what stands in the page itself, and nothing else that might come to stand there. */
function allowInline(policy: string, html: string): string {
  const hashes = { script: '', style: '' }
  for (const [, kind, text = ''] of html.matchAll(INLINE)) {
    hashes[kind as keyof typeof hashes] += ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  return policy.replace(/(script|style)-src 'self'/g, (own, kind: keyof typeof hashes) => own + hashes[kind])
}

/** A page of the built application. */
export function loadPage(file: string, surroundings: Surroundings): Page {
  const text = withSurroundings(readFileSync(file, 'utf8'), surroundings)
  const send = ready(text, 'text/html; charset=utf-8')
  return (request, reply) => {
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy === 'string') reply.header('content-security-policy', allowInline(policy, text))
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
  )
}

/** Compressed once: it is small, and asked for at each visit. */
function ready(text: string, type: string): Page {
  const bytes = Buffer.from(text)
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  const representations: [Representation, Representation, Representation] = [
    { encoding: null, body: bytes, tag: `"${tag}"` },
    { encoding: 'br', body: brotliCompressSync(bytes), tag: `"${tag}-br"` },
    { encoding: 'gzip', body: gzipSync(bytes), tag: `"${tag}-gz"` },
  ]
  const [plain, ...compressed] = representations

  return (request, reply) => {
    const accepted = request.headers['accept-encoding'] ?? ''
    const {
      encoding,
      body,
      tag: etag,
    } = compressed.find(one => one.encoding !== null && acceptsEncoding(accepted, one.encoding)) ?? plain
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (encoding) reply.header('content-encoding', encoding)
    return reply.code(200).type(type).send(body)
  }
}
