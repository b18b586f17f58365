import * as v from 'valibot'
import { uuid } from '#contract/primitives.ts'
import { reservation, reservationList, reserveRequest } from '#contract/rest/reservations.ts'
import { askerOf } from '#server/knocks/asker.ts'
import { cancelReservation } from '#server/reservations/cancel-reservation.ts'
import { myReservations } from '#server/reservations/my-reservations.ts'
import { asItStands, book } from '#server/reservations/owner-answers.ts'
import type { BookingContext } from '#server/reservations/reservations-context.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import { keptNowhere } from '#server/web/kept-for.ts'

const byId = v.object({ id: uuid })
const bare = { ...keptNowhere, schema: { params: byId, response: { 200: reservation } } }

/**
 * A person's own reservations as the bases of API v1 and v3 call them. The list of v1 keeps only those that
 * have not begun (RES-10).
 */
export const reserveRoutes =
  (context: BookingContext, { onlyFuture }: { onlyFuture: boolean }): Routes =>
  app => {
    app.post(
      '/user/reserves',
      { schema: { body: reserveRequest, response: { 200: reservation, 201: reservation } } },
      async (request, reply) => {
        const caller = requireUser(request)
        const asker = askerOf(request, caller)
        const { code, answer } = await book(context, caller, asker, request.body.reserve)
        return reply.code(code).send(answer)
      },
    )

    app.get('/user/reserves', { ...keptNowhere, schema: { response: { 200: reservationList } } }, request =>
      myReservations(context, { user_id: requireUser(request).user_id, onlyFuture }),
    )

    app.get('/user/reserves/:id', bare, request =>
      asItStands(context, { id: request.params.id, user_id: requireUser(request).user_id }),
    )

    app.delete('/user/reserves/:id', bare, async request => {
      const own = { id: request.params.id, user_id: requireUser(request).user_id }
      await cancelReservation(context, own)
      return await asItStands(context, own)
    })
  }
