import {
  whatsappCode,
  whatsappNumber,
  whatsappState as whatsappStateSchema,
} from '#contract/rest/whatsapp.ts'
import { askerOf } from '#server/knocks/asker.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import { askCode } from './ask-code.ts'
import { confirmNumber, forgetNumber } from './confirm-number.ts'
import type { WhatsappContext } from './whatsapp-context.ts'
import { NOT_OFFERED, whatsappState } from './whatsapp-state.ts'

const answers = { response: { 200: whatsappStateSchema } }

/**
 * A person's own WhatsApp number: said, confirmed, forgotten.
 * @param context null where WhatsApp is not configured: nothing is offered
 */
export const whatsappRoutes =
  (context: WhatsappContext | null): Routes =>
  app => {
    /** @throws Refusal switched-off */
    function offered(): WhatsappContext {
      if (context) return context
      throw new Refusal('switched-off', 403, 'nothing is sent by WhatsApp here')
    }

    app.get('/whatsapp', { schema: answers }, async request => {
      const { user_id } = requireUser(request)
      return context ? await whatsappState(context, user_id) : NOT_OFFERED
    })

    app.post('/whatsapp', { schema: { body: whatsappNumber, ...answers } }, async request => {
      const caller = requireUser(request)
      return await askCode(offered(), caller.user_id, askerOf(request, caller), request.body)
    })

    app.post('/whatsapp/confirm', { schema: { body: whatsappCode, ...answers } }, async request => {
      const { user_id } = requireUser(request)
      return await confirmNumber(offered(), user_id, request.body.code)
    })

    app.delete('/whatsapp', { schema: answers }, async request => {
      const { user_id } = requireUser(request)
      return await forgetNumber(offered(), user_id)
    })
  }
