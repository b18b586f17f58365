import type { OfficesContext } from '#server/offices/offices-context.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import type { BookingContext } from '#server/reservations/reservations-context.ts'
import type { Routes } from '#server/web/app.ts'
import { officeDayRoutes } from './office-day-routes.ts'
import { officeRoutes } from './office-routes.ts'
import { reserveRoutes } from './reserve-routes.ts'
import { ticketRoutes } from './ticket-routes.ts'

/** What §7 promises and our own application never asks, by the service under whose base it is registered. */
export const otherClientsRoutes = (
  offices: OfficesContext,
  queue: QueueContext & BookingContext,
): Record<'v1' | 'v3', Routes> => ({
  v1: app => {
    officeRoutes(offices)(app)
    ticketRoutes(queue)(app)
    officeDayRoutes(queue)(app)
    reserveRoutes(queue, { onlyFuture: true })(app)
  },
  v3: reserveRoutes(queue, { onlyFuture: false }),
})
