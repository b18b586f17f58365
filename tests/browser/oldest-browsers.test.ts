import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goOffline } from '#tests/support/chromium.ts'
import { pressNotice } from '#tests/support/chromium-push.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { type Visit, visit } from './app-visit.ts'
import { TAKE_PATH, takeNumberAt, waitForWorker } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')

/**
 * Takes away what the oldest browsers lack, of the language and of what stands beside it: an older engine is
 * not to be had here, and its styles are not seen.
 * @see docs/decisions/oldest-browsers.md
 */
const AS_THEN = `{
  const later = [
    [URL, 'parse', 'canParse'],
    [AbortSignal, 'any'],
    [Response, 'json'],
    [ReadableStream, 'from'],
    [Promise, 'withResolvers', 'try'],
    [Object, 'groupBy'],
    [Map, 'groupBy'],
    [Array, 'fromAsync'],
    [Set.prototype, 'union', 'difference', 'intersection', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    [Map.prototype, 'getOrInsert', 'getOrInsertComputed'],
    [Iterator.prototype, 'map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    [Uint8Array, 'fromBase64', 'fromHex'],
    [Uint8Array.prototype, 'toBase64', 'toHex'],
    [Intl, 'Segmenter', 'DurationFormat'],
    [RegExp, 'escape'],
    [globalThis, 'Iterator', 'scheduler', 'requestIdleCallback', 'navigation', 'launchQueue', 'cookieStore'],
  ]
  if (globalThis.Element)
    later.push(
      [Element.prototype, 'checkVisibility', 'moveBefore', 'setHTMLUnsafe'],
      [HTMLElement.prototype, 'showPopover', 'hidePopover', 'togglePopover'],
      [Document.prototype, 'startViewTransition'],
      [Navigator.prototype, 'wakeLock'],
    )
  for (const [owner, ...names] of later) for (const name of names) delete owner[name]
}
`

describeInBrowser('Chromium', 'in the oldest browsers', () => {
  const build = makeTemporaryDirectory('oldest-browsers')
  let here: Visit

  beforeAll(async () => {
    cpSync(dist, build.path, { recursive: true })
    const worker = join(build.path, 'sw.js')
    writeFileSync(worker, AS_THEN + readFileSync(worker, 'utf8'))
    // Compressed beforehand it would go out instead of what is written here.
    for (const packed of ['br', 'gz']) rmSync(`${worker}.${packed}`)
    here = await visit({
      server: { applicationDirectory: build.path },
      chromium: { isWhole: true, permissions: ['notifications'] },
    })
    await here.chromium.context.addInitScript(AS_THEN)
  })
  afterAll(async () => {
    await here?.close()
    build.remove()
  })

  it('[TKT-03] a number is taken, its notice leads to it, and without a network it stands', async () => {
    const { chromium, go, page, server } = here
    await go('/search')
    await page.getByText('Notaría Norte').first().waitFor()
    expect(await page.evaluate(() => 'canParse' in URL)).toBe(false)
    const ticket = await takeNumberAt(page, `${server.origin}${TAKE_PATH}`)
    await waitForWorker(page)
    expect(await chromium.context.serviceWorkers()[0]?.evaluate(() => 'canParse' in URL)).toBe(false)
    await go('/profile')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await pressNotice(page, ticket)
    await page.waitForURL(`**${ticket}`)
    await goOffline(chromium.context)
    await page.reload()
    await page.getByRole('main').getByText('A001').first().waitFor()
    expect(here.faults).toEqual([])
  })
})
