import * as v from 'valibot'
import { answer } from './answer.ts'
import { makeWay } from './ask.ts'
import { CLAIM, KEEP, MAKE_WAY, SKIP_WAITING } from './page-messages.ts'
import { lifeOf } from './services.ts'
import { takeOver } from './take-over.ts'
import { worker } from './worker.ts'

const message = v.variant('type', [
  v.object({ type: v.literal(SKIP_WAITING) }),
  v.object({ type: v.literal(MAKE_WAY) }),
  v.object({ type: v.literal(CLAIM) }),
  v.object({ type: v.literal(KEEP), addresses: v.array(v.pipe(v.string(), v.url())) }),
])

/**
 * A first visit has asked for everything before the worker was there: what of it is kept is asked for once
 * more, mostly of the browser's own cache, so that one visit is enough to start without a network (OFFL-02).
 */
async function keep(addresses: readonly string[], event: ExtendableEvent): Promise<void> {
  // At once: one after the other, those of a network that hangs would keep this worker for minutes.
  await Promise.all(
    [...new Set(addresses)].map(async address => {
      const kind = lifeOf(new URL(address))
      // The next visit asks again for what fails now.
      if (kind) await answer(new Request(address), kind, event).catch(() => {})
    }),
  )
}

export function onMessage(event: ExtendableMessageEvent): void {
  const said = v.safeParse(message, event.data)
  if (!said.success) return
  if (said.output.type === SKIP_WAITING) takeOver()
  else if (said.output.type === MAKE_WAY) makeWay()
  else if (said.output.type === CLAIM) event.waitUntil(worker.clients.claim())
  else event.waitUntil(keep(said.output.addresses, event))
}
