import type { Routes } from '#server/web/app.ts'
import { dayRoutes } from './day-routes.ts'
import { deskRoutes } from './desk-routes.ts'
import type { QueueContext } from '../queue-context.ts'
import { ticketRoutes } from './ticket-routes.ts'
import { turnRoutes } from './turn-routes.ts'
import { attentionRoutes, waitRoutes } from './waiting-routes.ts'

/** The queue's routes, by the service under whose base each set is registered. */
export function queueRoutes(
  context: QueueContext,
): Record<'v1' | 'turns' | 'wait' | 'attention' | 'desk' | 'day', Routes> {
  return {
    v1: ticketRoutes(context),
    turns: turnRoutes(context),
    wait: waitRoutes(context),
    attention: attentionRoutes(context),
    desk: deskRoutes(context),
    day: dayRoutes(context),
  }
}
