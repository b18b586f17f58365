import { LATE, withDeadline } from './deadline.ts'
import { type NoticesDevice, type PushDoorState, pushDoorState } from './push-door-state.ts'
import type { Timers } from './timers.ts'

/** A subscription in the words of PushSubscription.toJSON(). */
export interface BrowserSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export class PushDoorError extends Error {
  readonly code: 'push-timeout' | 'push-refused'

  constructor(code: PushDoorError['code'], cause?: unknown) {
    super(`the browser gives no push subscription: ${code}`, { cause })
    this.name = 'PushDoorError'
    this.code = code
  }
}

export interface PushDoor {
  state(): PushDoorState
  /** Asks the person. Must be called from a tap, or Safari refuses without asking. */
  askPermission(): Promise<PushDoorState>
  /** The subscription that the browser holds, or null. @throws PushDoorError */
  current(): Promise<BrowserSubscription | null>
  /**
   * @param publicKey the server's VAPID key, base64url
   * @throws PushDoorError
   */
  subscribe(publicKey: string): Promise<BrowserSubscription>
  /** Ends the browser's subscription. True when there was one. @throws PushDoorError */
  unsubscribe(): Promise<boolean>
  /**
   * Takes away the notices that are shown under a tag, for what the page itself has shown (PUSH-04); without
   * one, all of them.
   */
  closeNotices(tag?: string): Promise<void>
}

/** Some browsers have no push service behind them, and their subscribe never settles. */
const SUBSCRIBE_TIMEOUT_MS = 15_000
/** A worker that is not there (refused, private window) leaves `ready` waiting for ever. */
const READY_TIMEOUT_MS = 5_000
/** The first one fetches all that a visit without a network needs: on a slow network that takes its time. */
const INSTALL_TIMEOUT_MS = 30_000

interface Device extends NoticesDevice {
  navigator: NoticesDevice['navigator'] & {
    serviceWorker?: Pick<ServiceWorkerContainer, 'ready' | 'getRegistration'>
  }
  Notification?: { permission: NotificationPermission; requestPermission(): Promise<NotificationPermission> }
}

const inWords = (subscription: PushSubscription): BrowserSubscription => {
  const { endpoint = subscription.endpoint, keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

export function browserPushDoor(device: Device, timers: Timers): PushDoor {
  const { navigator } = device
  const state = () => pushDoorState(device)

  /** What a browser says against its own subscriptions, in one word. */
  const refused = (error: unknown): never => {
    throw new PushDoorError('push-refused', error)
  }

  async function registration(): Promise<ServiceWorkerRegistration | null> {
    if (!navigator.serviceWorker) return null
    const ready = await withDeadline(navigator.serviceWorker.ready, READY_TIMEOUT_MS, timers)
    return ready === LATE ? null : ready
  }

  /** For whoever has just asked to be called: one that is on its way is waited for. */
  async function comingRegistration(): Promise<ServiceWorkerRegistration | null> {
    const there = await registration()
    const { serviceWorker } = navigator
    if (there || !serviceWorker) return there
    if (!(await serviceWorker.getRegistration())?.installing) return null
    const installed = await withDeadline(serviceWorker.ready, INSTALL_TIMEOUT_MS, timers)
    return installed === LATE ? null : installed
  }

  return {
    state,
    async askPermission() {
      if (state() === 'prompt') await device.Notification?.requestPermission()
      return state()
    },
    async current() {
      const subscription = await (await registration())?.pushManager?.getSubscription().catch(refused)
      return subscription ? inWords(subscription) : null
    },
    async subscribe(publicKey) {
      const push = (await comingRegistration())?.pushManager
      if (!push) throw new PushDoorError('push-refused')
      const asked = push.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
      const subscription = await withDeadline(asked, SUBSCRIBE_TIMEOUT_MS, timers).catch(refused)
      if (subscription === LATE) throw new PushDoorError('push-timeout')
      return inWords(subscription)
    },
    async unsubscribe() {
      const subscription = await (await registration())?.pushManager?.getSubscription().catch(refused)
      return (await subscription?.unsubscribe().catch(refused)) ?? false
    },
    async closeNotices(tag) {
      // Not `ready`: whoever has no worker yet has no notices either, and a call must not wait for one that
      // never comes.
      const own = await navigator.serviceWorker?.getRegistration()
      const shown = (await own?.getNotifications?.(tag === undefined ? {} : { tag })) ?? []
      for (const notice of shown) notice.close()
    },
  }
}
