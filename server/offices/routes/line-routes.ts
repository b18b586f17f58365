import * as v from 'valibot'
import { idFromText } from '#contract/primitives.ts'
import { lineInfo } from '#contract/rest/offices.ts'
import type { Routes } from '#server/web/app.ts'
import type { OfficesContext } from '../offices-context.ts'
import { requireLine } from '../read-lines.ts'
import { keptFor } from '#server/web/kept-for.ts'

const MINUTE = 60_000
const byId = v.object({ id: idFromText })

/** Where a line is found, by its id: also a hidden one, whose link somebody was given. */
export const lineRoutes =
  (context: OfficesContext): Routes =>
  app => {
    const { db } = context.database

    app.get(
      '/lines/:id/info',
      { ...keptFor(MINUTE), schema: { params: byId, response: { 200: lineInfo } } },
      async request => {
        const { slug, officeSlug } = await requireLine(db, request.params.id)
        return { office_slug: officeSlug, line_slug: slug }
      },
    )
  }
