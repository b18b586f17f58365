import * as v from 'valibot'
import { uuid } from '#contract/primitives.ts'
import { paperHeld } from '#contract/rest/paper.ts'
import { passRequest, ticket } from '#contract/rest/tickets.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import { notFound } from '#server/web/refusal.ts'
import { comeBack } from '../hold/come-back.ts'
import { giveUp } from '../hold/give-up.ts'
import { letOthersPass } from '../hold/let-others-pass.ts'
import type { OwnTurn } from '../turn/own-turn.ts'
import type { QueueContext } from '../queue-context.ts'
import { sayOnMyWay } from '../hold/say-on-my-way.ts'
import { ticketOfOwner } from '../hold/ticket-of-owner.ts'
import { followPaper } from '../take/follow-paper.ts'

const byTuid = v.object({ tuid: uuid })

/** What a person does with the number in their hand; each answers how it stands then. The turns' base. */
export const turnRoutes =
  (context: QueueContext): Routes =>
  app => {
    const asItStands = async (own: OwnTurn) => {
      const answer = await ticketOfOwner(context, own)
      if (!answer) throw notFound('the ticket')
      return answer
    }

    const bare = { schema: { params: byTuid, response: { 200: ticket } } }

    app.post('/tickets/:tuid/give-up', bare, async request => {
      const own = { tuid: request.params.tuid, user_id: requireUser(request).user_id }
      await giveUp(context, own)
      return await asItStands(own)
    })

    app.post('/tickets/:tuid/on-my-way', bare, async request => {
      const own = { tuid: request.params.tuid, user_id: requireUser(request).user_id }
      await sayOnMyWay(context, own)
      return await asItStands(own)
    })

    app.post('/tickets/:tuid/come-back', bare, async request => {
      const own = { tuid: request.params.tuid, user_id: requireUser(request).user_id }
      await comeBack(context, own)
      return await asItStands(own)
    })

    app.post('/papers', { schema: { body: paperHeld, response: { 200: ticket } } }, async request => {
      const { user_id } = requireUser(request)
      return await followPaper(context, { secret: request.body.secret, user_id })
    })

    app.post(
      '/tickets/:tuid/pass',
      { schema: { params: byTuid, body: passRequest, response: { 200: ticket } } },
      async request => {
        const own = { tuid: request.params.tuid, user_id: requireUser(request).user_id }
        await letOthersPass(context, { ...own, ...request.body })
        return await asItStands(own)
      },
    )
  }
