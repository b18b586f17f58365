import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Visit, visit } from './app-visit.ts'

/**
 * The browser’s own measure: the share of the window that moved, times how far. A place is free for what
 * comes, but not for every line that its words may wrap to. A card that pushes a screen down is 0.06 and
 * more.
 */
const STILL = 0.03

interface Shifts {
  sum: number
  /** What moved, for the reader of a failure. */
  moved: string[]
}

/**
 * Who is here, what they hold and how long one would wait is known after a screen was drawn. None of it may
 * push away what a finger is on its way to.
 */
describeInBrowser('Chromium', 'a screen that has been drawn', () => {
  let at: Visit
  /** The server says who is here once this is resolved. */
  let answer = Promise.withResolvers<void>()
  let ticket: string

  beforeAll(async () => {
    at = await visit()
    await at.page.addInitScript(() => {
      const shifts: Shifts = { sum: 0, moved: [] }
      Object.assign(window, { shifts })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        })[]) {
          // The destinations stick to the window's end: the browser counts that they would have moved.
          const sources = entry.sources.filter(({ node }) => node?.nodeName !== 'NAV')
          if (sources.length === 0) continue
          shifts.sum += entry.value
          for (const { node, previousRect, currentRect } of sources)
            shifts.moved.push(`${previousRect.y} to ${currentRect.y}: ${node?.textContent?.slice(0, 40)}`)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await at.page.route('**/session', async route => {
      await answer.promise
      await route.continue()
    })
  })
  afterAll(() => at?.close())

  async function shiftsOf(path: string): Promise<Shifts> {
    answer = Promise.withResolvers()
    const asked = at.page.waitForRequest('**/session')
    await at.go(path)
    await asked
    await at.page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
    answer.resolve()
    // Everything has come, and the face of the numerals with it.
    await at.page.waitForLoadState('networkidle')
    await at.page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
    return at.page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
  }
  async function expectStill(path: string) {
    const { sum, moved } = await shiftsOf(path)
    expect(sum, `${path}\n${moved.join('\n')}`).toBeLessThan(STILL)
  }

  const SCREENS = [
    '/',
    '/search',
    '/offices/notaria-norte',
    '/offices/notaria-norte/lines/firmas',
    '/profile',
  ]

  it.each(SCREENS)('stays where it is for a guest: %s', expectStill)

  it.each([...SCREENS, '/tickets'])(
    'stays where it is for who comes back to a number they hold: %s',
    async path => {
      if (!ticket) {
        await at.signIn()
        answer.resolve()
        ticket = await at.take('firmas')
      }
      await expectStill(path)
    },
  )

  it('stays where it is on the number’s own screen', () => expectStill(ticket))

  it.each(['/', '/search', '/profile'])('stays where it is on a wide screen: %s', async path => {
    await at.page.setViewportSize({ width: 1280, height: 800 })
    await expectStill(path)
    await at.page.setViewportSize({ width: 360, height: 800 })
  })

  it('stays where it is for who has left', async () => {
    answer.resolve()
    await at.go('/profile')
    await at.page.getByRole('button', { name: 'Salir' }).click()
    await at.page.getByRole('button', { name: 'Sí, salir' }).click()
    await at.page.getByText('Aún no sabemos quién eres').waitFor()
    await expectStill('/profile')
    await expectStill('/')
  })
})
