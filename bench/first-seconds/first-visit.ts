import type { Browser } from 'playwright-core'
import { type Sight, visitSlowly } from './slow-visit.ts'

/** Of each task, so much is not felt. */
const UNFELT_MS = 50

/** Times in milliseconds, paints from the start of the navigation. */
export interface FirstVisit {
  firstPaint: number
  /** What somebody came for was painted. */
  seen: number
  /** How long the page could not have answered a touch, all in all. */
  blocked: number
  /** What was asked for before it was seen. */
  requests: number
  /** Of these, over the network; their headers are estimated. */
  bytes: number
}

/**
 * Somebody comes who never came before.
 * @param restMs how long they stay after they saw what they came for
 */
export async function visitFirst(browser: Browser, sight: Sight, restMs: number): Promise<FirstVisit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
  })
  try {
    const page = await visitSlowly(context, sight)
    const seen = await page.evaluate(() => window.seen)
    await page.waitForTimeout(restMs)
    const { firstPaint, longTasks, loads } = await page.evaluate(() => {
      const entries = ['navigation', 'resource'].flatMap(
        type => performance.getEntriesByType(type) as PerformanceResourceTiming[],
      )
      return {
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        longTasks: window.longTasks,
        loads: entries.map(({ startTime, transferSize }) => ({ startTime, transferSize })),
      }
    })
    const asked = loads.filter(({ startTime, transferSize }) => startTime < seen && transferSize > 0)
    return {
      firstPaint,
      seen,
      blocked: longTasks.reduce((sum, duration) => sum + Math.max(0, duration - UNFELT_MS), 0),
      requests: asked.length,
      bytes: asked.reduce((sum, { transferSize }) => sum + transferSize, 0),
    }
  } finally {
    await context.close()
  }
}
