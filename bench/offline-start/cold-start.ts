import type { BrowserContext } from 'playwright-core'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * The largest paint may still be outdone so long after the page is loaded, e.g. by what comes out of a
 * database.
 */
const SETTLED_MS = 1_500

export interface ColdStart {
  /** From the start of the navigation until there is anything to see, in milliseconds. */
  firstPaint: number
  /** From the start of the navigation to the largest paint, in milliseconds. */
  largestPaint: number
  /**
   * From the start of the navigation until it answers whoever uses it, in milliseconds; NaN where the page
   * does not say.
   */
  ready: number
  /** What was painted then, or that it has been replaced since, for whoever wonders about the figure. */
  painted: string
  /** Scripts that the page had by then, by their paths. */
  scripts: string[]
}

/** Opens the page for the first time and waits until its worker has everything and is in charge. */
export async function install(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(url)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (navigator.serviceWorker.controller) return
      await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    })
    // Once more, through the worker: what it keeps beside its own files is asked for now.
    await page.reload({ waitUntil: 'networkidle' })
  } finally {
    await page.close()
  }
}

/**
 * Stops every worker of the profile, as a phone does after half a minute, and knows when they have stopped.
 */
export async function workerStopper(context: BrowserContext): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(await context.newPage())
  const running = new Set<string>()
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) {
      if (runningStatus === 'stopped') running.delete(versionId)
      else running.add(versionId)
    }
  })
  await session.send('ServiceWorker.enable')
  return async () => {
    await session.send('ServiceWorker.stopAllWorkers')
    await waitFor('the workers to stop', () => running.size === 0)
  }
}

/** Stops the workers, opens the page anew and waits for the last of its paints. */
export async function startCold(
  context: BrowserContext,
  stopWorkers: () => Promise<void>,
  url: string,
): Promise<ColdStart> {
  await stopWorkers()
  const page = await context.newPage()
  try {
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLED_MS)
    return await page.evaluate(
      () =>
        new Promise<ColdStart>(resolve => {
          new PerformanceObserver(list => {
            const last: (PerformanceEntry & { element?: Element | null }) | undefined = list
              .getEntries()
              .at(-1)
            const [first] = performance.getEntriesByName('first-contentful-paint')
            const until = last?.startTime ?? 0
            const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
            const scripts = resources
              .filter(resource => resource.responseEnd > 0 && resource.responseEnd <= until)
              .map(resource => new URL(resource.name).pathname)
              .filter(path => path.endsWith('.js'))
            resolve({
              scripts,
              firstPaint: first?.startTime ?? Number.NaN,
              largestPaint: last?.startTime ?? Number.NaN,
              ready: performance.getEntriesByName('application')[0]?.startTime ?? Number.NaN,
              painted: last?.element
                ? `«${last.element.textContent.trim().slice(0, 40)}»`
                : 'in the first frame',
            })
          }).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
  } finally {
    await page.close()
  }
}
