import { vi } from 'vitest'

export const ORIGIN = 'https://numerito.example'

interface Shown {
  title: string
  options: NotificationOptions
}

/** A page that is open, and what the worker did with it. */
export interface OpenPage {
  url: string
  visibilityState: 'visible' | 'hidden'
  /** Whether the worker was there before it loaded. */
  isControlled: boolean
  isFocused: boolean
  told: unknown[]
}

type Listener = (event: object) => void

/** Typed by what a test says to it: the worker's own types and a page's cannot be known to one program. */
const builds = import.meta.glob('../../../sw/sw.ts')

/**
 * Runs the service worker as the browser does, anew, on a phone whose pages, notices and network are in the
 * test's hand. The store that it shares with the page is the real one, on fake-indexeddb.
 */
export async function runWorker() {
  const listeners = new Map<string, Listener>()
  const shown: Shown[] = []
  const asked: { address: string; init: RequestInit }[] = []
  const opened: string[] = []
  const pages: OpenPage[] = []
  const phone = {
    /** What a browser does not take in a notice; a focus that it does not allow. */
    refusesNotice: (_options: NotificationOptions): boolean => false,
    refusesFocus: false,
    hasNetwork: true,
  }

  const clientOf = (page: OpenPage) => ({
    url: page.url,
    visibilityState: page.visibilityState,
    async focus() {
      if (phone.refusesFocus) throw new DOMException('Not allowed to focus a window.', 'InvalidAccessError')
      page.isFocused = true
    },
    postMessage: (message: unknown) => void page.told.push(message),
  })
  vi.stubGlobal('self', {
    __WB_MANIFEST: [],
    location: { origin: ORIGIN },
    caches: {},
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    registration: {
      scope: `${ORIGIN}/`,
      async showNotification(title: string, options: NotificationOptions) {
        if (phone.refusesNotice(options)) throw new TypeError('these options are refused')
        const same = shown.findIndex(notice => options.tag !== '' && notice.options.tag === options.tag)
        if (same >= 0) shown.splice(same, 1)
        shown.push({ title, options })
      },
      getNotifications: async ({ tag }: { tag: string }) =>
        shown
          .filter(({ options }) => options.tag === tag)
          .map(({ title, options }) => ({ title, ...options })),
    },
    clients: {
      matchAll: async ({ includeUncontrolled = false } = {}) =>
        pages.filter(page => includeUncontrolled || page.isControlled).map(clientOf),
      openWindow: async (address: string) => void opened.push(address),
    },
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push({ address, init })
    if (!phone.hasNetwork) throw new TypeError('Failed to fetch')
    return new Response(null, { status: 204 })
  })
  vi.resetModules()
  for (const load of Object.values(builds)) await load()

  /** Settles when the worker has done all that it asked the browser to wait for. */
  async function happen(type: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = []
    const waitUntil = (done: Promise<unknown>) => void work.push(done)
    listeners.get(type)?.({ ...event, waitUntil })
    await Promise.all(work)
  }
  return {
    phone,
    /** The notices that stand, and how often each tag was shown. */
    shown,
    asked,
    opened,
    /** Opens a page, as a person does. */
    open(path: string, { visible = true, isControlled = true } = {}): OpenPage {
      const visibilityState = visible ? 'visible' : 'hidden'
      const page = { url: ORIGIN + path, visibilityState, isControlled, isFocused: false, told: [] } as const
      const opened: OpenPage = { ...page, told: [] }
      pages.push(opened)
      return opened
    },
    push: (text: string | null) => happen('push', { data: text === null ? null : { text: () => text } }),
    /** Presses a notice. @returns whether it is put away */
    async press(navigate?: string): Promise<boolean> {
      let isClosed = false
      const close = () => {
        isClosed = true
      }
      await happen('notificationclick', { notification: { close, data: navigate && { navigate } } })
      return isClosed
    },
  }
}

export type WorkerInHand = Awaited<ReturnType<typeof runWorker>>
