import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }

interface SpokenSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes?: { key: string; value: Value }[]
  links?: { traceId: string; spanId: string }[]
  status?: { code?: number; message?: string }
  events?: unknown[]
}

export interface CollectedSpan extends Omit<SpokenSpan, 'attributes'> {
  attributes: Record<string, string | number | boolean | undefined>
}

export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  spans(): CollectedSpan[]
  /** All that it was posted, as it came. */
  heard(): string
  /** What it was asked besides. */
  strange(): string[]
  posts(): number
  close(): Promise<void>
}

const valueOf = ({ stringValue, intValue, doubleValue, boolValue }: Value) =>
  stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue) : Number(intValue))

/**
 * A collector of OpenTelemetry traces, which takes OTLP by HTTP as JSON.
 * @param hangs takes what is posted, and never answers
 */
export async function startTraceCollector({ hangs = false, status = 200 } = {}): Promise<TraceCollector> {
  const bodies: string[] = []
  const strange: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => void (body += part))
    request.on('end', () => {
      const said = `${request.method} ${request.url} ${request.headers['content-type']}`
      if (said === 'POST /v1/traces application/json') bodies.push(body)
      else strange.push(said)
      if (!hangs) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    heard: () => bodies.join('\n'),
    strange: () => strange,
    posts: () => bodies.length,
    spans: () =>
      bodies
        .flatMap(body => JSON.parse(body).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }: { spans: SpokenSpan[] }) => spans)
        .map(({ attributes = [], ...span }) => ({
          ...span,
          attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)])),
        })),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
