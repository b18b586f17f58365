import * as v from 'valibot'
import { isoDay } from '#contract/primitives.ts'
import {
  reservationSettings,
  timeBlockList,
  unavailableDays as unavailableAnswer,
} from '#contract/rest/reservations.ts'
import type { Routes } from '#server/web/app.ts'
import { keptFor } from '#server/web/kept-for.ts'
import { requireBookableLine, requireBookableOffice } from './bookable-office.ts'
import { dayBlocks, unavailableDays } from './free-slots.ts'
import { readSettings } from './read-settings.ts'
import type { ReadContext } from './reservations-context.ts'

const daysAsked = v.pipe(
  v.object({ line: v.optional(v.string()), from: v.optional(isoDay), to: v.optional(isoDay) }),
  v.forward(
    v.check(({ from, to }) => from === undefined || to === undefined || from <= to, 'ends before it begins'),
    ['to'],
  ),
)

/**
 * What may be booked, for whoever looks: nobody's name is in it, so guests may choose a time before they say
 * who they are. What is free changes with every booking and is asked for each time, with its entity tag.
 */
export const calendarRoutes =
  (context: ReadContext): Routes =>
  app => {
    const { db } = context.database

    app.get(
      '/offices/:slug/settings',
      {
        ...keptFor(0),
        schema: { params: v.object({ slug: v.string() }), response: { 200: reservationSettings } },
      },
      request => readSettings(context, request.params.slug),
    )

    app.get(
      '/offices/:slug/calendar/unavailable',
      {
        ...keptFor(0),
        schema: {
          params: v.object({ slug: v.string() }),
          querystring: daysAsked,
          response: { 200: unavailableAnswer },
        },
      },
      async request => {
        const { line, from, to } = request.query
        const office_slug = request.params.slug
        const plans =
          line === undefined
            ? (await requireBookableOffice(db, { office_slug })).plans
            : [await requireBookableLine(db, { office_slug, line_slug: line })]
        return { dates: await unavailableDays(context, { plans, from, to }) }
      },
    )

    app.get(
      '/offices/:slug/:lineSlug/:day/timeblocks',
      {
        ...keptFor(0),
        schema: {
          params: v.object({ slug: v.string(), lineSlug: v.string(), day: isoDay }),
          response: { 200: timeBlockList },
        },
      },
      async request => {
        const { slug, lineSlug, day } = request.params
        const plan = await requireBookableLine(db, { office_slug: slug, line_slug: lineSlug })
        return await dayBlocks(context, plan, day)
      },
    )
  }
