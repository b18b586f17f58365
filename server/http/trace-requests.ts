import type { FastifyReply, FastifyRequest } from 'fastify'
import { inSpan, type Span, type Tracer } from '#server/platform/tracing.ts'
import type { App } from '#server/web/app.ts'
import { isProbe } from './plain-path.ts'

const FAULT = 500

/**
 * A trace for each request that a route answers, named by the route: the address may hold whose it is. A
 * trace that whoever asks says to be in is not gone on with: they are anybody. Nobody reads of probes.
 * @returns ends them: to be called when those who tell of an answer have their place
 */
export function traceRequests(app: App, tracer: Tracer): () => void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, next) => {
    const route = request.routeOptions.url
    if (route === undefined || isProbe(route)) return next()
    const { method } = request
    const span = tracer.begin(`${method} ${route}`, 'asked', {
      'http.request.method': method,
      'http.route': route,
      'numerito.request_id': request.id,
    })
    spans.set(request, span)
    inSpan(span, next)
  })
  function end(request: FastifyRequest, reply: FastifyReply): void {
    const span = spans.get(request)
    if (!span) return
    const { statusCode } = reply
    span.set({
      'http.response.status_code': statusCode,
      ...(reply.refusedAs && { 'numerito.refused': reply.refusedAs }),
    })
    if (statusCode >= FAULT) span.fail(new Fault(reply.refusedAs))
    span.end()
  }
  return () => void app.addHook('onResponse', async (request, reply) => end(request, reply))
}

class Fault extends Error {
  readonly code: string

  constructor(code = 'internal') {
    super()
    this.code = code
  }
}
