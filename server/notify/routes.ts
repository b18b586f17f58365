import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { uuid } from '#contract/primitives.ts'
import type { PushKind } from '#contract/push-message.ts'
import {
  pushCheck,
  pushChecked,
  pushDelivered,
  pushDelivery,
  pushKey,
  pushRegistered,
  pushSubscription,
  pushTest,
  pushTested,
} from '#contract/rest/push.ts'
import type { Routes } from '#server/web/app.ts'
import { requireOwn, requireUser } from '#server/web/caller.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { endSubscription } from './end-subscription.ts'
import type { NotifyContext } from './notify-context.ts'
import { noteShown } from './note-shown.ts'
import { openingRoutes } from './opening-routes.ts'
import type { PushSubscription } from './push-subscription.ts'
import { registerSubscription } from './register-subscription.ts'
import { sendToUser } from './send-to-user.ts'
import { subscriptionsToTell } from './subscriptions-to-tell.ts'

const byId = v.object({ id: uuid })
const TEST_STANDS_MS = 60_000
const noSubscription = () => new Refusal('no-subscription', 409, 'no browser of this person takes notices')
const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

/**
 * The person's browser of this endpoint, where a notice of the kind would be sent to it. Looked for among
 * their own alone: whoever asks learns nothing of anybody else's browsers.
 * @param endpointHash SHA-256 of the endpoint, hexadecimal
 */
async function ownSubscription(
  context: NotifyContext,
  userId: string,
  kind: PushKind,
  endpointHash: string,
): Promise<PushSubscription | undefined> {
  const own = await subscriptionsToTell(context, userId, kind)
  return own.find(({ endpoint }) => hashOf(endpoint) === endpointHash)
}

/**
 * The push service's routes: key, subscriptions, the phone's receipts of delivery, and the person's own test.
 */
export const pushRoutes =
  (context: NotifyContext): Routes =>
  app => {
    const { database, clock, random } = context
    openingRoutes(context)(app)

    app.get('/key', { schema: { response: { 200: pushKey } } }, () => ({
      public_key: context.keys.publicKey,
    }))

    app.post(
      '/subscriptions',
      {
        schema: {
          querystring: v.object({ user_id: uuid }),
          body: pushSubscription,
          response: { 201: pushRegistered },
        },
      },
      async (request, reply) => {
        const caller = requireUser(request)
        requireOwn(caller, request.query.user_id)
        return reply.code(201).send(await registerSubscription(context, caller, request.body))
      },
    )

    app.post(
      '/subscriptions/check',
      { schema: { body: pushCheck, response: { 200: pushChecked } } },
      async request => {
        const { user_id, session_id } = requireUser(request)
        const own = await ownSubscription(context, user_id, 'call', request.body.endpoint_hash)
        // Signed in anew at this browser: from now on it is this session whose end silences it.
        if (own) {
          await database.db
            .updateTable('push_subscriptions')
            .set({ session_id })
            .where('id', '=', own.id)
            .where(row => row('session_id', 'is distinct from', session_id))
            .execute()
        }
        return { rings: own !== undefined }
      },
    )

    app.delete('/subscriptions/:id', { schema: { params: byId } }, async (request, reply) => {
      const { user_id } = requireUser(request)
      await endSubscription(context, { id: request.params.id, user_id })
      return reply.code(204).send()
    })

    // No token: the worker has none when every page is closed. The id is a secret that only the phone was
    // sent.
    app.post('/deliveries/:id', { schema: { params: byId, body: pushDelivered } }, async (request, reply) => {
      if (request.body.shown) await noteShown(context, request.params.id)
      return reply.code(204).send()
    })

    app.get(
      '/deliveries/:id',
      { schema: { params: byId, response: { 200: pushDelivery } } },
      async request => {
        const { user_id } = requireUser(request)
        const delivery = await database.db
          .selectFrom('push_deliveries')
          .select('shown_at')
          .where('id', '=', request.params.id)
          .where('user_id', '=', user_id)
          .executeTakeFirst()
        if (!delivery) throw notFound('the delivery')
        return { shown_at: delivery.shown_at?.toISOString() ?? null }
      },
    )

    app.post('/test', { schema: { body: pushTest, response: { 200: pushTested } } }, async request => {
      const { user_id } = requireUser(request)
      const asked = request.body?.endpoint_hash
      const only = asked === undefined ? undefined : await ownSubscription(context, user_id, 'test', asked)
      if (asked !== undefined && !only) throw noSubscription()
      const deliveryId = random.uuid()
      const { accepted, postponed, refused } = await sendToUser(
        context,
        user_id,
        {
          kind: 'test',
          tuid: null,
          office_slug: null,
          office_name: null,
          line_id: null,
          line_name: null,
          ticket: null,
          modulo: null,
          ahead: null,
          at: clock.now(),
          seq: null,
        },
        { standsMs: TEST_STANDS_MS, urgency: 'high', ...(only ? { only: only.id, deliveryId } : {}) },
      )
      if (accepted > 0) return { sent: accepted, ...(only ? { delivery_id: deliveryId } : {}) }
      throw postponed + refused > 0
        ? new Refusal('unavailable', 503, 'the push service did not take the notice')
        : noSubscription()
    })
  }
