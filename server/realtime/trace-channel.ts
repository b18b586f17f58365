import type { ChannelHandler } from '#server/phoenix/channel.ts'
import { traced, type Tracer } from '#server/platform/tracing.ts'

/**
 * The same channel, with a trace for each join and each event.
 * @param events those that have a name of their own: what a client says may be anything
 */
export function traceChannel<Identity, Assigns>(
  tracer: Tracer | undefined,
  name: string,
  events: readonly string[],
  handler: ChannelHandler<Identity, Assigns>,
): ChannelHandler<Identity, Assigns> {
  if (!tracer) return handler
  const { handle } = handler
  return {
    ...handler,
    join: request =>
      traced(tracer, [`channel ${name} join`, 'asked'], {}, async span => {
        const answer = await handler.join(request)
        if ('error' in answer) span?.set({ 'numerito.refused': answer.error.reason })
        return answer
      }),
    ...(handle && {
      handle: (event, payload, channel) => {
        const known = events.includes(event) ? event : 'other'
        return traced(tracer, [`channel ${name} ${known}`, 'asked'], {}, async span => {
          const answer = await handle(event, payload, channel)
          if (answer && 'error' in answer) span?.set({ 'numerito.refused': codeOf(answer.error) })
          return answer
        })
      },
    }),
  }
}

const codeOf = (error: object): string =>
  'code' in error && typeof error.code === 'string' ? error.code : 'refused'
