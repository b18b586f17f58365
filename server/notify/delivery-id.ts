import { createHmac } from 'node:crypto'
import type { PushNews } from './compose-push-message.ts'
import type { NotifyContext } from './notify-context.ts'

const UUID_BYTES = 16

/** A UUID of version 8: one whose bits its maker chose (RFC 9562 §5.8). */
function uuidOf(bytes: Buffer): string {
  const uuid = Buffer.from(bytes.subarray(0, UUID_BYTES))
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x80
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80
  return uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * The name of one piece of news on one browser: the same however often its job runs, so that the row of that
 * name tells whether the browser heard it. Nobody can guess it, for whoever says it acknowledges the
 * delivery. What is about no turn and no named occasion (the person's own test) gets a new one each time.
 */
export function deliveryIdOf(
  { keys, random }: Pick<NotifyContext, 'keys' | 'random'>,
  subscriptionId: string,
  { kind, tuid, ruid, occasion, seq, at }: PushNews,
): string {
  const turn = tuid ?? ruid
  const about = turn ?? occasion
  if (!about) return random.uuid()
  const when = turn ? (seq ?? at.getTime()) : null
  const named = JSON.stringify(['numerito push delivery', subscriptionId, kind, about, when])
  return uuidOf(createHmac('sha256', keys.privateKey).update(named).digest())
}
