import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { idFromText, uuid } from '#contract/primitives.ts'
import { deskDelivered, deskNote, deskState as deskStateAnswer, deskTransfer } from '#contract/rest/desk.ts'
import { clerkAt } from '#server/facts/at-office.ts'
import type { Routes } from '#server/web/app.ts'
import { callParked } from '../call/call-parked.ts'
import { bringBack } from '../desk/bring-back.ts'
import { noteDelivered } from '../desk/note-delivered.ts'
import { deskState } from '../call/desk-state.ts'
import { noteTurn } from '../desk/note-turn.ts'
import { parkTicket } from '../desk/park-ticket.ts'
import { putBack } from '../desk/put-back.ts'
import { transferTicket } from '../desk/transfer-ticket.ts'
import type { QueueContext } from '../queue-context.ts'

const byOffice = v.object({ id: idFromText })
const byTicket = v.object({ id: idFromText, tuid: uuid })
const answers = { 200: deskStateAnswer }

/** What a clerk does with a number after its call; each answers what the clerk sees then. The desk's base. */
export const asideRoutes =
  (context: QueueContext): Routes =>
  app => {
    const atDesk = (request: FastifyRequest, officeId: number) => clerkAt(context, request, officeId)

    app.post('/offices/:id/park', { schema: { params: byOffice, response: answers } }, async request => {
      const at = await atDesk(request, request.params.id)
      await parkTicket(context, at)
      return await deskState(context, at)
    })

    app.post(
      '/offices/:id/transfer',
      { schema: { params: byOffice, body: deskTransfer, response: answers } },
      async request => {
        const at = await atDesk(request, request.params.id)
        await transferTicket(context, { ...at, to: request.body })
        return await deskState(context, at)
      },
    )

    app.post(
      '/offices/:id/tickets/:tuid/note',
      { schema: { params: byTicket, body: deskNote, response: answers } },
      async request => {
        const at = await atDesk(request, request.params.id)
        await noteTurn(context, { ...at, tuid: request.params.tuid, ...request.body })
        return await deskState(context, at)
      },
    )

    app.post(
      '/offices/:id/tickets/:tuid/delivered',
      { schema: { params: byTicket, body: deskDelivered, response: answers } },
      async request => {
        const at = await atDesk(request, request.params.id)
        await noteDelivered(context, { ...at, tuid: request.params.tuid, ...request.body })
        return await deskState(context, at)
      },
    )

    const bare = { schema: { params: byTicket, response: answers } }

    app.post('/offices/:id/tickets/:tuid/bring-back', bare, async request => {
      const at = await atDesk(request, request.params.id)
      await bringBack(context, { ...at, tuid: request.params.tuid })
      return await deskState(context, at)
    })

    app.post('/offices/:id/tickets/:tuid/put-back', bare, async request => {
      const at = await atDesk(request, request.params.id)
      await putBack(context, { ...at, tuid: request.params.tuid })
      return await deskState(context, at)
    })

    app.post('/offices/:id/tickets/:tuid/call-parked', bare, async request => {
      const at = await atDesk(request, request.params.id)
      await callParked(context, { ...at, tuid: request.params.tuid })
      return await deskState(context, at)
    })
  }
