import { isIPv4, isIPv6 } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import type { Timers } from '#server/platform/timers.ts'
import { spanHere } from '#server/platform/tracing.ts'
import type { App } from '#server/web/app.ts'
import { createLineBudget } from './line-budget.ts'

/**
 * A second net under the serializers: whoever logs an object with such a key by mistake logs none of it.
 */
const PERSONAL = [
  'rut',
  'dni',
  'identity',
  'email',
  'phone',
  'person',
  'password',
  'token',
  'authorization',
  'cookie',
  'body',
  'query',
] as const

/** An address names a household: its network is enough to see where a flood comes from. */
export function truncatedAddress(ip: string): string {
  const v4 = ip.replace(/^::ffff:/i, '')
  if (isIPv4(v4)) return v4.replace(/\.\d+$/, '.0')
  if (!isIPv6(ip)) return 'unknown'
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const firstThree = tail === undefined ? groups : [...groups, '0', '0', '0']
  return `${firstThree.slice(0, 3).join(':')}::`
}

const isOfDatabase = (error: Error): error is Error & { code: string; constraint?: string; table?: string } =>
  'severity' in error && 'code' in error && typeof error.code === 'string'

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')

/**
 * A database's message and detail quote the values that it refused: of such an error only its kind is told.
 */
function describeError(error: unknown): {
  type: string
  message: string
  stack: string
  [more: string]: unknown
} {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: 'something was thrown that is no error', stack: '' }
  }
  const described = isOfDatabase(error)
    ? { message: `SQLSTATE ${error.code}`, constraint: error.constraint, table: error.table }
    : { message: error.message }
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { type: error.name, ...described, ...cause, stack: framesOf(error) }
}

/** Method and route: the address itself may hold what is nobody's business. */
const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'none',
  ip: truncatedAddress(request.ip),
})

/** The database itself says once a second how many could not ask it: each one's stack would fill the disk. */
const isOutage = (line: unknown): boolean =>
  typeof line === 'object' &&
  line !== null &&
  (('err' in line && line.err instanceof DatabaseUnavailable) ||
    ('error' in line && line.error instanceof DatabaseUnavailable))

/**
 * Structured lines without personal data. The logger is the one that Fastify brings, from an instance that
 * never listens: the database logs before there is an application, and to the same place.
 */
export function createLog(level: string, stream?: { write(line: string): void }): FastifyBaseLogger {
  return fastify({
    logger: {
      level,
      ...(stream && { stream }),
      serializers: {
        req: describeRequest,
        res: reply => ({ statusCode: reply.statusCode }),
        err: describeError,
        error: describeError,
      },
      hooks: {
        logMethod(line, write) {
          if (!isOutage(line[0])) write.apply(this, line)
        },
      },
      mixin() {
        const span = spanHere()
        return span ? { trace_id: span.traceId } : {}
      },
      redact: { paths: PERSONAL.flatMap(key => [key, `*.${key}`]), censor: '[kept out]' },
    },
  }).log
}

/**
 * One line a request, once it is answered; beyond so many a second they are counted. A fault of ours is
 * always written.
 */
export function logRequests(app: App, timers: Timers): void {
  const budgetOf = (level: 'info' | 'warn') =>
    createLineBudget(timers, left_out => app.log[level]({ left_out }, 'more was answered than is written'))
  // Each level has its own: what is not logged at all leaves nothing out.
  const isWritten = { info: budgetOf('info'), warn: budgetOf('warn') }
  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'warn' : 'info'
    if (reply.statusCode !== 500 && !isWritten[level]()) return
    request.log[level](
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
}

/** One line a fact: of which office, which of its facts, and what; of whom, nobody. */
export function logFacts(
  log: FastifyBaseLogger,
  timers: Timers,
): (facts: readonly { office_id: number; seq: number; name: string }[]) => void {
  const isWritten = createLineBudget(timers, left_out =>
    log.info({ left_out }, 'more was told than is written'),
  )
  return facts => {
    for (const { office_id, seq, name } of facts) {
      if (isWritten()) log.info({ office_id, seq, fact: name }, 'told')
    }
  }
}
