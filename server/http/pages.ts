import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '#contract/bases.ts'
import { acceptsEncoding } from '#server/web/accepts-encoding.ts'

/** Sends the page, or 304 to whoever has it. */
export type Page = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

interface Representation {
  encoding: 'br' | 'gzip' | null
  body: Buffer
  tag: string
}

/** Says to the page which environment serves it (SHELL-09). Prod is what a page takes itself for. */
const withEnvironment = (html: string, environment: Environment) =>
  environment === 'prod'
    ? html
    : html.replace(/<head>/i, head => `${head}<meta name="numerito-environment" content="${environment}" />`)

const INLINE = /<(script|style)>([\s\S]*?)<\/\1>/g

/** Allows what stands in the page itself, and nothing else that might come to stand there. */
function allowInline(policy: string, html: string): string {
  const hashes = { script: '', style: '' }
  for (const [, kind, text = ''] of html.matchAll(INLINE)) {
    hashes[kind as keyof typeof hashes] += ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  return policy.replace(/(script|style)-src 'self'/g, (own, kind: keyof typeof hashes) => own + hashes[kind])
}

/** A page of the built application, read and compressed once: it is small, and asked for at each visit. */
export function loadPage(file: string, environment: Environment): Page {
  const text = withEnvironment(readFileSync(file, 'utf8'), environment)
  const html = Buffer.from(text)
  const tag = createHash('sha256').update(html).digest('base64url').slice(0, 27)
  const representations: [Representation, Representation, Representation] = [
    { encoding: null, body: html, tag: `"${tag}"` },
    { encoding: 'br', body: brotliCompressSync(html), tag: `"${tag}-br"` },
    { encoding: 'gzip', body: gzipSync(html), tag: `"${tag}-gz"` },
  ]
  const [plain, ...compressed] = representations

  return (request, reply) => {
    const accepted = request.headers['accept-encoding'] ?? ''
    const {
      encoding,
      body,
      tag: etag,
    } = compressed.find(one => one.encoding !== null && acceptsEncoding(accepted, one.encoding)) ?? plain
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy === 'string') reply.header('content-security-policy', allowInline(policy, text))
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (encoding) reply.header('content-encoding', encoding)
    return reply.code(200).type('text/html; charset=utf-8').send(body)
  }
}
