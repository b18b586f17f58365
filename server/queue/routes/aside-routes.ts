import * as v from 'valibot'
import { idFromText, uuid } from '#contract/primitives.ts'
import {
  deskDelivered,
  deskMeant,
  deskNote,
  deskState as deskStateAnswer,
  deskTransfer,
} from '#contract/rest/desk.ts'
import type { Routes } from '#server/web/app.ts'
import { callParked } from '../call/call-parked.ts'
import { bringBack } from '../desk/bring-back.ts'
import { noteDelivered } from '../desk/note-delivered.ts'
import { noteTurn } from '../desk/note-turn.ts'
import { parkTicket } from '../desk/park-ticket.ts'
import { putBack } from '../desk/put-back.ts'
import { transferTicket } from '../desk/transfer-ticket.ts'
import type { QueueContext } from '../queue-context.ts'
import { doneAtDesk } from './done-at-desk.ts'

const byOffice = v.object({ id: idFromText })
const byTicket = v.object({ id: idFromText, tuid: uuid })
const answers = { 200: deskStateAnswer }

/** What a clerk does with a number after its call; each answers what the clerk sees then. The desk's base. */
export const asideRoutes =
  (context: QueueContext): Routes =>
  app => {
    app.post(
      '/offices/:id/park',
      { schema: { params: byOffice, body: deskMeant, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          parkTicket(context, { ...at, ...request.body }),
        ),
    )

    app.post(
      '/offices/:id/transfer',
      { schema: { params: byOffice, body: deskTransfer, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at => {
          const { tuid, ...to } = request.body
          return transferTicket(context, { ...at, tuid, to })
        }),
    )

    app.post(
      '/offices/:id/tickets/:tuid/note',
      { schema: { params: byTicket, body: deskNote, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          noteTurn(context, { ...at, tuid: request.params.tuid, ...request.body }),
        ),
    )

    app.post(
      '/offices/:id/tickets/:tuid/delivered',
      { schema: { params: byTicket, body: deskDelivered, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          noteDelivered(context, { ...at, tuid: request.params.tuid, ...request.body }),
        ),
    )

    const bare = { schema: { params: byTicket, response: answers } }

    app.post('/offices/:id/tickets/:tuid/bring-back', bare, request =>
      doneAtDesk(context, request, request.params.id, at =>
        bringBack(context, { ...at, tuid: request.params.tuid }),
      ),
    )

    app.post('/offices/:id/tickets/:tuid/put-back', bare, request =>
      doneAtDesk(context, request, request.params.id, at =>
        putBack(context, { ...at, tuid: request.params.tuid }),
      ),
    )

    app.post('/offices/:id/tickets/:tuid/call-parked', bare, request =>
      doneAtDesk(context, request, request.params.id, at =>
        callParked(context, { ...at, tuid: request.params.tuid }),
      ),
    )
  }
