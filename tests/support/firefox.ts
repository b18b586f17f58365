import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { requireBrowser } from './browser-binary.ts'
import { makeBrowserHome } from './browser-home.ts'
import { FirefoxChromeScope, type FirefoxTab, type ShownAlert } from './firefox-chrome-scope.ts'
import type { PushService, PushSubscriptionJson } from './push-service.ts'
import { PATIENCE_MS, waitFor } from './wait-for.ts'
import { rememberPages } from './what-stands.ts'

export type Firefox = {
  browser: Browser
  openPage(url: string): Promise<Page>
  /** Closes every page; a blank one stays, for Firefox ends with its last window. */
  closeEveryPage(): Promise<void>
  /** The tabs as the browser's own window lists them, so also those that a service worker opened. */
  tabs(): Promise<FirefoxTab[]>
  /** The page of a tab that a service worker opened, once its address begins so. */
  waitForPage(urlStart: string): Promise<Page>
  /** The notifications that now stand on the screen. */
  alerts(): Promise<ShownAlert[]>
  /** The first notification that fits, once it is drawn. */
  waitForAlert(fits?: (alert: ShownAlert) => boolean): Promise<ShownAlert>
  clickAlert(alert: ShownAlert): Promise<void>
  /** Presses the cross of every notification, and waits until the screen is clear. */
  dismissAlerts(): Promise<void>
  /** Whether a page asks the person to show notifications; never without `ASK_BEFORE_NOTIFYING`. */
  isAskingToNotify(): Promise<boolean>
  /** Allows it, once a page asks. */
  allowToNotify(): Promise<void>
  close(): Promise<void>
}

/** Preferences with which pages have to ask before they show notifications, and the answer counts at once. */
export const ASK_BEFORE_NOTIFYING = {
  'permissions.default.desktop-notification': 0,
  'security.notification_enable_delay': 0,
}

export type FirefoxOptions = {
  pushService: Pick<PushService, 'socketUrl'>
  /** More preferences, such as `intl.accept_languages`. */
  preferences?: Record<string, string | number | boolean>
}

/**
 * Starts a headless Firefox with a fresh profile, which takes our push service for its own and may show
 * notifications without asking.
 * @throws when no Firefox is installed
 */
export async function launchFirefox({ pushService, preferences = {} }: FirefoxOptions): Promise<Firefox> {
  const executablePath = requireBrowser('Firefox')
  const home = makeBrowserHome('firefox')
  const browser = await puppeteer
    .launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      userDataDir: home.profile,
      env: home.env,
      args: ['--remote-allow-system-access'],
      extraPrefsFirefox: { ...preferencesFor(pushService.socketUrl), ...preferences },
    })
    .catch(error => {
      home.remove()
      throw error
    })
  const chrome = new FirefoxChromeScope(browser)
  const forget = rememberPages(() => browser.pages())
  return {
    browser,
    async openPage(url) {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await page.goto(url)
      return page
    },
    async closeEveryPage() {
      const pages = await browser.pages()
      await browser.newPage()
      await Promise.all(pages.map(page => page.close()))
      await waitFor('every page to close', async () =>
        (await chrome.tabs()).every(tab => tab.url === 'about:blank'),
      )
    },
    tabs: () => chrome.tabs(),
    async waitForPage(urlStart) {
      const page = await waitFor(`a page at ${urlStart}`, async () =>
        (await browser.pages()).find(one => one.url().startsWith(urlStart)),
      )
      page.setDefaultTimeout(PATIENCE_MS)
      return page
    },
    alerts: () => chrome.alerts(),
    waitForAlert: (fits = () => true) =>
      waitFor('a notification', async () => (await chrome.alerts()).find(fits)),
    clickAlert: alert => chrome.clickAlert(alert),
    async dismissAlerts() {
      for (const alert of await chrome.alerts()) await chrome.dismissAlert(alert)
      await waitFor('the notifications to go', async () => (await chrome.alerts()).length === 0)
    },
    isAskingToNotify: () => chrome.isAskingToNotify(),
    async allowToNotify() {
      await waitFor('a question for permission', () => chrome.isAskingToNotify())
      await chrome.allowToNotify()
    },
    async close() {
      forget()
      await browser.close().finally(home.remove)
    },
  }
}

/** The subscription of the page's service worker, once there is one. */
export async function waitForSubscription(page: Page): Promise<PushSubscriptionJson> {
  return waitFor('a push subscription', () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      const subscription = await registration?.pushManager.getSubscription()
      return subscription?.toJSON() as PushSubscriptionJson | undefined
    }),
  )
}

function preferencesFor(pushServiceUrl: string): Record<string, string | number | boolean> {
  return {
    'intl.accept_languages': 'es-CL, es',
    'dom.push.serverURL': pushServiceUrl,
    'dom.push.connection.enabled': true,
    'dom.push.testing.allowInsecureServerURL': true,
    // Milliseconds before the first attempt to reconnect; it doubles with each failure.
    'dom.push.retryBaseInterval': 300,
    'permissions.default.desktop-notification': 1,
    // On, as drivers set it, every page believes to have the focus already, and a worker's focus() selects no
    // tab.
    'focusmanager.testmode': false,
    // The desktop's notification service would draw outside the browser, where no test can see or press
    // anything.
    'alerts.useSystemBackend': false,
  }
}
