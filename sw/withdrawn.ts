import { onNotificationClick } from './click.ts'
import { onPush } from './push.ts'
import { onSubscriptionChange } from './subscription-change.ts'
import { takeOver } from './take-over.ts'
import { worker } from './worker.ts'

/**
 * Served in the place of sw.ts it withdraws that one: it rules at once, forgets every file and answer that
 * was kept, and lets each request pass to the network. It stays registered and goes on ringing, for with the
 * registration would go every phone's subscription; receipts are not the worker's, and stay (HAND-03).
 */
async function takeThePlace(): Promise<void> {
  await forget()
  await worker.clients.claim()
}

async function forget(): Promise<void> {
  const names = await worker.caches.keys()
  await Promise.all(names.map(name => worker.caches.delete(name)))
}

// While something is under way in the one before, that one rules on: what did harm is gone at once, and what
// it keeps until then goes with it.
worker.addEventListener('install', event => {
  takeOver()
  event.waitUntil(forget().catch(() => {}))
})
worker.addEventListener('activate', event => event.waitUntil(takeThePlace()))
worker.addEventListener('push', onPush)
worker.addEventListener('notificationclick', onNotificationClick)
worker.addEventListener('pushsubscriptionchange', onSubscriptionChange)
