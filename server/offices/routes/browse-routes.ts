import * as v from 'valibot'
import { CATEGORIES } from '#contract/categories.ts'
import { OFFICES_CACHE_MS } from '#contract/limits.ts'
import { idFromText } from '#contract/primitives.ts'
import {
  lineCategoryGeo,
  lineCategoryList,
  officeList,
  officeWaitList,
  officeWaitsQuery,
} from '#contract/rest/offices.ts'
import type { Routes } from '#server/web/app.ts'
import { notFound } from '#server/web/refusal.ts'
import { readLineCategories, readLineCategoryGeo } from '../line-categories.ts'
import type { OfficeList } from '../office-list.ts'
import type { OfficesContext } from '../offices-context.ts'
import { isSerial } from '../serial.ts'
import { keptFor } from '#server/web/kept-for.ts'
import { sendRepresentation } from './send-representation.ts'

const MINUTE = 60_000
/** Beside the seconds that the server itself keeps them. */
const WAITS_KEPT_MS = 5_000

/** Finding offices: the whole list, and by kind of service. */
export const browseRoutes = (context: OfficesContext, list: OfficeList): Routes => {
  const { db } = context.database
  return app => {
    app.get(
      '/offices/web',
      { ...keptFor(OFFICES_CACHE_MS.min), schema: { response: { 200: officeList } } },
      async (request, reply) => {
        const representation = await list.representation(request.headers['accept-encoding'])
        // The schema is for the documentation: bytes pass by the serializer, and 304 is not its to know.
        return sendRepresentation(request, reply, representation) as never
      },
    )

    app.get(
      '/offices/waits',
      {
        ...keptFor(WAITS_KEPT_MS),
        schema: { querystring: officeWaitsQuery, response: { 200: officeWaitList } },
      },
      request => context.officeWaits(request.query.ids.filter(isSerial)),
    )

    app.get(
      '/organizations/:organizationId/line_categories',
      {
        ...keptFor(MINUTE),
        schema: { params: v.object({ organizationId: idFromText }), response: { 200: lineCategoryList } },
      },
      async request => {
        const { organizationId } = request.params
        if (!CATEGORIES.some(category => category.organization_id === organizationId)) {
          throw notFound('the organization')
        }
        return await readLineCategories(db, organizationId)
      },
    )

    app.get(
      '/line_categories/:lineCategoryId/geo',
      {
        ...keptFor(MINUTE),
        schema: { params: v.object({ lineCategoryId: idFromText }), response: { 200: lineCategoryGeo } },
      },
      async request => {
        const { lineCategoryId } = request.params
        const geo = isSerial(lineCategoryId) ? await readLineCategoryGeo(db, lineCategoryId) : null
        if (geo === null) throw notFound('the line category')
        return geo
      },
    )
  }
}
