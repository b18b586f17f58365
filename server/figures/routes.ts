import { Readable } from 'node:stream'
import * as v from 'valibot'
import { figures, figuresQuery } from '#contract/rest/figures.ts'
import { toldWaits as toldWaitsAnswer } from '#contract/rest/offices.ts'
import { idFromText } from '#contract/primitives.ts'
import { inLane } from '#server/database/lanes.ts'
import { requireSupervisor } from '#server/facts/clerk-office.ts'
import type { Routes } from '#server/web/app.ts'
import { requireClerk } from '#server/web/caller.ts'
import { keptFor, keptNowhere } from '#server/web/kept-for.ts'
import { askedSpan } from './asked-span.ts'
import type { FiguresContext } from './figures-context.ts'
import { figuresTable } from './figures-table.ts'
import { officeFigures } from './office-figures.ts'
import { servicesTable } from './services-table.ts'
import { toldWaits } from './told-waits.ts'

const byOffice = v.object({ id: idFromText })
/** It changes once a day. */
const TOLD_KEPT_MS = 60 * 60 * 1_000

/** What happened at an office, for whoever supervises it: below the desk's base. */
export const figuresRoutes =
  (context: FiguresContext): Routes =>
  app => {
    app.get(
      '/offices/:id/figures',
      { ...keptNowhere, schema: { params: byOffice, querystring: figuresQuery, response: { 200: figures } } },
      async request => {
        const { id: office_id } = request.params
        await requireSupervisor(context.database, { office_id, clerk_id: requireClerk(request).clerk_id })
        return await officeFigures(context, { ...request.query, office_id })
      },
    )

    // What the tables say, by the last word of their addresses and of the files.
    const tables = { 'figures.csv': figuresTable, 'figures-services.csv': servicesTable }
    for (const [table, rows] of Object.entries(tables))
      app.get(
        `/offices/:id/${table}`,
        { ...keptNowhere, schema: { params: byOffice, querystring: figuresQuery } },
        async (request, reply) => {
          const { id: office_id } = request.params
          await requireSupervisor(context.database, { office_id, clerk_id: requireClerk(request).clerk_id })
          const span = await inLane('readers', () => askedSpan(context, { ...request.query, office_id }))
          const suffix = table.slice('figures'.length)
          return reply
            .type('text/csv; charset=utf-8')
            .header(
              'content-disposition',
              `attachment; filename="${span.office.slug}-${span.from}-${span.to}${suffix}"`,
            )
            .send(Readable.from(rows(context, span)))
        },
      )
  }

/** How true it was what an office said, for everybody: below the third version of the API. */
export const toldWaitsRoutes =
  (context: FiguresContext): Routes =>
  app => {
    app.get(
      '/offices/:id/waits/told',
      { ...keptFor(TOLD_KEPT_MS), schema: { params: byOffice, response: { 200: toldWaitsAnswer } } },
      request => toldWaits(context, request.params.id),
    )
  }
