import { ticketList } from '#contract/rest/tickets.ts'
import { ticketsActive } from '#server/queue/hold/tickets-active.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'

/** The numbers that a person holds: the application asks `/tickets`, which has those of before as well. */
export const ticketRoutes =
  (context: QueueContext): Routes =>
  app => {
    app.get('/user/tickets', { schema: { response: { 200: ticketList } } }, request =>
      ticketsActive(context, requireUser(request).user_id),
    )
  }
