import * as v from 'valibot'
import { idFromText } from '#contract/primitives.ts'
import { line, lineList, office, officeHours } from '#contract/rest/offices.ts'
import type { OfficesContext } from '#server/offices/offices-context.ts'
import { requireLine, withStates } from '#server/offices/read-lines.ts'
import { readLinesNow } from '#server/offices/read-office-state.ts'
import { requireOffice } from '#server/offices/read-offices.ts'
import type { Routes } from '#server/web/app.ts'
import { keptFor } from '#server/web/kept-for.ts'
import { notFound } from '#server/web/refusal.ts'

const MINUTE = 60_000
const byId = v.object({ id: idFromText })

/** An office, its hours and its lines, each by its id: the application has them by an office's address. */
export const officeRoutes =
  (context: OfficesContext): Routes =>
  app => {
    const { db } = context.database

    app.get(
      '/offices/:id',
      { ...keptFor(MINUTE), schema: { params: byId, response: { 200: office } } },
      request => requireOffice(db, request.params.id),
    )

    app.get(
      '/offices/:id/lines',
      { ...keptFor(0), schema: { params: byId, response: { 200: lineList } } },
      async request => {
        const { id } = await requireOffice(db, request.params.id)
        return (await readLinesNow(context, id)).lines
      },
    )

    app.get(
      '/offices/:id/hours',
      { ...keptFor(MINUTE), schema: { params: byId, response: { 200: officeHours } } },
      async request => {
        const { time_zone, hours, closures } = await requireOffice(db, request.params.id)
        return { time_zone, hours, closures }
      },
    )

    app.get(
      '/lines/:id',
      { ...keptFor(0), schema: { params: byId, response: { 200: line } } },
      async request => {
        const still = await requireLine(db, request.params.id)
        const [moving] = withStates([still], (await context.linesOf(still.officeId)).lines)
        if (!moving) throw notFound('the line')
        return moving
      },
    )
  }
