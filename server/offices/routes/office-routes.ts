import * as v from 'valibot'
import { CATEGORIES } from '#contract/categories.ts'
import { idFromText } from '#contract/primitives.ts'
import { form as formShape } from '#contract/rest/forms.ts'
import { categoryList } from '#contract/rest/offices.ts'
import { policy } from '#contract/rest/policies.ts'
import { policyInForce } from '#server/policies/policy-in-force.ts'
import type { Routes } from '#server/web/app.ts'
import type { OfficesContext } from '../offices-context.ts'
import { readForm } from '../read-form.ts'
import { requireOffice } from '../read-offices.ts'
import { keptFor } from '#server/web/kept-for.ts'

const MINUTE = 60_000
const byId = v.object({ id: idFromText })
const ofLine = v.object({ id: idFromText, lineId: idFromText })

/** Categories, and what an office asks: its policy, and the forms of its lines. */
export const officeRoutes =
  (context: OfficesContext): Routes =>
  app => {
    const { db } = context.database

    app.get(
      '/categories',
      {
        ...keptFor(10 * MINUTE),
        schema: {
          querystring: v.object({ mode: v.optional(v.picklist(['visible'])) }),
          response: { 200: categoryList },
        },
      },
      async request => {
        if (request.query.mode === undefined) return [...CATEGORIES]
        const rows = await db
          .selectFrom('offices')
          .select('category_slug')
          .distinct()
          .where('active', '=', true)
          .execute()
        const visible = new Set(rows.map(row => row.category_slug))
        return CATEGORIES.filter(({ slug }) => visible.has(slug))
      },
    )

    // What 'Acepto la política' accepts: at an office, and where no office is in sight.
    app.get(
      '/offices/:id/policy',
      { ...keptFor(MINUTE), schema: { params: byId, response: { 200: policy } } },
      async request => policyInForce(db, (await requireOffice(db, request.params.id)).id),
    )
    app.get('/policy', { ...keptFor(MINUTE), schema: { response: { 200: policy } } }, () =>
      policyInForce(db, null),
    )

    // With ?ticket=true what the line asks before it gives a number; without, what it asks before a time is
    // booked, the default form where it has none of its own (FORM-01).
    app.get(
      '/offices/:id/lines/:lineId/forms',
      {
        ...keptFor(0),
        schema: {
          params: ofLine,
          querystring: v.object({ ticket: v.optional(v.picklist(['true', 'false'])) }),
          response: { 200: formShape },
        },
      },
      async request => {
        const { id, lineId } = request.params
        return await readForm(db, id, lineId, request.query.ticket === 'true' ? 'ticket' : 'reservation')
      },
    )
  }
