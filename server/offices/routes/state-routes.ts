import { sql } from 'kysely'
import * as v from 'valibot'
import { line, lineList, moduloList, officeState } from '#contract/rest/offices.ts'
import type { Routes } from '#server/web/app.ts'
import { notFound } from '#server/web/refusal.ts'
import type { OfficesContext } from '../offices-context.ts'
import { requireLineBySlug, withStates } from '../read-lines.ts'
import { readLinesNow, readOfficeState } from '../read-office-state.ts'
import { requireOfficeBySlug } from '../read-offices.ts'
import { keptFor } from '#server/web/kept-for.ts'

const bySlug = v.object({ officeSlug: v.string() })
const ofLine = v.object({ officeSlug: v.string(), lineSlug: v.string() })

/**
 * An office by its slug, as it stands now. What moves is asked for again each time; the application keeps it
 * as it sees fit.
 */
export const stateRoutes =
  (context: OfficesContext): Routes =>
  app => {
    const { db } = context.database

    app.get(
      '/state/:officeSlug',
      { ...keptFor(0), schema: { params: bySlug, response: { 200: officeState } } },
      request => readOfficeState(context, request.params.officeSlug),
    )

    app.get(
      '/state/:officeSlug/lines',
      { ...keptFor(0), schema: { params: bySlug, response: { 200: lineList } } },
      async request => {
        const { id } = await requireOfficeBySlug(db, request.params.officeSlug)
        return (await readLinesNow(context, id)).lines
      },
    )

    app.get(
      '/state/:officeSlug/lines/:lineSlug',
      { ...keptFor(0), schema: { params: ofLine, response: { 200: line } } },
      async request => {
        const { officeSlug, lineSlug } = request.params
        const still = await requireLineBySlug(db, officeSlug, lineSlug)
        const [moving] = withStates([still], (await context.linesOf(still.officeId)).lines)
        if (!moving) throw notFound('the line')
        return moving
      },
    )

    app.get(
      '/state/:officeSlug/modulos',
      { ...keptFor(0), schema: { params: bySlug, response: { 200: moduloList } } },
      async request => {
        const { id } = await requireOfficeBySlug(db, request.params.officeSlug)
        return await db
          .selectFrom('modulos')
          .select(['id', 'name', sql<boolean>`clerk_id is not null`.as('open')])
          .where('office_id', '=', id)
          .where('active', '=', true)
          .orderBy('id')
          .execute()
      },
    )
  }
