import { cleanupOutdatedCaches } from 'workbox-precaching'
import { dropOldCaches, serveFromCache } from './cache.ts'
import { onNotificationClick } from './click.ts'
import { SKIP_WAITING } from './page-messages.ts'
import { onPush } from './push.ts'
import { worker } from './worker.ts'

// Only registers. A new version waits until the person agrees (OFFL-04); the very first takes its page at once, so that
// what is on the screen now is there without a network.
serveFromCache()
cleanupOutdatedCaches()
worker.addEventListener('push', onPush)
worker.addEventListener('notificationclick', onNotificationClick)
worker.addEventListener('message', event => {
  if ((event.data as { type?: unknown } | null)?.type === SKIP_WAITING) void worker.skipWaiting()
})
worker.addEventListener('activate', event => {
  event.waitUntil(Promise.all([dropOldCaches(), worker.clients.claim()]))
})
