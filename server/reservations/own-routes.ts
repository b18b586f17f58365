import * as v from 'valibot'
import { uuid } from '#contract/primitives.ts'
import { paperHeld } from '#contract/rest/paper.ts'
import {
  reservation,
  reservationList,
  reservationMove,
  reservationRequest,
} from '#contract/rest/reservations.ts'
import { askerOf } from '#server/knocks/asker.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { cancelReservation } from './cancel-reservation.ts'
import { confirmByUser } from './confirm-by-user.ts'
import { followSlip } from './follow-slip.ts'
import { moveReservation } from './move-reservation.ts'
import { myReservations } from './my-reservations.ts'
import { asItStands, book } from './owner-answers.ts'
import type { BookingContext } from './reservations-context.ts'

const byId = v.object({ id: uuid })
const bare = { ...keptNowhere, schema: { params: byId, response: { 200: reservation } } }

/**
 * A person's own reservations, under the base of the reservations service. Each verb answers how the
 * reservation stands then; a deleted one is still its owner's to look at, and says that it is.
 */
export const ownRoutes =
  (context: BookingContext): Routes =>
  app => {
    app.get('/user', { ...keptNowhere, schema: { response: { 200: reservationList } } }, request =>
      myReservations(context, { user_id: requireUser(request).user_id }),
    )

    app.post(
      '/',
      { schema: { body: reservationRequest, response: { 200: reservation, 201: reservation } } },
      async (request, reply) => {
        const { line, block, ...wish } = request.body
        const caller = requireUser(request)
        const { code, answer } = await book(context, caller, askerOf(request, caller), {
          line_id: line,
          ...block,
          ...wish,
        })
        return reply.code(code).send(answer)
      },
    )

    app.post(
      '/slips',
      { ...keptNowhere, schema: { body: paperHeld, response: { 200: reservation } } },
      async request =>
        await followSlip(context, {
          secret: request.body.secret,
          user_id: requireUser(request).user_id,
        }),
    )

    app.get('/:id', bare, request =>
      asItStands(context, { id: request.params.id, user_id: requireUser(request).user_id }),
    )

    app.patch(
      '/:id',
      { schema: { params: byId, body: reservationMove, response: { 200: reservation } } },
      async request => {
        const own = { id: request.params.id, user_id: requireUser(request).user_id }
        await moveReservation(context, { ...own, ...request.body.block })
        return await asItStands(context, own)
      },
    )

    app.post('/:id/confirm', bare, async request => {
      const own = { id: request.params.id, user_id: requireUser(request).user_id }
      await confirmByUser(context, own)
      return await asItStands(context, own)
    })

    app.delete('/:id', bare, async request => {
      const own = { id: request.params.id, user_id: requireUser(request).user_id }
      await cancelReservation(context, own)
      return await asItStands(context, own)
    })
  }
