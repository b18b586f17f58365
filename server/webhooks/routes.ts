import * as v from 'valibot'
import { idFromText, uuid } from '#contract/primitives.ts'
import { webhookSecret, webhooks, webhookWish } from '#contract/rest/webhooks.ts'
import { supervisorAt } from '#server/facts/at-office.ts'
import type { Routes } from '#server/web/app.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { removeWebhook, renewSecret, resumeWebhook } from './change-webhook.ts'
import { listWebhooks } from './list-webhooks.ts'
import { makeWebhook } from './make-webhook.ts'
import { testWebhook } from './test-webhook.ts'
import type { WebhooksContext } from './webhooks-context.ts'

const byOffice = v.object({ id: idFromText })
const byWebhook = v.object({ id: idFromText, webhookId: uuid })

/** The webhooks of an office, for whoever answers for it. */
export const webhookRoutes =
  (context: WebhooksContext): Routes =>
  app => {
    const listed = async (officeId: number) => ({ webhooks: await listWebhooks(context, officeId) })

    app.get(
      '/offices/:id/webhooks',
      { ...keptNowhere, schema: { params: byOffice, response: { 200: webhooks } } },
      async request => {
        const { office_id } = await supervisorAt(context, request, request.params.id)
        return await listed(office_id)
      },
    )

    app.post(
      '/offices/:id/webhooks',
      { ...keptNowhere, schema: { params: byOffice, body: webhookWish, response: { 201: webhookSecret } } },
      async (request, reply) => {
        const at = await supervisorAt(context, request, request.params.id)
        return reply.code(201).send(await makeWebhook(context, { ...at, ...request.body }))
      },
    )

    app.post(
      '/offices/:id/webhooks/:webhookId/secret',
      { ...keptNowhere, schema: { params: byWebhook, response: { 201: webhookSecret } } },
      async (request, reply) => {
        const at = await supervisorAt(context, request, request.params.id)
        const { webhookId: webhook_id } = request.params
        return reply.code(201).send(await renewSecret(context, { ...at, webhook_id }))
      },
    )

    for (const [path, verb] of [
      ['test', testWebhook],
      ['resume', resumeWebhook],
      ['remove', removeWebhook],
    ] as const) {
      app.post(
        `/offices/:id/webhooks/:webhookId/${path}`,
        { ...keptNowhere, schema: { params: byWebhook, response: { 200: webhooks } } },
        async request => {
          const at = await supervisorAt(context, request, request.params.id)
          await verb(context, { ...at, webhook_id: request.params.webhookId })
          return await listed(at.office_id)
        },
      )
    }
  }
