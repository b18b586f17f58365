import { onNotificationClick } from './click.ts'
import { onFetch } from './fetch.ts'
import { onMessage } from './message.ts'
import { onPush } from './push.ts'
import { onSubscriptionChange } from './subscription-change.ts'
import { shell } from './this-shell.ts'
import { worker } from './worker.ts'

// Only registers. A new version waits until the person agrees (OFFL-04); the very first takes its page at
// once, so that what is on the screen now is there without a network.
worker.addEventListener('install', event => event.waitUntil(shell.keep()))
worker.addEventListener('activate', event =>
  event.waitUntil(Promise.all([shell.dropOthers(), worker.clients.claim()])),
)
worker.addEventListener('message', onMessage)
worker.addEventListener('fetch', onFetch)
worker.addEventListener('push', onPush)
worker.addEventListener('notificationclick', onNotificationClick)
worker.addEventListener('pushsubscriptionchange', onSubscriptionChange)
