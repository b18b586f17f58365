import { RETURNED_CHANNEL } from '#contract/provider-return.ts'
import type { Stop } from './subscribers.ts'

/**
 * The way to a provider and back, in a window of its own; where none may be opened, in this one, which
 * leaves.
 *
 * Our headers (Cross-Origin-Opener-Policy) cut the tie between this page and that window as soon as it is at
 * the provider's: from then on it looks closed, and can neither be closed nor called. What it says when it is
 * back it therefore calls out on our own origin; and whoever waits asks the server besides, for windows that
 * are shut before they can say anything.
 */
export interface ProviderTrip {
  mode: 'popup' | 'redirect'
  /** @returns false where the person shut the window before it left */
  goTo(url: string): boolean
  /** Opens the way once more, for whoever shut the window. At a press alone. */
  again(): void
  /** The person waits for it no more. */
  cancel(): void
  isCancelled(): boolean
  /**
   * Told when something may have come of it: the window is back, this page is looked at again, or cancelled.
   */
  subscribe(listener: () => void): Stop
  /** It is over; what can still be closed is. */
  end(): void
}

type Page = Pick<Window, 'open' | 'addEventListener' | 'removeEventListener' | 'navigator' | 'location'>

const SHAPE = 'popup,width=480,height=680'

/** iPhone's installed application opens windows whose cookies are not its own: it has to leave itself. */
const leavesItself = ({ navigator }: Page) =>
  'standalone' in navigator && (navigator as { standalone?: boolean }).standalone === true

/**
 * To be called in the press itself: browsers let a window be opened by nothing else.
 * @param words what the window says until it leaves
 */
export function openProviderTrip(words: string, page: Page = window): ProviderTrip {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let popup = leavesItself(page) ? null : page.open('about:blank', '_blank', SHAPE)
  let address: string | null = null
  let isCancelled = false
  if (popup) popup.document.title = words

  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(RETURNED_CHANNEL)
  if (channel) channel.onmessage = tell
  // A window that leaves is shown again only where somebody comes back by the browser's own button.
  const sign = popup ? 'focus' : 'pageshow'
  page.addEventListener(sign, tell)

  function close() {
    // One that was cut off takes no notice.
    popup?.close()
    channel?.close()
    page.removeEventListener(sign, tell)
    listeners.clear()
  }

  return {
    mode: popup ? 'popup' : 'redirect',
    goTo(url) {
      address = url
      if (!popup) {
        page.location.assign(url)
        return true
      }
      if (popup.closed) return false
      popup.location.replace(url)
      return true
    },
    again() {
      // Until it is known where to, one window waits for it, and no more.
      if (address === null) popup?.close()
      popup = page.open(address ?? 'about:blank', '_blank', SHAPE)
      if (!popup && address !== null) page.location.assign(address)
    },
    cancel() {
      isCancelled = true
      tell()
    },
    isCancelled: () => isCancelled,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    end: close,
  }
}
