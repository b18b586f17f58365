import * as v from 'valibot'
import { idFromText } from '#contract/primitives.ts'
import { line, lineInfo } from '#contract/rest/offices.ts'
import type { Routes } from '#server/web/app.ts'
import { notFound } from '#server/web/refusal.ts'
import type { OfficesContext } from '../offices-context.ts'
import { requireLine, withStates } from '../read-lines.ts'
import { keptFor } from '#server/web/kept-for.ts'

const MINUTE = 60_000
const byId = v.object({ id: idFromText })

/** A line by its id: also a hidden one, whose link somebody was given. */
export const lineRoutes =
  (context: OfficesContext): Routes =>
  app => {
    const { db } = context.database

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

    app.get(
      '/lines/:id/info',
      { ...keptFor(MINUTE), schema: { params: byId, response: { 200: lineInfo } } },
      async request => {
        const { slug, officeSlug } = await requireLine(db, request.params.id)
        return { office_slug: officeSlug, line_slug: slug }
      },
    )
  }
