import { type Stop, Subscribers } from './subscribers.ts'

/**
 * Whether the network can be reached. `navigator.onLine` knows only of the cable: a phone in an office's
 * Wi-Fi that leads nowhere counts as online. So whoever asks the network says here how it went.
 */
export interface Connectivity {
  /** Whether the network answers, as far as is known: what screens show. */
  isOnline(): boolean
  /**
   * Whether there is a network to try at all: without one, what needs it is refused at once instead of after
   * a wait.
   */
  hasNetwork(): boolean
  /** Told when the answer to `isOnline` changes. */
  subscribe(listener: (isOnline: boolean) => void): Stop
  /** An answer came, whatever it said. */
  reportReached(): void
  /** No answer came for want of network, or in time. */
  reportUnreached(): void
}

type Page = Pick<Window, 'addEventListener'> & { navigator: Pick<Navigator, 'onLine'> }

export function browserConnectivity(page: Page): Connectivity {
  const listeners = new Subscribers<boolean>()
  let hasCable = page.navigator.onLine
  let isReached = true
  let told = hasCable
  const settle = () => {
    const isOnline = hasCable && isReached
    if (isOnline === told) return
    told = isOnline
    listeners.tell(isOnline)
  }
  page.addEventListener('online', () => {
    hasCable = true
    // A new network deserves the benefit of the doubt, or nothing would ever ask it.
    isReached = true
    settle()
  })
  page.addEventListener('offline', () => {
    hasCable = false
    settle()
  })
  return {
    isOnline: () => hasCable && isReached,
    hasNetwork: () => hasCable,
    subscribe: listener => listeners.add(listener),
    reportReached() {
      isReached = true
      settle()
    },
    reportUnreached() {
      isReached = false
      settle()
    },
  }
}
