import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Visit, visit } from './app-visit.ts'
import { openBooks } from './book-town.ts'

/** Half of what a finger needs (48 px): what moves less is still under one that comes down. */
const HALF_A_FINGER_PX = 24
/** One answer after the other, so that each finds the screen as the one before has left it. */
const APART_MS = 60
/** What stands round a screen, or in it, and comes by itself: so late that the screen is there. */
const LATE_PARTS = /\/(mobile-dock|desktop-rail|active-bar|held-list|archivo-numerals)-/
const LATE_MS = 600
const PHONE = { width: 360, height: 800 }
const DESK = { width: 1280, height: 800 }
/** The browser says nothing of what moves beyond the window's edge: people scroll there. */
const WHOLE_PAGE_PX = 2_400

const OFFICE = '/offices/notaria-norte'
const EVERYBODY = [
  '/',
  '/search',
  OFFICE,
  `${OFFICE}/lines/firmas`,
  `${OFFICE}/lines/firmas/take`,
  `${OFFICE}/lines/escrituras/take`,
  `${OFFICE}/lines/copias-certificadas/book`,
  `${OFFICE}/lines/poderes/book`,
  '/identify',
  '/profile',
]

interface Moved {
  text: string
  /** Pixels, sideways or down. */
  by: number
}

/**
 * Who is here, what they hold, how long one would wait and which policy holds is known after a screen was
 * drawn. None of it may push away what a finger is on its way to.
 */
describeInBrowser('Chromium', 'a screen that has been drawn', () => {
  let at: Visit
  /** How many answers are held back. */
  let asked = 0
  let isHeldBack = true
  let ticket: string

  beforeAll(async () => {
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    await openBooks(at.server, at.town)
    await at.page.addInitScript(() => {
      const moved: Moved[] = []
      const pressed = 'a, button, input, label, select, summary'
      Object.assign(window, { moved })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        })[])
          for (const { node, previousRect: before, currentRect: now } of entry.sources) {
            const element = node instanceof Element ? node : node?.parentElement
            // Gone, or come: by neither is it pressed.
            if (!element || before.height === 0 || now.height === 0) continue
            // The destinations stick to the window's end: the browser counts that they would have moved.
            if (element.closest('nav')) continue
            // Words that find their place within what is pressed do not move it.
            if (!element.matches(pressed) && !element.querySelector(pressed)) continue
            const by = Math.round(Math.max(Math.abs(now.x - before.x), Math.abs(now.y - before.y)))
            moved.push({ text: (element.textContent ?? '').slice(0, 40), by })
          }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await at.page.route(/\/(api|services)\//, async route => {
      asked += 1
      if (isHeldBack) await new Promise(resolve => setTimeout(resolve, asked * APART_MS))
      // Its page may have been left.
      await route.continue().catch(() => {})
    })
    await at.page.route(LATE_PARTS, async route => {
      if (isHeldBack) await new Promise(resolve => setTimeout(resolve, LATE_MS))
      await route.continue().catch(() => {})
    })
  })
  afterAll(() => at?.close())

  async function expectStill(path: string, { width } = PHONE, go = at.go) {
    await at.page.setViewportSize({ width, height: WHOLE_PAGE_PX })
    asked = 0
    await go(path)
    // Everything has come, and the face of the numerals with it.
    await at.page.waitForLoadState('networkidle')
    await at.page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
    const moved = await at.page.evaluate(() => (window as unknown as { moved: Moved[] }).moved)
    expect(
      moved.filter(({ by }) => by >= HALF_A_FINGER_PX),
      path,
    ).toEqual([])
  }
  async function signIn() {
    isHeldBack = false
    await at.signIn()
    ticket = await at.take('firmas')
    // That one holds it is kept by a part which comes late.
    await at.page.waitForFunction(() => Object.values(localStorage).some(kept => kept.startsWith('t:')))
    isHeldBack = true
  }

  it.each(EVERYBODY)('stays where it is for a guest: %s', path => expectStill(path))
  it.each(EVERYBODY)('stays where it is for a guest whose device has the page: %s', path =>
    expectStill(path, PHONE, at.goAsBuilt),
  )
  it.each(['/', '/search', `${OFFICE}/lines/firmas/take`, '/profile'])(
    'stays where it is for a guest on a wide screen: %s',
    path => expectStill(path, DESK),
  )

  it.each([...EVERYBODY, '/tickets', '/profile/correct'])(
    'stays where it is for who comes back to a number they hold: %s',
    async path => {
      if (!ticket) await signIn()
      await expectStill(path)
    },
  )
  it('stays where it is on the number’s own screen', () => expectStill(ticket))
  it.each([800, 640])(
    'keeps the way on of a booking in its place until the bar of a number is there: %i',
    async height => {
      if (!ticket) await signIn()
      await at.page.setViewportSize({ width: PHONE.width, height })
      asked = 0
      await at.go(`${OFFICE}/lines/poderes/book`)
      // Of what sticks to the window's end the browser counts no move.
      const tops = await at.page.evaluate(
        () =>
          new Promise<number[]>(resolve => {
            const seen = new Set<number>()
            const look = () => {
              const ways = [...document.querySelectorAll('main button')]
              const way = ways.find(({ textContent }) => textContent?.startsWith('Sigue'))
              if (way) seen.add(Math.round(way.getBoundingClientRect().top))
              const bar = document.querySelector('footer a[href^="/tickets/"]')
              if (way && bar && getComputedStyle(bar).visibility === 'visible') resolve([...seen])
              else requestAnimationFrame(look)
            }
            look()
          }),
      )
      expect(tops).toHaveLength(1)
    },
  )
  it.each(['/', OFFICE, '/tickets', '/profile'])(
    'stays where it is for who comes back on a wide screen: %s',
    path => expectStill(path, DESK),
  )

  it('stays where it is for who has left', async () => {
    isHeldBack = false
    await at.go('/profile')
    await at.page.getByRole('button', { name: 'Salir' }).click()
    await at.page.getByRole('button', { name: 'Sí, salir' }).click()
    await at.page.getByText('Aún no sabemos quién eres').waitFor()
    isHeldBack = true
    await expectStill('/profile')
    await expectStill('/')
  })
})
