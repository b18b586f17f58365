import * as v from 'valibot'
import { answer } from './answer.ts'
import { KEEP, SKIP_WAITING } from './page-messages.ts'
import { lifeOf } from './services.ts'
import { worker } from './worker.ts'

const message = v.variant('type', [
  v.object({ type: v.literal(SKIP_WAITING) }),
  v.object({ type: v.literal(KEEP), addresses: v.array(v.pipe(v.string(), v.url())) }),
])

/**
 * A first visit has asked for everything before the worker was there: what of it is kept is asked for once
 * more, mostly of the browser's own cache, so that one visit is enough to start without a network (OFFL-02).
 */
async function keep(addresses: readonly string[], event: ExtendableEvent): Promise<void> {
  for (const address of new Set(addresses)) {
    const kind = lifeOf(new URL(address))
    // The next visit asks again for what fails now.
    if (kind) await answer(new Request(address), kind, event).catch(() => {})
  }
}

export function onMessage(event: ExtendableMessageEvent): void {
  const said = v.safeParse(message, event.data)
  if (!said.success) return
  if (said.output.type === SKIP_WAITING) event.waitUntil(worker.skipWaiting())
  else event.waitUntil(keep(said.output.addresses, event))
}
