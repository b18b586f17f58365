import { isOfApplication, placeHere } from './addresses.ts'
import { OPEN } from './page-messages.ts'
import { worker } from './worker.ts'

const isInCall = ({ url }: WindowClient) => new URL(url).pathname.endsWith('/meet')

/**
 * The window that should come forward: one already at the place, else one in sight, else the one last used;
 * one in which a video call goes on only where there is no other (HAND-02).
 */
function choose(windows: readonly WindowClient[], place: string): WindowClient | undefined {
  const free = windows.filter(page => page.url === place || !isInCall(page))
  const pages = free.length > 0 ? free : windows
  return (
    pages.find(page => page.url === place) ??
    pages.find(page => page.visibilityState === 'visible') ??
    pages[0]
  )
}

/**
 * Focuses the open application on the ticket, or opens it there: never both (PUSH-03). A page that is open
 * goes there by itself; navigating it from here would lose what is typed in it, and focus must come first or
 * browsers refuse it.
 */
async function bring(place: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = choose(
    windows.filter(({ url }) => isOfApplication(new URL(url).pathname)),
    place,
  )
  if (!page) {
    await worker.clients.openWindow(place)
    return
  }
  // iOS may refuse to focus on a true tap, and brings the application forward all the same.
  await page.focus().catch(() => {})
  page.postMessage({ type: OPEN, url: place })
}

export function onNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  const { navigate } = (event.notification.data ?? {}) as { navigate?: string }
  event.waitUntil(bring(placeHere(navigate, worker.location.origin)))
}
