import * as v from 'valibot'
import { uuid } from '#contract/primitives.ts'
import { pollAnswer, pollList, pollRequest } from '#contract/rest/polls.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { answerPoll } from './answer-poll.ts'
import { declinePoll } from './decline-poll.ts'
import { openPolls } from './open-polls.ts'
import type { PollsContext } from './polls-context.ts'

/** Rating one's own attentions: under the base of API v1. Guests cannot (§5). */
export const pollsRoutes =
  (context: PollsContext): Routes =>
  app => {
    app.get('/user/polls', { ...keptNowhere, schema: { response: { 200: pollList } } }, request =>
      openPolls(context, requireUser(request).user_id),
    )

    app.post(
      '/user/polls',
      { ...keptNowhere, schema: { body: pollRequest, response: { 200: pollAnswer } } },
      request => answerPoll(context, { ...request.body.poll, user_id: requireUser(request).user_id }),
    )

    app.delete(
      '/user/polls/:ticket_id',
      { schema: { params: v.object({ ticket_id: uuid }) } },
      async (request, reply) => {
        const { user_id } = requireUser(request)
        await declinePoll(context, { ticket_id: request.params.ticket_id, user_id })
        return reply.code(204).send()
      },
    )
  }
