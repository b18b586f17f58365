import * as v from 'valibot'
import { id, idFromText, isoTime, language, uuid } from '../primitives.ts'

const base64url = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+=*$/))

/**
 * POST push/subscriptions?user_id=…: as PushSubscription.toJSON() gives it, with the language of its notices.
 */
export const pushSubscription = v.object({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(2_048)),
  keys: v.object({
    p256dh: v.pipe(base64url, v.maxLength(128)),
    auth: v.pipe(base64url, v.maxLength(64)),
  }),
  language,
})
export type PushSubscriptionBody = v.InferOutput<typeof pushSubscription>

/** GET push/key: the VAPID public key, base64url of the uncompressed point. */
export const pushKey = v.object({ public_key: v.string() })
/** POST push/subscriptions answers the name by which it is ended: DELETE push/subscriptions/{id}. */
export const pushRegistered = v.object({ id: uuid })
/**
 * POST push/deliveries/{delivery_id}: the worker says that the notice was shown. Needs no token: the id is
 * secret.
 */
export const pushDelivered = v.object({ shown: v.boolean() })
/**
 * PUT push/openings: the wish to be told once when an office opens; with a line, when that gives numbers
 * again.
 */
export const openingWish = v.object({ office_id: id, line_id: v.nullable(id) })
export type OpeningWish = v.InferOutput<typeof openingWish>
/** DELETE push/openings?office_id=…&line_id=…: takes it back. */
export const openingWishQuery = v.object({ office_id: idFromText, line_id: v.optional(idFromText) })
/** What each of them, and GET, answers: all that the session wishes now. */
export const openingWishList = v.array(openingWish)

/** Of a subscription's endpoint: SHA-256 of its address as the URL standard writes it, hexadecimal. */
const endpointHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/**
 * POST push/subscriptions/check: whether a call would ring this very browser (HAND-01). One's own alone are
 * looked at.
 */
export const pushCheck = v.object({ endpoint_hash: endpointHash })
export const pushChecked = v.object({ rings: v.boolean() })
/** POST push/test: "Probar el aviso". Without a body it rings every browser of the person. */
export const pushTest = v.nullish(v.object({ endpoint_hash: v.optional(endpointHash) }))
/**
 * `delivery_id` where one browser was asked for: GET push/deliveries/{id} says whether it showed the notice.
 */
export const pushTested = v.object({ sent: v.number(), delivery_id: v.optional(uuid) })
/** GET push/deliveries/{id}, of one's own: when the worker said that the notice was shown, or null. */
export const pushDelivery = v.object({ shown_at: v.nullable(isoTime) })
