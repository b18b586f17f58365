import type { Browser } from 'puppeteer-core'

/** A notification as Firefox draws it on the screen: a small window of its own. */
export type ShownAlert = {
  title: string
  body: string
  /** "via host:port": whose notification it is. */
  source: string
  /** BiDi's id of the alert's window; it ends with the alert. */
  context: string
}

/** A tab, as the browser's own window tells it. */
export type FirefoxTab = {
  url: string
  /** Whether it is the one in front in its window. */
  isSelected: boolean
}

type Context = { context: string; url: string }
type Evaluation =
  | { type: 'success'; result: { type: string; value?: unknown } }
  | { type: 'exception'; exceptionDetails: { text: string } }

/** puppeteer keeps its connection out of its types; the chrome scope is reachable through nothing else. */
type BidiBrowser = { connection: { send(method: string, params: object): Promise<{ result: unknown }> } }

const ALERT_WINDOW = /\/alert\.xhtml$/
const BROWSER_WINDOW = /\/browser\.xhtml$/
/**
 * In the little panel below the address, once it is open: the question whether the page may show
 * notifications.
 */
const QUESTION = `(PopupNotifications.isPanelOpen &&
  [...PopupNotifications.panel.children].find(question => question.id.startsWith('web-notifications')))`

/**
 * Firefox seen from the side of its own windows, where a web page cannot look: which alerts stand on the
 * screen, which tabs are open. Firefox lets nobody in unless it was started with
 * --remote-allow-system-access.
 */
export class FirefoxChromeScope {
  readonly #browser: BidiBrowser

  constructor(browser: Browser) {
    this.#browser = browser as unknown as BidiBrowser
  }

  /** Every alert that has been drawn and not yet closed. */
  async alerts(): Promise<ShownAlert[]> {
    const alerts = await Promise.all(
      (await this.#windows(ALERT_WINDOW)).map(({ context }) => this.#readAlert(context)),
    )
    return alerts.filter(alert => alert !== undefined)
  }

  /** Presses an alert with the mouse: the worker's click event is trusted, and may open and focus windows. */
  async clickAlert(alert: ShownAlert): Promise<void> {
    await this.#press(alert.context, '#alertBox')
  }

  /** Presses an alert's cross: the worker gets notificationclose. */
  async dismissAlert(alert: ShownAlert): Promise<void> {
    await this.#press(alert.context, '#alert-close')
  }

  /** Every tab of every window. */
  async tabs(): Promise<FirefoxTab[]> {
    const script = `JSON.stringify(gBrowser.tabs.map(tab =>
      ({ url: tab.linkedBrowser.currentURI.spec, isSelected: tab.selected })))`
    const windows = await this.#windows(BROWSER_WINDOW)
    const tabs = await Promise.all(windows.map(({ context }) => this.#evaluate(context, script)))
    return tabs.flatMap(json => JSON.parse(String(json.value)))
  }

  /** Whether a page's question to show notifications stands before the person. */
  async isAskingToNotify(): Promise<boolean> {
    const answers = await Promise.all(
      (await this.#windows(BROWSER_WINDOW)).map(({ context }) =>
        this.#evaluate(context, `Boolean(${QUESTION})`),
      ),
    )
    return answers.some(({ value }) => value === true)
  }

  /** Presses the button that allows them. */
  async allowToNotify(): Promise<void> {
    for (const { context } of await this.#windows(BROWSER_WINDOW))
      await this.#evaluate(context, `${QUESTION}?.button.click()`)
  }

  async #readAlert(context: string): Promise<ShownAlert | undefined> {
    const script = `gIsActive && JSON.stringify({
      title: document.getElementById('alertTitleLabel').getAttribute('value') ?? '',
      body: document.getElementById('alertTextLabel').textContent,
      source: document.getElementById('alertSourceLabel').getAttribute('value') ?? '' })`
    // An alert may close between being listed and being read.
    const answer = await this.#evaluate(context, script).catch(() => undefined)
    return typeof answer?.value === 'string' ? { ...JSON.parse(answer.value), context } : undefined
  }

  /** BiDi's own pointer actions stop at web pages; this is the function that they end in. */
  async #press(context: string, selector: string): Promise<void> {
    const script = `(() => {
      const { event } = ChromeUtils.importESModule('chrome://remote/content/shared/webdriver/Event.sys.mjs')
      const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()
      event.synthesizeMouseAtPoint(box.x + box.width / 2, box.y + box.height / 2, {}, window)
    })()`
    await this.#evaluate(context, script)
  }

  async #windows(address: RegExp): Promise<Context[]> {
    const tree = (await this.#send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 })) as {
      contexts: Context[]
    }
    return tree.contexts.filter(window => address.test(window.url))
  }

  async #evaluate(context: string, expression: string): Promise<{ value?: unknown }> {
    const evaluation = (await this.#send('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
    })) as Evaluation
    if (evaluation.type === 'exception') throw new Error(evaluation.exceptionDetails.text)
    return evaluation.result
  }

  async #send(method: string, params: object): Promise<unknown> {
    return (await this.#browser.connection.send(method, params)).result
  }
}
