import * as v from 'valibot'
import { idFromText, uuid } from '#contract/primitives.ts'
import { deskState as deskStateAnswer } from '#contract/rest/desk.ts'
import { deskPreference, deskWhyBefore, whyBeforeQuery } from '#contract/rest/preference.ts'
import { clerkAt } from '#server/facts/at-office.ts'
import type { Routes } from '#server/web/app.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { whyBefore } from '../call/why-before.ts'
import { setPreference } from '../desk/set-preference.ts'
import type { QueueContext } from '../queue-context.ts'
import { doneAtDesk } from './done-at-desk.ts'

const byOffice = v.object({ id: idFromText })
const byTicket = v.object({ id: idFromText, tuid: uuid })

/** What a clerk may do about the order of calling, and ask of it. */
export const orderRoutes =
  (context: QueueContext): Routes =>
  app => {
    app.post(
      '/offices/:id/tickets/:tuid/preference',
      { schema: { params: byTicket, body: deskPreference, response: { 200: deskStateAnswer } } },
      async request => {
        const { id, tuid } = request.params
        return await doneAtDesk(context, request, id, at =>
          setPreference(context, { ...at, tuid, preferential: request.body.preferential }),
        )
      },
    )

    app.get(
      '/offices/:id/why-before',
      {
        ...keptNowhere,
        schema: { params: byOffice, querystring: whyBeforeQuery, response: { 200: deskWhyBefore } },
      },
      async request => {
        const { office_id } = await clerkAt(context, request, request.params.id)
        return await whyBefore(context, { office_id, ...request.query })
      },
    )
  }
