import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding } from '#server/web/accepts-encoding.ts'
import type { App } from '#server/web/app.ts'
import { varyBy } from '#server/web/vary.ts'

/** A shorter answer fits one packet with its headers, however it is written. */
const WORTH_IT_BYTES = 1_024
/** Written anew for each asker: what saves most of the bytes in a fraction of a millisecond. */
const BROTLI_QUALITY = 4

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
  // What is the same for everybody. Where an answer holds a secret, its compressed length could tell of it.
  if (!String(reply.getHeader('cache-control')).startsWith('public')) return payload
  if (Buffer.byteLength(payload) < WORTH_IT_BYTES) return payload
  varyBy(reply, 'accept-encoding')
  const accepted = request.headers['accept-encoding'] ?? ''
  if (acceptsEncoding(accepted, 'br')) {
    reply.header('content-encoding', 'br')
    return await brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  }
  if (!acceptsEncoding(accepted, 'gzip')) return payload
  reply.header('content-encoding', 'gzip')
  return await gzipped(payload)
}

/**
 * Compresses what a route answers everybody alike. Before the answers get their tags: each encoding has its
 * own.
 */
export function compressAnswers(app: App): void {
  app.addHook('onRoute', route => {
    route.onSend = [...[route.onSend ?? []].flat(), compress]
  })
}
