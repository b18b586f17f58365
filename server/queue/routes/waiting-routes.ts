import * as v from 'valibot'
import { uuid } from '#contract/primitives.ts'
import {
  attentionCheck as attentionAnswer,
  customerWaiting as customerWaitingAnswer,
} from '#contract/rest/tickets.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import { attentionCheck } from '../hold/attention-check.ts'
import { customerWaiting } from '../hold/customer-waiting.ts'
import type { QueueContext } from '../queue-context.ts'

/** Either names either: whoever holds a reservation may not know by which id it is waited for. */
const waitingQuery = v.union([v.object({ tuid: uuid }), v.object({ ruid: uuid })])

/** The wait service. */
export const waitRoutes =
  (context: QueueContext): Routes =>
  app => {
    app.get(
      '/customerwaiting',
      { schema: { querystring: waitingQuery, response: { 200: customerWaitingAnswer } } },
      request => {
        const id = 'tuid' in request.query ? request.query.tuid : request.query.ruid
        return customerWaiting(context, { id, user_id: requireUser(request).user_id })
      },
    )
  }

const attentionQuery = v.object({ id: uuid, type: v.picklist(['ticket', 'reserve']) })

/** The attention function. */
export const attentionRoutes =
  (context: QueueContext): Routes =>
  app => {
    app.get(
      '/check',
      { schema: { querystring: attentionQuery, response: { 200: attentionAnswer } } },
      request => attentionCheck(context, { ...request.query, user_id: requireUser(request).user_id }),
    )
  }
