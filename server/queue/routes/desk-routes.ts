import * as v from 'valibot'
import { idFromText, uuid } from '#contract/primitives.ts'
import { deskFreeze } from '#contract/rest/desk-day.ts'
import {
  deskCall,
  deskCallReservation,
  deskCallTicket,
  deskGive,
  deskList as deskListAnswer,
  deskListQuery,
  deskMeant,
  deskModulo,
  deskServed,
  deskStanding,
  deskState as deskStateAnswer,
  paperNumber,
  type SaidHere,
} from '#contract/rest/desk.ts'
import { clerkAt } from '#server/facts/at-office.ts'
import type { Routes } from '#server/web/app.ts'
import { requireClerk } from '#server/web/caller.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { callAgain } from '../call/call-again.ts'
import { callNext } from '../call/call-next.ts'
import { callReservation } from '../call/call-reservation.ts'
import { callTicket } from '../call/call-ticket.ts'
import { takeBackCall } from '../call/take-back-call.ts'
import { chooseLines } from '../desk/choose-lines.ts'
import { closeModulo } from '../desk/close-modulo.ts'
import { deskList } from '../desk/desk-list.ts'
import { deskState } from '../call/desk-state.ts'
import { freezeLine } from '../desk/freeze-line.ts'
import { markAbsent } from '../desk/mark-absent.ts'
import { markAttended } from '../desk/mark-attended.ts'
import { openModulo } from '../desk/open-modulo.ts'
import { sayArrived } from '../desk/say-arrived.ts'
import { removeTicket } from '../desk/remove-ticket.ts'
import { givenPaper, paperNumber as readPaper } from '../hold/paper-number.ts'
import type { QueueContext } from '../queue-context.ts'
import { issuePaperNumber } from '../take/issue-paper-number.ts'
import { doneAtDesk } from './done-at-desk.ts'

const byOffice = v.object({ id: idFromText })
const byLine = v.object({ id: idFromText, lineId: idFromText })
const byTicket = v.object({ id: idFromText, tuid: uuid })
const byReservation = v.object({ id: idFromText, reservationId: uuid })
const answers = { 200: deskStateAnswer }

type OfWhoIsHere = Pick<v.InferOutput<typeof deskCall>, 'here' | 'nobody'>
const hereOf = ({ here, nobody }: OfWhoIsHere): SaidHere | undefined =>
  here ?? (nobody ? 'nobody' : undefined)

/**
 * What a clerk does; each answers what the clerk sees then. An office of others is an office that does not
 * exist.
 */
export const deskRoutes =
  (context: QueueContext): Routes =>
  app => {
    const bare = { schema: { params: byOffice, response: answers } }

    app.get('/offices/:id', { ...keptNowhere, ...bare }, request =>
      deskState(context, { office_id: request.params.id, clerk_id: requireClerk(request).clerk_id }),
    )

    app.post(
      '/offices/:id/modulo',
      { schema: { params: byOffice, body: deskModulo, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, async at => {
          const { modulo_id, from } = request.body
          const here = hereOf(request.body)
          if (modulo_id === null) await closeModulo(context, { ...at, here })
          else await openModulo(context, { ...at, modulo_id, from, here })
        }),
    )

    app.post(
      '/offices/:id/served-lines',
      { schema: { params: byOffice, body: deskServed, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          chooseLines(context, { ...at, ...request.body }),
        ),
    )

    app.post(
      '/offices/:id/call',
      { schema: { params: byOffice, body: deskCall, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          callNext(context, { ...at, ...request.body, here: hereOf(request.body) }),
        ),
    )

    app.post(
      '/offices/:id/reservations/:reservationId/call',
      { schema: { params: byReservation, body: deskCallReservation, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          callReservation(context, {
            ...at,
            here: hereOf(request.body ?? {}),
            id: request.params.reservationId,
          }),
        ),
    )

    app.post(
      '/offices/:id/tickets/:tuid/call',
      { schema: { params: byTicket, body: deskCallTicket, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          callTicket(context, {
            ...at,
            ...request.body,
            here: hereOf(request.body),
            tuid: request.params.tuid,
          }),
        ),
    )

    app.post(
      '/offices/:id/arrived',
      { schema: { params: byOffice, body: deskStanding, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          sayArrived(context, { ...at, ...request.body }),
        ),
    )

    app.post(
      '/offices/:id/take-back',
      { schema: { params: byOffice, body: deskStanding, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          takeBackCall(context, { ...at, ...request.body }),
        ),
    )

    const meant = { schema: { params: byOffice, body: deskMeant, response: answers } }

    app.post('/offices/:id/call-again', meant, request =>
      doneAtDesk(context, request, request.params.id, at => callAgain(context, { ...at, ...request.body })),
    )

    app.post('/offices/:id/absent', meant, request =>
      doneAtDesk(context, request, request.params.id, at => markAbsent(context, { ...at, ...request.body })),
    )

    app.post('/offices/:id/attended', meant, request =>
      doneAtDesk(context, request, request.params.id, at =>
        markAttended(context, { ...at, ...request.body }),
      ),
    )

    app.get(
      '/offices/:id/tickets',
      {
        ...keptNowhere,
        schema: { params: byOffice, querystring: deskListQuery, response: { 200: deskListAnswer } },
      },
      async request => {
        const { office_id } = await clerkAt(context, request, request.params.id)
        return await deskList(context, { office_id, list: request.query.list })
      },
    )

    app.post(
      '/offices/:id/tickets',
      { schema: { params: byOffice, body: deskGive, response: { 201: paperNumber } } },
      async (request, reply) => {
        const at = await clerkAt(context, request, request.params.id)
        const { tuid } = await issuePaperNumber(context, { ...request.body, ...at })
        return reply.code(201).send(await givenPaper(context, { office_id: at.office_id, tuid }))
      },
    )

    app.get(
      '/offices/:id/tickets/:tuid/paper',
      { ...keptNowhere, schema: { params: byTicket, response: { 200: paperNumber } } },
      async request => {
        const { office_id } = await clerkAt(context, request, request.params.id)
        return await readPaper(context, { office_id, tuid: request.params.tuid })
      },
    )

    app.post(
      '/offices/:id/tickets/:tuid/remove',
      { schema: { params: byTicket, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          removeTicket(context, { ...at, tuid: request.params.tuid }),
        ),
    )

    app.post(
      '/offices/:id/lines/:lineId/frozen',
      { schema: { params: byLine, body: deskFreeze, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          freezeLine(context, { ...at, line_id: request.params.lineId, ...request.body }),
        ),
    )
  }
