import type { PushMessage } from '#contract/push-message.ts'
import { openHandoff } from './open-handoff.ts'

/** What was shown is remembered for a day: no push service keeps a message of ours that long. */
const REMEMBERED_MS = 24 * 3_600_000

type Data = PushMessage['notification']['data']
type About = Pick<Data, 'kind' | 'tuid' | 'seq'>

/**
 * By what a notice is known, whoever brings it: the ticket with the office's fact, or the delivery where it
 * is about none. What the office writes is no state of the ticket, which anything else would overtake.
 */
export function noticeKey({ kind, tuid, seq, delivery_id }: About & Pick<Data, 'delivery_id'>): string {
  return tuid !== null && seq !== null && kind !== 'message' ? `${tuid}:${seq}` : delivery_id
}

/**
 * Remembers that a notice was shown, here or in the page.
 *
 * @param at when it happened, by the server's time, milliseconds since the epoch: one clock for the page and
 *   for the worker, whose phone's may be wrong
 * @returns whether it is the first time: a push that only repeats replaces quietly (PUSH-04)
 */
export async function markSeen(key: string, at: number): Promise<boolean> {
  const transaction = (await openHandoff()).transaction('seen', 'readwrite')
  const before = await transaction.store.get(key)
  await transaction.store.put(at, key)
  for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue())
    if (at - cursor.value > REMEMBERED_MS) await cursor.delete()
  await transaction.done
  return before === undefined || at - before > REMEMBERED_MS
}

/**
 * Whether something that happened to the ticket later was shown already, here or in the page. Push services
 * promise no order: "5 to go" must not take the place of the call that it has let pass on the way.
 */
export async function isOvertaken({ kind, tuid, seq }: About): Promise<boolean> {
  if (tuid === null || seq === null || kind === 'message') return false
  const ofTicket = IDBKeyRange.bound(`${tuid}:`, `${tuid};`, false, true)
  const keys = await (await openHandoff()).getAllKeys('seen', ofTicket)
  return keys.some(key => Number(key.slice(tuid.length + 1)) > seq)
}
