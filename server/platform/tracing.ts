import { AsyncLocalStorage } from 'node:async_hooks'

/** Where traces go, and how many of them. */
export interface TracingSettings {
  /** Of a collector that speaks OTLP by HTTP. */
  endpoint: string
  /** Of so many of 1 everything is noted. */
  ratio: number
  /** What has ended meanwhile goes in one post. */
  everyMs: number
}

/** What a span may say: words of ours and figures. No name, document, token, number or address of anybody. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Something that goes on, from when to when, and as a part of what. */
export interface Span {
  readonly traceId: string
  readonly isOver: boolean
  begin(name: string, attributes: Attributes, together?: readonly Span[]): Span
  set(attributes: Attributes): void
  /** Notes that it failed, and by what kind of error: what an error says may hold what it was about. */
  fail(error: unknown): void
  end(): void
}

/** Where it comes from: somebody asked for it, or it was work to do later. */
export type Origin = 'asked' | 'job'

/** Begins what is a part of nothing. There is one only where somebody collects what it notes. */
export interface Tracer {
  begin(name: string, origin: Origin, attributes: Attributes): Span
  /** Hands over what is left, for a moment at most. */
  close(): Promise<void>
}

const here = new AsyncLocalStorage<Span>()

/**
 * What goes on here; undefined where nobody traces it, and where it is over: a timer that was begun in a
 * request would be a part of it for ever.
 */
export function spanHere(): Span | undefined {
  const span = here.getStore()
  return span?.isOver ? undefined : span
}

/** All that `work` does is a part of this one. */
export const inSpan = <T>(span: Span, work: () => T): T => here.run(span, work)

async function through<T>(span: Span | undefined, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!span) return await work()
  try {
    return await inSpan(span, () => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** Does something that is a part of nothing else. */
export const traced = <T>(
  tracer: Tracer | undefined,
  [name, origin]: readonly [name: string, origin: Origin],
  attributes: Attributes,
  work: (span?: Span) => Promise<T>,
): Promise<T> => through(tracer?.begin(name, origin, attributes), work)

/**
 * Does a part of what goes on.
 * @param together what goes on, of all for whom it is done; of the first it is a part
 */
export const asPart = <T>(
  name: string,
  attributes: Attributes,
  work: (span?: Span) => Promise<T>,
  [first, ...others]: readonly (Span | undefined)[] = [spanHere()],
): Promise<T> =>
  through(
    first?.begin(
      name,
      attributes,
      others.filter(other => other !== undefined),
    ),
    work,
  )
