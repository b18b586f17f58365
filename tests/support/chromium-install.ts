import type { CDPSession, Page } from 'playwright-core'

/**
 * Why the page's application cannot be installed, by Chromium's ids; empty when it can. Needs a persistent
 * context.
 */
export async function installabilityErrors(page: Page): Promise<string[]> {
  return withSession(page, async session => {
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    return installabilityErrors.map(({ errorId }) => errorId)
  })
}

/** What Chromium would install of the page: the manifest as it read it, and the application's id. */
export async function readManifest(page: Page): Promise<{ appId: string; manifest: unknown }> {
  return withSession(page, async session => {
    const { appId = '' } = await session.send('Page.getAppId')
    const { data = '' } = await session.send('Page.getAppManifest')
    return { appId, manifest: JSON.parse(data) }
  })
}

/**
 * Installs the page's application and starts it in a window of its own, as its icon would. Needs a persistent
 * context.
 * @returns the page in that window, loaded
 */
export async function installApp(page: Page): Promise<Page> {
  return withSession(page, async session => {
    const { appId: manifestId } = await session.send('Page.getAppId')
    if (!manifestId) throw new Error(`${page.url()} has no manifest`)
    await session.send('PWA.install', { manifestId })
    await session.send('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' })
    const [window] = await Promise.all([
      page.context().waitForEvent('page'),
      session.send('PWA.launch', { manifestId }),
    ])
    await window.waitForLoadState()
    return window
  })
}

/**
 * Presses the installed application's icon, or with an address one of its shortcuts or a link that it opens;
 * as the manifest says, the window that is open comes forward.
 * @param page any page of the application, in the browser that installed it
 */
export async function pressIcon(page: Page, url?: string): Promise<void> {
  await withSession(page, async session => {
    const { appId: manifestId } = await session.send('Page.getAppId')
    if (!manifestId) throw new Error(`${page.url()} has no manifest`)
    await session.send('PWA.launch', { manifestId, ...(url && { url }) })
  })
}

async function withSession<T>(page: Page, use: (session: CDPSession) => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  try {
    return await use(session)
  } finally {
    await session.detach()
  }
}
