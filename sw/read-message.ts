import * as v from 'valibot'
import { type PushMessage, pushMessage } from '#contract/push-message.ts'

/** What every Declarative Web Push message has, whatever ours will carry one day. */
const declared = v.object({
  notification: v.object({
    title: v.pipe(v.string(), v.minLength(1)),
    body: v.optional(v.string(), ''),
    tag: v.optional(v.string(), ''),
    navigate: v.optional(v.string()),
  }),
})
export type Declared = v.InferOutput<typeof declared>

export type ReadMessage =
  | { kind: 'ours'; message: PushMessage }
  /**
   * Of a newer version: a worker waits for the person's consent, and may be old when the server speaks of new
   * things.
   */
  | { kind: 'declared'; message: Declared }
  | { kind: 'unreadable' }

/** @param text the payload, or null where there was none */
export function readMessage(text: string | null): ReadMessage {
  let payload: unknown
  try {
    payload = JSON.parse(text ?? '')
  } catch {
    return { kind: 'unreadable' }
  }
  const ours = v.safeParse(pushMessage, payload)
  if (ours.success) return { kind: 'ours', message: ours.output }
  const other = v.safeParse(declared, payload)
  return other.success ? { kind: 'declared', message: other.output } : { kind: 'unreadable' }
}
