import * as v from 'valibot'
import { idFromText, isoDay } from '#contract/primitives.ts'
import {
  MODALITIES,
  officeReserves,
  reservationSettings,
  timeBlockList,
  unavailableDays as unavailableAnswer,
} from '#contract/rest/reservations.ts'
import { wallTime } from '#contract/rules/office-time.ts'
import type { Routes } from '#server/web/app.ts'
import { keptFor } from '#server/web/kept-for.ts'
import { requireBookableLine, requireBookableOffice } from './bookable-office.ts'
import { dayBlocks, freeBlocks, timeBlockOf, unavailableDays } from './free-slots.ts'
import type { ReadContext } from './reservations-context.ts'
import { bookableDays } from './time-blocks.ts'

const MINUTE = 60_000

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
    const { clock } = context
    const { db } = context.database

    app.get(
      '/offices/:slug/settings',
      {
        ...keptFor(MINUTE),
        schema: { params: v.object({ slug: v.string() }), response: { 200: reservationSettings } },
      },
      async request => {
        const office = await requireBookableOffice(db, { office_slug: request.params.slug })
        const at = clock.now()
        return {
          office: office.office_slug,
          time_zone: office.time_zone,
          one_per: office.one_per,
          lines: office.plans.map(plan => ({
            line_id: plan.line_id,
            slug: plan.line_slug,
            name: plan.line_name,
            modalities: plan.modalities === 'both' ? [...MODALITIES] : [plan.modalities],
            minutes: plan.minutes,
            last_day: bookableDays(plan, at).last,
            confirm_minutes: plan.confirm_minutes,
          })),
        }
      },
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

/** The same under the base of API v1: a day of the whole office, today unless told. */
export const officeReservesRoutes =
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
