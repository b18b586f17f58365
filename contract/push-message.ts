import * as v from 'valibot'
import { isoTime, language, messageTexts, uuid } from './primitives.ts'

/**
 * What a push is about. `opened` is what somebody wished to hear of a door that was shut, `test` is the
 * person's own "Probar el aviso".
 */
export const PUSH_KINDS = [
  'call',
  'almost_there',
  'taken_back',
  'skipped',
  'returned',
  'parked',
  'transferred',
  'removed',
  'sent_home',
  'message',
  'reminder',
  'reserve_confirmed',
  'reserve_expired',
  'reserve_removed',
  'opened',
  'poll',
  'test',
] as const

/**
 * The payload of a web push: a Declarative Web Push message, which Safari shows by itself and our service
 * worker reads as well. `data` is ours: from it the worker words the notice in the person's language, keeps
 * the call in the inbox and acknowledges the delivery. It carries no name and no identity number.
 * @see docs/decisions "Notifications", rules PUSH-02 and PUSH-04
 */
export const pushMessage = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    /** Absolute URL to open. */
    navigate: v.string(),
    lang: language,
    tag: v.string(),
    silent: v.optional(v.boolean()),
    data: v.object({
      kind: v.picklist(PUSH_KINDS),
      /** Identifies this delivery for the receipt. */
      delivery_id: uuid,
      tuid: v.nullable(uuid),
      /** The reservation that it is about. */
      ruid: v.optional(v.nullable(uuid)),
      /** When the reservation begins, and the zone in which its office says so. */
      begins: v.optional(v.nullable(isoTime)),
      time_zone: v.optional(v.nullable(v.string())),
      office_slug: v.nullable(v.string()),
      office_name: v.nullable(v.string()),
      line_id: v.nullable(v.number()),
      line_name: v.nullable(v.string()),
      /** The number as it is shown: A042; a reservation's code. */
      ticket: v.nullable(v.string()),
      modulo: v.nullable(v.string()),
      ahead: v.nullable(v.number()),
      /** What the office says, where it is a message of its own. */
      message: v.optional(v.nullable(messageTexts)),
      /** Attended by video: nobody walks to the module. */
      meet: v.optional(v.boolean()),
      /** When it happened at the office. */
      at: isoTime,
      /** Sequence number of the office's fact, so that the page can tell that it knows it already. */
      seq: v.nullable(v.number()),
    }),
  }),
})
export type PushMessage = v.InferOutput<typeof pushMessage>
export type PushKind = (typeof PUSH_KINDS)[number]
