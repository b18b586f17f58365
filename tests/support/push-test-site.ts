import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'

export type PushTestSite = {
  /** `http://localhost:PORT`: a secure context, as service workers and push need it. */
  origin: string
  stop(): Promise<void>
}

const ICON_SIDE = 512

const PAGE = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Push</title>
<meta name="viewport" content="width=device-width"><link rel="manifest" href="/manifest.webmanifest"><h1>Push</h1>
<script>
  const ready = navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)
  const subscribe = async applicationServerKey =>
    (await (await ready).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON()
  const unsubscribe = async () => (await (await ready).pushManager.getSubscription()).unsubscribe()
</script></html>`

/** Shows every push it can read, fails on the payload "break", focuses an open page or else opens one. */
const WORKER = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('push', event => {
  if (event.data.text() === 'break') return event.waitUntil(Promise.reject(new Error('broken on purpose')))
  const { title, body, tag, url } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }))
})
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    .then(([open]) => open ? open.focus() : self.clients.openWindow(event.notification.data.url)))
})
// Installability and the offline test ask for a worker that answers by itself.
self.addEventListener('fetch', event => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(() =>
    new Response('<h1>Sin conexión</h1>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })))
})`

const MANIFEST = JSON.stringify({
  id: '/',
  name: 'Push',
  short_name: 'Push',
  start_url: '/?installed',
  scope: '/',
  display: 'standalone',
  icons: [{ src: '/icon.png', sizes: `${ICON_SIDE}x${ICON_SIDE}`, type: 'image/png', purpose: 'any' }],
})

/**
 * Serves the smallest application that subscribes, shows pushes and can be installed: enough to prove the rig
 * by.
 */
export async function startPushTestSite(): Promise<PushTestSite> {
  const files: Record<string, [type: string, content: string | Buffer]> = {
    '/worker.js': ['text/javascript', WORKER],
    '/manifest.webmanifest': ['application/manifest+json', MANIFEST],
    '/icon.png': ['image/png', drawSquare(ICON_SIDE)],
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [type, content] = files[pathname] ?? ['text/html', PAGE]
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(content)
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A grey PNG: eight bits a pixel, no filter. */
function drawSquare(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const pixels = deflateSync(
    Buffer.concat(Array.from({ length: side }, () => Buffer.alloc(side + 1, 128).fill(0, 0, 1))),
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
