import { describe, expect, it } from 'vitest'
import { browserPushDoor } from '#src/platform/push-door.ts'
import { HandTime } from './fakes.ts'
import { soon } from './soon.ts'

type Device = Parameters<typeof browserPushDoor>[0]

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15)'

interface Held {
  endpoint: string
  toJSON(): PushSubscriptionJSON
  unsubscribe(): Promise<boolean>
}

/** A browser with a worker, a push manager and notices. */
function browser(permission: NotificationPermission = 'granted') {
  const time = new HandTime()
  const shown = [{ tag: 'ticket-1', closed: false }]
  const state: { held: Held | null; subscribe: () => Promise<Held>; asked: unknown[] } = {
    held: null,
    asked: [],
    subscribe: async () => {
      state.held = {
        endpoint: 'https://push.example/1',
        toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'P', auth: 'A' } }),
        unsubscribe: async () => {
          state.held = null
          return true
        },
      }
      return state.held
    },
  }
  const registration = {
    pushManager: {
      getSubscription: async () => state.held,
      subscribe: (options: unknown) => {
        state.asked.push(options)
        return state.subscribe()
      },
    },
    getNotifications: async ({ tag }: { tag: string }) =>
      shown
        .filter(notice => notice.tag === tag)
        .map(notice => ({
          close: () => {
            notice.closed = true
          },
        })),
  }
  const Notification = {
    permission,
    async requestPermission() {
      Notification.permission = 'granted'
      return Notification.permission
    },
  }
  const device = {
    navigator: {
      userAgent: ANDROID,
      maxTouchPoints: 5,
      serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
    },
    Notification,
    PushManager: class {},
  }
  return { time, state, shown, device, door: browserPushDoor(device as unknown as Device, time) }
}

describe("the browser's push", () => {
  it('says what it can do', () => {
    const { device, time } = browser('default')
    const stateOf = (change: object) =>
      browserPushDoor({ ...device, ...change } as unknown as Device, time).state()
    expect(stateOf({})).toBe('prompt')
    expect(stateOf({ Notification: { permission: 'denied' } })).toBe('denied')
    expect(stateOf({ PushManager: undefined })).toBe('unsupported')
    const iphone = { userAgent: IPHONE, maxTouchPoints: 5 }
    expect(stateOf({ PushManager: undefined, navigator: iphone })).toBe('needs-install')
    expect(stateOf({ PushManager: undefined, navigator: { ...iphone, standalone: true } })).toBe(
      'unsupported',
    )
    const ipad = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 }
    expect(stateOf({ PushManager: undefined, navigator: ipad })).toBe('needs-install')
  })

  it('asks the person only where the answer is still open', async () => {
    const { door } = browser('default')
    expect(await door.askPermission()).toBe('granted')
    expect(await browser('denied').door.askPermission()).toBe('denied')
  })

  it('subscribes with the key, gives what is held, and ends it', async () => {
    const { door, state } = browser()
    expect(await door.current()).toBeNull()
    const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'P', auth: 'A' } }
    expect(await door.subscribe('BKey')).toEqual(subscription)
    expect(state.asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'BKey' }])
    expect(await door.current()).toEqual(subscription)
    expect(await door.unsubscribe()).toBe(true)
    expect(await door.unsubscribe()).toBe(false)
  })

  it('says that it was refused, whatever a browser has against its own subscription', async () => {
    const { door, state, device } = browser()
    await door.subscribe('BKey')
    const refuses = () => Promise.reject(new DOMException('the push service is away', 'AbortError'))
    Object.assign(state.held ?? {}, { unsubscribe: refuses })
    await expect(door.unsubscribe()).rejects.toMatchObject({ name: 'PushDoorError', code: 'push-refused' })
    const { pushManager } = await device.navigator.serviceWorker.ready
    Object.assign(pushManager, { getSubscription: refuses })
    await expect(door.current()).rejects.toMatchObject({ name: 'PushDoorError', code: 'push-refused' })
    await expect(door.unsubscribe()).rejects.toMatchObject({ name: 'PushDoorError', code: 'push-refused' })
  })

  it('does not wait for ever for a push service that is not there', async () => {
    const { door, state, time } = browser()
    state.subscribe = () => new Promise(() => undefined)
    const subscribing = door.subscribe('BKey')
    await soon(() => state.asked.length).toBe(1)
    time.pass(15_000)
    await expect(subscribing).rejects.toMatchObject({ code: 'push-timeout' })
  })

  it('[PUSH-01] waits for a first worker that is still fetched over a slow network, for whoever asks to be called', async () => {
    const { device, time } = browser()
    const { promise: ready, resolve: install } = Promise.withResolvers<unknown>()
    const registration = await device.navigator.serviceWorker.getRegistration()
    const getRegistration = async () => ({ ...registration, installing: {} })
    const slow = { ...device, navigator: { ...device.navigator, serviceWorker: { ready, getRegistration } } }
    const door = browserPushDoor(slow as unknown as Device, time)
    const subscribing = door.subscribe('BKey')
    time.pass(5_000)
    await soon(() => time.isDueIn(30_000)).toBe(true)
    install(registration)
    expect(await subscribing).toMatchObject({ endpoint: 'https://push.example/1' })
  })

  it('says when the browser refuses, and when there is no worker to hear it', async () => {
    const { door, state } = browser()
    state.subscribe = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    await expect(door.subscribe('BKey')).rejects.toMatchObject({ code: 'push-refused' })
    const { device, time } = browser()
    const workerless = {
      ...device,
      navigator: {
        ...device.navigator,
        serviceWorker: { ready: new Promise(() => {}), getRegistration: async () => undefined },
      },
    }
    const alone = browserPushDoor(workerless as unknown as Device, time)
    // At once: what is told behind a call must not wait for a worker that never comes.
    await alone.closeNotices('ticket-1')
    const current = alone.current()
    time.pass(5_000)
    expect(await current).toBeNull()
  })

  it('[PUSH-04] takes away the notices of what the page has shown', async () => {
    const { door, shown } = browser()
    await door.closeNotices('ticket-2')
    expect(shown[0]?.closed).toBe(false)
    await door.closeNotices('ticket-1')
    expect(shown[0]?.closed).toBe(true)
  })
})
