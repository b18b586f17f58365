import type { Attributes, Span, Tracer } from '#server/platform/tracing.ts'

export interface RecordedSpan extends Span {
  name: string
  parent: RecordedSpan | null
  together: readonly Span[]
  said: Attributes
  failedBy: unknown
}

/** A tracer that keeps what it is told. */
export function recordSpans(): { tracer: Tracer; spans: RecordedSpan[] } {
  const spans: RecordedSpan[] = []
  function record(
    name: string,
    attributes: Attributes,
    parent: RecordedSpan | null,
    together: readonly Span[],
  ): RecordedSpan {
    let isOver = false
    const span: RecordedSpan = {
      name,
      parent,
      together,
      said: attributes,
      failedBy: undefined,
      traceId: parent?.traceId ?? `trace ${spans.length}`,
      get isOver() {
        return isOver
      },
      begin: (part, about, others = []) => record(part, about, span, others),
      set(more) {
        span.said = { ...span.said, ...more }
      },
      fail(error) {
        span.failedBy = error
      },
      end() {
        isOver = true
      },
    }
    spans.push(span)
    return span
  }
  return {
    spans,
    tracer: {
      begin: (name, _origin, attributes) => record(name, attributes, null, []),
      close: async () => undefined,
    },
  }
}
