import { OPEN } from './page-messages.ts'
import { worker } from './worker.ts'

/** The window that should come forward: one already at the place, else the one last used. */
function choose(pages: readonly WindowClient[], url: string): WindowClient | undefined {
  return (
    pages.find(page => page.url === url) ?? pages.find(page => page.visibilityState === 'visible') ?? pages[0]
  )
}

/**
 * Focuses the open application on the ticket, or opens it there: never both. A page that is open goes there by itself;
 * navigating it from here would lose what is typed in it, and focus must come first or browsers refuse it.
 */
async function bring(target: string): Promise<void> {
  const url = new URL(target, worker.location.origin)
  // The payload came from outside: a notice leads into this application or nowhere.
  const safe = url.origin === worker.location.origin ? url.href : worker.location.origin
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = choose(
    pages.filter(one => !new URL(one.url).pathname.startsWith('/desk')),
    safe,
  )
  if (!page) {
    await worker.clients.openWindow(safe)
    return
  }
  // iOS may refuse to focus on a true tap, and brings the application forward all the same.
  await page.focus().catch(() => {})
  page.postMessage({ type: OPEN, url: safe })
}

export function onNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  const { navigate } = (event.notification.data ?? {}) as { navigate?: string }
  event.waitUntil(bring(navigate ?? '/tickets'))
}
