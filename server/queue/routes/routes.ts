import type { Routes } from '#server/web/app.ts'
import { asideRoutes } from './aside-routes.ts'
import { dayRoutes } from './day-routes.ts'
import { deskRoutes } from './desk-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { pressRoutes } from './press-routes.ts'
import type { QueueContext } from '../queue-context.ts'
import { ticketRoutes } from './ticket-routes.ts'
import { turnRoutes } from './turn-routes.ts'
import { attentionRoutes, waitRoutes } from './waiting-routes.ts'

/** The queue's routes, by the service under whose base each set is registered. */
export function queueRoutes(
  context: QueueContext,
): Record<'v1' | 'turns' | 'wait' | 'attention' | 'desk', Routes> {
  return {
    v1: ticketRoutes(context),
    turns: turnRoutes(context),
    wait: waitRoutes(context),
    attention: attentionRoutes(context),
    desk(app) {
      deskRoutes(context)(app)
      asideRoutes(context)(app)
      orderRoutes(context)(app)
      dayRoutes(context)(app)
      pressRoutes(context)(app)
    },
  }
}
