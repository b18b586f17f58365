import * as v from 'valibot'
import { isoTime } from '../primitives.ts'

/**
 * GET video/credentials?reserve={id}: for its owner and the clerks of its office, from VIDEO_ENTRY_BEFORE_MS before
 * the appointment. `username` and `credential` are those of coturn's use-auth-secret.
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
