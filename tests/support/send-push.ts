import { generateRequestDetails, generateVAPIDKeys, type RequestOptions, type VapidKeys } from 'web-push'
import type { PushSubscriptionJson } from './push-service.ts'

/** Sends pushes the way an application server does, so that the rig can be tried without one. */
export type PushSender = {
  /** The applicationServerKey to subscribe with. */
  publicKey: string
  /** Encrypts, signs and posts; `options` changes TTL (600 s), urgency (high) or topic. */
  send(
    subscription: PushSubscriptionJson,
    payload: string | object,
    options?: RequestOptions,
  ): Promise<Response>
}

/** A sender with fresh VAPID keys, or with those given. */
export function makePushSender(vapidKeys: VapidKeys = generateVAPIDKeys()): PushSender {
  return {
    publicKey: vapidKeys.publicKey,
    send(subscription, payload, options) {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
      const { endpoint, method, headers, body } = generateRequestDetails(subscription, text, {
        vapidDetails: { subject: 'mailto:avisos@numerito.example', ...vapidKeys },
        TTL: 600,
        urgency: 'high',
        ...options,
      })
      return fetch(endpoint, { method, headers, body: new Uint8Array(body) })
    },
  }
}
