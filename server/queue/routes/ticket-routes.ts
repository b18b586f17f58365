import * as v from 'valibot'
import { idFromText, uuid } from '#contract/primitives.ts'
import { ticket, ticketHistory, ticketList, ticketRequest } from '#contract/rest/tickets.ts'
import { askerOf } from '#server/knocks/asker.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import { notFound } from '#server/web/refusal.ts'
import type { QueueContext } from '../queue-context.ts'
import { ticketAsGiven } from '../take/given-tickets.ts'
import { takeTicket } from '../take/take-ticket.ts'
import { ticketOfOwner } from '../hold/ticket-of-owner.ts'
import { ticketsActive } from '../hold/tickets-active.ts'
import { ticketsHistory } from '../hold/tickets-history.ts'

const PAGE_MAX = 100_000

const ticketsQuery = v.object({
  status: v.picklist(['active', 'history']),
  page: v.optional(v.pipe(idFromText, v.maxValue(PAGE_MAX)), '1'),
})

/** Taking a number, and the numbers that one holds or held: under the base of API v1. */
export const ticketRoutes =
  (context: QueueContext): Routes =>
  app => {
    app.post(
      '/offices/:id/tickets/new',
      {
        schema: {
          params: v.object({ id: idFromText }),
          body: ticketRequest,
          response: { 200: ticket, 201: ticket },
        },
      },
      async (request, reply) => {
        const caller = requireUser(request)
        const { user_id } = caller
        const { line_id, request_id, meta, declared, preferential } = request.body
        const office = { office_id: request.params.id }
        const asker = askerOf(request, caller)
        const taken = await takeTicket(context, {
          office,
          line_id,
          user_id,
          request_id,
          meta,
          declared,
          preferential,
          asker,
        })
        const answer =
          (taken.repeated ? null : await ticketAsGiven(context, taken.tuid)) ??
          (await ticketOfOwner(context, { tuid: taken.tuid, user_id }))
        if (!answer) throw notFound('the ticket')
        return reply.code(taken.repeated ? 200 : 201).send(answer)
      },
    )

    app.get(
      '/user/v2/tickets/:id',
      { schema: { params: v.object({ id: uuid }), response: { 200: ticket } } },
      async request => {
        const { user_id } = requireUser(request)
        const answer = await ticketOfOwner(context, { tuid: request.params.id, user_id })
        if (!answer) throw notFound('the ticket')
        return answer
      },
    )

    app.get(
      '/tickets',
      { schema: { querystring: ticketsQuery, response: { 200: v.union([ticketList, ticketHistory]) } } },
      async request => {
        const { user_id } = requireUser(request)
        const { status, page } = request.query
        return status === 'active'
          ? await ticketsActive(context, user_id)
          : await ticketsHistory(context, { user_id, page })
      },
    )
  }
