import type { PushMessage } from '#contract/push-message.ts'
import { openHandoff } from './open-handoff.ts'

/** What was shown is remembered for a day: no push service keeps a message of ours that long. */
const REMEMBERED_MS = 24 * 3_600_000

/** By what a notice is known, whoever brings it: the office's fact, or the delivery where it is about none. */
export function noticeKey(
  data: Pick<PushMessage['notification']['data'], 'office_slug' | 'seq' | 'delivery_id'>,
): string {
  return data.office_slug !== null && data.seq !== null ? `${data.office_slug}:${data.seq}` : data.delivery_id
}

/**
 * Remembers that a notice was shown, here or in the page.
 *
 * @param now milliseconds since the epoch
 * @returns whether it is the first time: a push that only repeats replaces quietly (PUSH-04)
 */
export async function markSeen(key: string, now: number): Promise<boolean> {
  const transaction = (await openHandoff()).transaction('seen', 'readwrite')
  const before = await transaction.store.get(key)
  await transaction.store.put(now, key)
  for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue())
    if (now - cursor.value > REMEMBERED_MS) await cursor.delete()
  await transaction.done
  return before === undefined || now - before > REMEMBERED_MS
}
