import { onNotificationClick } from './click.ts'
import { onPush } from './push.ts'
import { onSubscriptionChange } from './subscription-change.ts'
import { worker } from './worker.ts'

/**
 * Served in the place of sw.ts it withdraws that one: it rules at once, forgets every file and answer that
 * was kept, and lets each request pass to the network. It stays registered and goes on ringing, for with the
 * registration would go every phone's subscription; receipts are not the worker's, and stay (HAND-03).
 */
async function takeThePlace(): Promise<void> {
  const names = await worker.caches.keys()
  await Promise.all(names.map(name => worker.caches.delete(name)))
  await worker.clients.claim()
}

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', event => event.waitUntil(takeThePlace()))
worker.addEventListener('push', onPush)
worker.addEventListener('notificationclick', onNotificationClick)
worker.addEventListener('pushsubscriptionchange', onSubscriptionChange)
