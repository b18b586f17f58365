import * as v from 'valibot'
import { isoTime, uuid } from '../primitives.ts'

/** Whose call: a reservation's, or that of a number of a virtual line. */
export const videoQuery = v.union([v.object({ reserve: uuid }), v.object({ tuid: uuid })])
export type Meeting = v.InferOutput<typeof videoQuery>

/** The one id by which both ends know the call. */
export const meetingId = (meeting: Meeting): string => ('tuid' in meeting ? meeting.tuid : meeting.reserve)

/**
 * GET video/credentials?reserve={id} or ?tuid={tuid}: for whoever may sit in that call, while they may.
 * `username` and `credential` are those of coturn's use-auth-secret.
 */
export const videoCredentials = v.object({
  iceServers: v.array(
    v.object({
      urls: v.array(v.string()),
      username: v.optional(v.string()),
      credential: v.optional(v.string()),
    }),
  ),
  expires_at: isoTime,
})
export type VideoCredentials = v.InferOutput<typeof videoCredentials>
