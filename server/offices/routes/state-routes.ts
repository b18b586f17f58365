import { sql } from 'kysely'
import * as v from 'valibot'
import { line, lineList, moduloList, officeState } from '#contract/rest/offices.ts'
import type { Routes } from '#server/web/app.ts'
import { notFound } from '#server/web/refusal.ts'
import type { OfficesContext } from '../offices-context.ts'
import { readListedLines, requireLineBySlug, withStates } from '../read-lines.ts'
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

    const linesOf = async (officeId: number) => {
      const [still, { seq, lines }] = await Promise.all([
        readListedLines(db, officeId),
        context.linesOf(officeId),
      ])
      return { seq, lines: withStates(still, lines) }
    }

    app.get(
      '/state/:officeSlug',
      { ...keptFor(0), schema: { params: bySlug, response: { 200: officeState } } },
      async request => {
        const office = await requireOfficeBySlug(db, request.params.officeSlug)
        // Its sequence number is no newer than the lines: a fact in between is then replayed on what already
        // knows it, which does no harm. The other way round it would be missed.
        return { office, ...(await linesOf(office.id)), at: context.clock.now().toISOString() }
      },
    )

    app.get(
      '/state/:officeSlug/lines',
      { ...keptFor(0), schema: { params: bySlug, response: { 200: lineList } } },
      async request => {
        const { id } = await requireOfficeBySlug(db, request.params.officeSlug)
        return (await linesOf(id)).lines
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
