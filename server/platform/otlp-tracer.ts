import {
  type Link,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { RELEASE } from './release.ts'
import type { Timers } from './timers.ts'
import type { Attributes, Origin, Span, Tracer, TracingSettings } from './tracing.ts'

/** A collector that hangs keeps no server from going. */
const GOODBYE_MS = 1_000
/** That it takes nothing is said so often at most. */
const COMPLAINT_MS = 60_000
const SERVICE = 'numerito'
const KINDS: Record<Origin, SpanKind> = { asked: SpanKind.SERVER, job: SpanKind.CONSUMER }

/** SQLSTATE, Node's code, the status of an answer, or the error's name: never what it says. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return typeof code === 'string' || typeof code === 'number' ? String(code) : error.name
}

/** The same, and says now and then that it failed. */
function complaining(
  exporter: SpanExporter,
  timers: Timers,
  complain: (reason: string) => void,
): SpanExporter {
  let isResting = false
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        done(result)
        if (!result.error || isResting) return
        isResting = true
        timers.after(COMPLAINT_MS, () => (isResting = false))
        complain(kindOf(result.error))
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}

/**
 * Notes what goes on and hands it to a collector, by OpenTelemetry's own packages, which nothing else loads.
 * What waits for a collector that is away is bounded, and what is beyond is dropped. The rest of its settings
 * (headers, certificates, attributes of the service) it reads by their standard names itself.
 */
export function openOtlpTracer(
  { endpoint, ratio, everyMs }: TracingSettings,
  timers: Timers,
  complain: (reason: string) => void,
): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE, 'service.version': RELEASE }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: complaining(exporter, timers, complain),
        scheduledDelayMillis: everyMs,
      }),
    ],
  })
  const tracer = provider.getTracer(SERVICE, RELEASE)
  const known = new WeakMap<Span, OtelSpan>()

  function wrap(span: OtelSpan): Span {
    let isOver = false
    const own: Span = {
      traceId: span.spanContext().traceId,
      get isOver() {
        return isOver
      },
      begin(name: string, attributes: Attributes, together: readonly Span[] = []) {
        const links = together
          .map(other => known.get(other))
          .filter(other => other !== undefined)
          .map((other): Link => ({ context: other.spanContext() }))
        return wrap(tracer.startSpan(name, { attributes, links }, trace.setSpan(ROOT_CONTEXT, span)))
      },
      set: attributes => void span.setAttributes(attributes),
      fail(error) {
        span.setAttribute('error.type', kindOf(error)).setStatus({ code: SpanStatusCode.ERROR })
      },
      end() {
        isOver = true
        span.end()
      },
    }
    known.set(own, span)
    return own
  }

  return {
    begin: (name, origin, attributes) =>
      wrap(tracer.startSpan(name, { kind: KINDS[origin], attributes }, ROOT_CONTEXT)),
    close: () =>
      new Promise(resolve => {
        const giveUp = timers.after(GOODBYE_MS, resolve)
        void provider
          .shutdown()
          .catch(() => undefined)
          .finally(() => {
            giveUp()
            resolve()
          })
      }),
  }
}
