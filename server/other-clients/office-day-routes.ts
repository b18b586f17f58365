import * as v from 'valibot'
import { idFromText, isoDay } from '#contract/primitives.ts'
import { officeReserves } from '#contract/rest/reservations.ts'
import { wallTime } from '#contract/rules/office-time.ts'
import { requireBookableOffice } from '#server/reservations/bookable-office.ts'
import { freeBlocks, timeBlockOf } from '#server/reservations/free-slots.ts'
import type { ReadContext } from '#server/reservations/reservations-context.ts'
import type { Routes } from '#server/web/app.ts'
import { keptFor } from '#server/web/kept-for.ts'

/** What may be booked on a day in the whole office, today unless told. */
export const officeDayRoutes =
  (context: ReadContext): Routes =>
  app => {
    const { db } = context.database

    app.get(
      '/offices/:id/reserves',
      {
        ...keptFor(0),
        schema: {
          params: v.object({ id: idFromText }),
          querystring: v.object({ from: v.optional(isoDay) }),
          response: { 200: officeReserves },
        },
      },
      async request => {
        const { plans, time_zone } = await requireBookableOffice(db, { office_id: request.params.id })
        const at = context.clock.now()
        const day = request.query.from ?? wallTime(at, time_zone).day
        const blocks = await freeBlocks(db, plans, [day], at)
        return blocks.map(block => ({ line_id: block.line_id, ...timeBlockOf(block) }))
      },
    )
  }
