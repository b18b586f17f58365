import type { BrowserContext, Page } from 'playwright-core'

/** Of a cheap phone on a network that is slow, but not broken; in bytes a second, and milliseconds. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const TIMES_SLOWER = 4

/** What somebody came for. */
export interface Sight {
  url: string
  /** Part of the words of each row that has to stand there, which no other list on the page has. */
  words: string
}

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation until words of the first rows were painted. */
    seen: Promise<number>
    /** How long each long task took, in milliseconds. */
    longTasks: number[]
  }
}

/** Runs in the page before anything else does. */
function watchPage(words: string): void {
  window.longTasks = []
  new PerformanceObserver(list =>
    window.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' })
  window.seen = new Promise(resolve => {
    new PerformanceObserver((list, observer) => {
      observer.disconnect()
      resolve(list.getEntries()[0]?.startTime ?? Number.NaN)
    }).observe({ type: 'element' })
  })
  const watcher = new MutationObserver(() => {
    const rows = [...document.querySelectorAll(':is(#app, #root) li')].filter(
      row => row.textContent.includes(words) && row.checkVisibility(),
    )
    if (rows.length === 0) return
    watcher.disconnect()
    // Not painted yet: asks the browser to say when it paints any of their words.
    for (const row of rows)
      for (const part of [row, ...row.querySelectorAll('*')]) part.setAttribute('elementtiming', 'row')
  })
  // What waits in hiding for something else is shown by its style alone.
  watcher.observe(document, { subtree: true, childList: true, attributeFilter: ['style', 'hidden'] })
}

/** Opens the page on a slow phone; settles when the navigation is under way. */
export async function visitSlowly(context: BrowserContext, { url, words }: Sight): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(watchPage, words)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
  await page.goto(url, { waitUntil: 'commit' })
  return page
}
