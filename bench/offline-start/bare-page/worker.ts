import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/**
 * What of the worker's own global is used here. The list is put where `self.__WB_MANIFEST` stands, to the
 * letter.
 */
declare const self: {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
  addEventListener(
    type: 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  clients: { claim(): Promise<void> }
}

precacheAndRoute(self.__WB_MANIFEST)
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html')))
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
