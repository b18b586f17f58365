import * as v from 'valibot'
import { idFromText } from '#contract/primitives.ts'
import { linkWish, madeLink, officeLinks } from '#contract/rest/devices.ts'
import { supervisorAt } from '#server/facts/at-office.ts'
import type { Routes } from '#server/web/app.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import type { DevicesContext } from '../devices-context.ts'
import { listLinks } from './list-links.ts'
import { makeLink } from './make-link.ts'
import { revokeLink } from './revoke-link.ts'

const byOffice = v.object({ id: idFromText })
const byLink = v.object({ id: idFromText, linkId: idFromText })

/** The links of an office's walls and kiosks, for whoever answers for it. */
export const linkRoutes =
  (context: DevicesContext): Routes =>
  app => {
    app.get(
      '/offices/:id/links',
      { ...keptNowhere, schema: { params: byOffice, response: { 200: officeLinks } } },
      async request => {
        const { office_id } = await supervisorAt(context, request, request.params.id)
        return { links: await listLinks(context, office_id) }
      },
    )

    app.post(
      '/offices/:id/links',
      { ...keptNowhere, schema: { params: byOffice, body: linkWish, response: { 201: madeLink } } },
      async (request, reply) => {
        const { clerk_id: made_by, ...at } = await supervisorAt(context, request, request.params.id)
        const made = await makeLink(context, { ...at, made_by, ...request.body })
        return reply.code(201).send(made)
      },
    )

    app.post(
      '/offices/:id/links/:linkId/revoke',
      { schema: { params: byLink, response: { 200: officeLinks } } },
      async request => {
        const at = await supervisorAt(context, request, request.params.id)
        await revokeLink(context, { ...at, link_id: request.params.linkId })
        return { links: await listLinks(context, at.office_id) }
      },
    )
  }
