import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { findBrowser, requireBrowser } from './browser-binary.ts'
import { makeBrowserHome } from './browser-home.ts'
import { PATIENCE_MS } from './wait-for.ts'
import { rememberPages } from './what-stands.ts'

export type Chromium = {
  context: BrowserContext
  /** The first page, blank. */
  page: Page
  close(): Promise<void>
}

/** Everything playwright lets a context be; by default a small Chilean phone's. */
export type ChromiumOptions = BrowserContextOptions & {
  /**
   * Whether to keep a profile on disk, without which nothing can be installed: true for one that goes with
   * `close()`, or the directory of one that outlives the browser.
   */
  persistent?: boolean | string
  /**
   * Whether with all that stands around its pages: notices and cameras are asked for there. One with a
   * profile always is.
   */
  isWhole?: boolean
  /** Command-line switches beside the usual ones. */
  flags?: string[]
}

const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 800 },
  locale: 'es-CL',
  timezoneId: 'America/Santiago',
}

/** Nothing leaves the machine: a name that is not local is not even looked up. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/**
 * Starts a headless Chromium with one page.
 * @throws when no Chromium is installed
 */
export async function launchChromium({
  persistent = false,
  isWhole = false,
  flags = [],
  ...options
}: ChromiumOptions = {}): Promise<Chromium> {
  // Pages are the same in both; a window at which nobody looks costs a quarter of the processor's time.
  const executablePath =
    (isWhole || persistent ? undefined : findBrowser('Chromium without a window')) ??
    requireBrowser('Chromium')
  const home = makeBrowserHome('chromium')
  const launch = { executablePath, headless: true, args: [...FLAGS, ...flags], env: home.env }
  const profile = persistent === true ? home.profile : persistent
  try {
    const context = await openContext(profile, launch, { ...PHONE, ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    const page = context.pages()[0] ?? (await context.newPage())
    const faults: string[] = []
    context.on('weberror', fault => void faults.push(fault.error().message))
    context.on('console', said => said.type() === 'error' && faults.push(said.text()))
    const forget = rememberPages(async () => context.pages(), faults)
    const close = async () => {
      forget()
      await closeBrowser(context).finally(home.remove)
    }
    return { context, page, close }
  } catch (error) {
    home.remove()
    throw error
  }
}

async function openContext(
  profile: string | false,
  launch: LaunchOptions,
  look: BrowserContextOptions,
): Promise<BrowserContext> {
  if (profile) return chromium.launchPersistentContext(profile, { ...launch, ...look })
  const browser = await chromium.launch(launch)
  return browser.newContext(look).catch(async error => {
    await browser.close()
    throw error
  })
}

async function closeBrowser(context: BrowserContext): Promise<void> {
  await context.close()
  // A persistent context is its browser, and has ended it already.
  await context.browser()?.close()
}

/** Cuts the context off, or joins it again: pages and, through them, their service workers' own fetches. */
export async function goOffline(context: BrowserContext, isOffline = true): Promise<void> {
  await context.setOffline(isOffline)
}
