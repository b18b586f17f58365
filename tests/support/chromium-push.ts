import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { waitFor } from './wait-for.ts'

/** A notification that stands, as its service worker's registration lists it. */
export type StandingNotification = { title: string; body: string; tag: string; data: unknown }

/** What of the worker's global is used here: the tests are compiled for pages. */
type WorkerScope = EventTarget & {
  registration: ServiceWorkerRegistration
  /** Written by a test. */
  hasShown?: boolean
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}

type Registration = { registrationId: string; scopeURL: string; isDeleted: boolean }

/**
 * Hands a push message to a service worker as if it had come, decrypted, from a push service: Chromium has
 * none here.
 * @param page any page of the profile, also a blank one: the worker needs no page of its own open
 * @param data the payload
 * @param scope whose worker; may be left out when the profile has only one
 * @throws when no worker is registered there
 */
export async function deliverPush(page: Page, data: string | object, scope?: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    const { registrationId, scopeURL } = await findRegistration(session, scope)
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(scopeURL).origin,
      registrationId,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    })
  } finally {
    await session.detach()
  }
}

/**
 * As `deliverPush`, and waits until the only worker has shown a notice: where Chromium is asked for the
 * notices before that, it strikes off the one that is about to be shown.
 */
export async function deliverUntilShown(page: Page, data: string | object): Promise<void> {
  const worker = page.context().serviceWorkers().at(-1)
  if (!worker) throw new Error('no service worker')
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.hasShown = false
    scope.registration.showNotification = async (title, options) => {
      await show(title, options)
      scope.hasShown = true
    }
  })
  await deliverPush(page, data)
  await waitFor('the notice', () =>
    worker.evaluate(() => (globalThis as unknown as WorkerScope).hasShown === true),
  )
}

/** The notifications that stand for the page's service worker, oldest first. */
export async function installedNotifications(page: Page): Promise<StandingNotification[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const standing = await registration.getNotifications()
    return standing.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })
}

/**
 * Presses a notice that leads there, as far as Chromium lets a test: the worker hears the press, and may
 * neither focus nor open windows, as iOS sometimes will not let it either.
 */
export async function pressNotice(page: Page, navigate: string): Promise<void> {
  const worker = page.context().serviceWorkers()[0]
  if (!worker) throw new Error('no service worker')
  await worker.evaluate(async navigate => {
    const scope = globalThis as unknown as WorkerScope
    await scope.registration.showNotification('Numerito', { tag: 'pressed', data: { navigate } })
    const [notification] = await scope.registration.getNotifications({ tag: 'pressed' })
    if (!notification) throw new Error('no notice')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, navigate)
}

/** Closes every page; a blank one is opened and given back, for the browser ends with its last page. */
export async function closeEveryPage(context: BrowserContext): Promise<Page> {
  const pages = context.pages()
  const blank = await context.newPage()
  await Promise.all(pages.map(page => page.close()))
  return blank
}

async function findRegistration(session: CDPSession, scope: string | undefined): Promise<Registration> {
  const known = new Map<string, Registration>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const registration of registrations) known.set(registration.registrationId, registration)
  })
  await session.send('ServiceWorker.enable')
  return waitFor(`a service worker at ${scope ?? 'any scope'}`, () => {
    const living = [...known.values()].filter(({ isDeleted }) => !isDeleted)
    if (scope === undefined && living.length > 1)
      throw new Error('several service workers: say whose scope is meant')
    return living.find(({ scopeURL }) => scope === undefined || scopeURL === scope)
  })
}
