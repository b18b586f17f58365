import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { idFromText } from '#contract/primitives.ts'
import { linkWish, madeLink, officeLinks } from '#contract/rest/devices.ts'
import { type AtDesk, requireSupervisor } from '#server/facts/clerk-office.ts'
import type { Routes } from '#server/web/app.ts'
import { requireClerk } from '#server/web/caller.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { pressOf } from '#server/web/press-of.ts'
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
    async function supervisorAt(request: FastifyRequest, office_id: number): Promise<AtDesk> {
      const at = { office_id, clerk_id: requireClerk(request).clerk_id, press: pressOf(request) }
      await requireSupervisor(context.database, at)
      return at
    }

    app.get(
      '/offices/:id/links',
      { ...keptNowhere, schema: { params: byOffice, response: { 200: officeLinks } } },
      async request => {
        const { office_id } = await supervisorAt(request, request.params.id)
        return { links: await listLinks(context, office_id) }
      },
    )

    app.post(
      '/offices/:id/links',
      { ...keptNowhere, schema: { params: byOffice, body: linkWish, response: { 201: madeLink } } },
      async (request, reply) => {
        const { clerk_id: made_by, ...at } = await supervisorAt(request, request.params.id)
        const made = await makeLink(context, { ...at, made_by, ...request.body })
        return reply.code(201).send(made)
      },
    )

    app.post(
      '/offices/:id/links/:linkId/revoke',
      { schema: { params: byLink, response: { 200: officeLinks } } },
      async request => {
        const at = await supervisorAt(request, request.params.id)
        await revokeLink(context, { ...at, link_id: request.params.linkId })
        return { links: await listLinks(context, at.office_id) }
      },
    )
  }
