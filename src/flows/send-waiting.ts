import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { OutboxItem, OutboxKind } from '#src/db/outbox.ts'
import type { FlowContext } from './flow-context.ts'

/** As long as whoever took it could still be telling it. */
const CLAIM_MS = 2 * REQUEST_TIMEOUT_MS

/**
 * Tells the server what one person decided without a network, each by one page alone.
 *
 * @param send tells one; its answer is whether it need not be told any more
 * @returns `waiting` while something of theirs could not be told yet
 */
export async function sendWaiting(
  { clock, db }: Pick<FlowContext, 'clock' | 'db'>,
  kind: OutboxKind,
  userId: string,
  send: (item: OutboxItem) => Promise<boolean>,
): Promise<'empty' | 'waiting'> {
  let waits = false
  for (const item of await db.outbox.all(kind)) {
    if (item.user_id !== userId) continue
    const { subject } = item
    if (!(await db.outbox.claim(kind, subject, clock.now(), clock.now() + CLAIM_MS))) {
      // Another page is telling it.
      waits = true
    } else if (await send(item)) await db.outbox.remove(kind, subject)
    else {
      await db.outbox.release(kind, subject)
      waits = true
    }
  }
  return waits ? 'waiting' : 'empty'
}
