import * as v from 'valibot'
import { idFromText, isoDay, uuid } from '#contract/primitives.ts'
import { deskRemoval } from '#contract/rest/desk-booking.ts'
import {
  deskReservation as deskReservationAnswer,
  deskReservations as deskReservationsAnswer,
} from '#contract/rest/desk.ts'
import { clerkAt } from '#server/facts/at-office.ts'
import type { Routes } from '#server/web/app.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { confirmByOffice } from './confirm-by-office.ts'
import { noteArrival } from './note-arrival.ts'
import { removeReservation } from './remove-reservation.ts'
import { deskReservation, deskReservations } from './desk-reservations.ts'
import type { ReservationsContext } from './reservations-context.ts'

const byOffice = v.object({ id: idFromText })
const byReservation = v.object({ id: idFromText, reservationId: uuid })

/**
 * What is booked, as the office's clerks see it, and their word on what waits for it. Calling one is the
 * queue's. An office of others is an office that does not exist.
 */
export const deskReservationRoutes =
  (context: ReservationsContext): Routes =>
  app => {
    app.get(
      '/offices/:id/reservations',
      {
        ...keptNowhere,
        schema: {
          params: byOffice,
          querystring: v.object({ day: v.optional(isoDay) }),
          response: { 200: deskReservationsAnswer },
        },
      },
      async request => {
        const office = await clerkAt(context, request, request.params.id)
        return await deskReservations(context, { ...office, day: request.query.day })
      },
    )

    app.post(
      '/offices/:id/reservations/:reservationId/confirm',
      { schema: { params: byReservation, response: { 200: deskReservationAnswer } } },
      async request => {
        const whose = {
          ...(await clerkAt(context, request, request.params.id)),
          id: request.params.reservationId,
        }
        await confirmByOffice(context, whose)
        return await deskReservation(context, whose)
      },
    )

    app.post(
      '/offices/:id/reservations/:reservationId/arrived',
      { schema: { params: byReservation, response: { 200: deskReservationAnswer } } },
      async request => {
        const whose = {
          ...(await clerkAt(context, request, request.params.id)),
          id: request.params.reservationId,
        }
        await noteArrival(context, whose)
        return await deskReservation(context, whose)
      },
    )

    app.post(
      '/offices/:id/reservations/:reservationId/remove',
      { schema: { params: byReservation, body: deskRemoval, response: { 204: v.undefined() } } },
      async (request, reply) => {
        const office = await clerkAt(context, request, request.params.id)
        const { reservationId: id } = request.params
        await removeReservation(context, { ...office, id, reason: request.body?.reason })
        return reply.code(204).send()
      },
    )
  }
