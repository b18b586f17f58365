import * as v from 'valibot'
import { idFromText, isoDay, uuid } from '#contract/primitives.ts'
import { deskBookable, deskBooking, deskFind, deskFound, deskMove } from '#contract/rest/desk-booking.ts'
import { deskReservation as deskReservationAnswer } from '#contract/rest/desk.ts'
import { timeBlockList, unavailableDays as unavailableAnswer } from '#contract/rest/reservations.ts'
import { clerkAt } from '#server/facts/at-office.ts'
import type { Routes } from '#server/web/app.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { bookForSomebody } from './book-for-somebody.ts'
import { bookableLines, requireLineOfOffice } from './bookable-lines.ts'
import { deskReservation } from './desk-reservations.ts'
import { findReservations } from './find-reservations.ts'
import { dayBlocks, unavailableDays } from './free-slots.ts'
import { moveReservation } from './move-reservation.ts'
import type { ReservationsContext } from './reservations-context.ts'

const byOffice = v.object({ id: idFromText })
const byLine = v.object({ id: idFromText, lineId: idFromText })
const byReservation = v.object({ id: idFromText, reservationId: uuid })

/**
 * What a desk does for somebody else: sees what is free, books, moves, finds again. What is free is
 * everybody's to see; asked here it goes before those who only look.
 * @see rule DESK-11
 */
export const deskBookingRoutes =
  (context: ReservationsContext): Routes =>
  app => {
    app.get(
      '/offices/:id/bookable',
      { ...keptNowhere, schema: { params: byOffice, response: { 200: deskBookable } } },
      async request => await bookableLines(context, await clerkAt(context, request, request.params.id)),
    )

    app.get(
      '/offices/:id/lines/:lineId/unavailable',
      { ...keptNowhere, schema: { params: byLine, response: { 200: unavailableAnswer } } },
      async request => {
        const { office_id } = await clerkAt(context, request, request.params.id)
        const plan = await requireLineOfOffice(context, { office_id, line_id: request.params.lineId })
        return { dates: await unavailableDays(context, { plans: [plan] }) }
      },
    )

    app.get(
      '/offices/:id/lines/:lineId/timeblocks',
      {
        ...keptNowhere,
        schema: { params: byLine, querystring: v.object({ day: isoDay }), response: { 200: timeBlockList } },
      },
      async request => {
        const { office_id } = await clerkAt(context, request, request.params.id)
        const plan = await requireLineOfOffice(context, { office_id, line_id: request.params.lineId })
        return await dayBlocks(context, plan, request.query.day)
      },
    )

    app.post(
      '/offices/:id/reservations',
      {
        ...keptNowhere,
        schema: {
          params: byOffice,
          body: deskBooking,
          response: { 200: deskReservationAnswer, 201: deskReservationAnswer },
        },
      },
      async (request, reply) => {
        const office = await clerkAt(context, request, request.params.id)
        const { block, rut, dni, answers, ...wish } = request.body
        const meta = { rut, dni, answers }
        const { id, repeated } = await bookForSomebody(context, { ...office, ...wish, ...block, meta })
        return reply.code(repeated ? 200 : 201).send(await deskReservation(context, { ...office, id }))
      },
    )

    app.post(
      '/offices/:id/reservations/find',
      { ...keptNowhere, schema: { params: byOffice, body: deskFind, response: { 200: deskFound } } },
      async request => {
        const { office_id } = await clerkAt(context, request, request.params.id)
        return await findReservations(context, { office_id, text: request.body.text })
      },
    )

    app.post(
      '/offices/:id/reservations/:reservationId/move',
      {
        ...keptNowhere,
        schema: { params: byReservation, body: deskMove, response: { 200: deskReservationAnswer } },
      },
      async request => {
        const whose = {
          ...(await clerkAt(context, request, request.params.id)),
          id: request.params.reservationId,
        }
        await moveReservation(context, { ...whose, ...request.body.block })
        return await deskReservation(context, whose)
      },
    )
  }
