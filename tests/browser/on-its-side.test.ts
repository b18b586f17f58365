import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { isWhollySeen } from './wholly-seen.ts'

/** What a browser's bars leave of a usual phone, of a large one, and of a small one, CSS pixels. */
const USUAL = { width: 740, height: 330 }
const LARGE = { width: 844, height: 390 }
const SMALL = { width: 568, height: 260 }
/** Of a phone with its camera in the screen; a small one has it beside the screen. */
const CAMERA = { left: 47, right: 47, bottom: 21 }
const NONE = { left: 0, right: 0, bottom: 0 }
/** As round as buttons are at most. */
const ROUND_PX = 24

/** Runs in the page: what is read or pressed beyond these edges, in its own words. */
function beyond({ left, right }: { left: number; right: number }): string[] {
  const lies = ({ left: from, right: to, width, height }: DOMRect) =>
    width > 1 && height > 1 && (from < left - 0.5 || to > innerWidth - right + 0.5)
  const hasWords = (element: Element) =>
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
  return [...document.querySelectorAll('body *')]
    .filter(
      element => element.checkVisibility() && (hasWords(element) || element.matches('button, a, input')),
    )
    .filter(element => lies(element.getBoundingClientRect()))
    .map(element => element.outerHTML.slice(0, 120))
}

describeInBrowser('Chromium', 'a phone that lies on its side', () => {
  let here: Visit
  let page: Page
  let browser: CDPSession
  /** As the phone tells its browser. Newer than the types. */
  const keepFree = (insets: typeof CAMERA) =>
    browser.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never)

  beforeAll(async () => {
    here = await visit({ chromium: { viewport: USUAL, hasTouch: true, isMobile: true } })
    page = here.page
    browser = await here.chromium.context.newCDPSession(page)
    await keepFree(CAMERA)
  })
  afterAll(() => here?.close())

  it('[SHELL-01] puts nothing to read or to press where its camera is', async () => {
    const { go, signIn, take } = here
    await go('/')
    await page.getByRole('heading', { name: 'Oficinas' }).waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.body).paddingLeft)).toBe('47px')
    expect(await page.evaluate(beyond, CAMERA)).toEqual([])
    await page.getByRole('button', { name: 'Cerca de mí' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(await page.evaluate(beyond, CAMERA)).toEqual([])
    for (const path of ['/search', '/offices/notaria-norte', '/offices/notaria-norte/lines/firmas/take']) {
      await go(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(beyond, CAMERA), path).toEqual([])
    }
    await signIn()
    await take('firmas')
    expect(await page.evaluate(beyond, CAMERA)).toEqual([])
    // It is printed first: it comes from above.
    const number = page.getByText('Tu número: A001')
    await waitFor('the whole number', () => number.evaluate(isWhollySeen, 0))
    await page.getByRole('button', { name: 'Renunciar' }).click()
    await page.getByRole('alertdialog').waitFor()
    expect(await page.evaluate(beyond, CAMERA)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('[CALL-01] says on one screen who is called, where to, and what to press', async () => {
    const room = page.url()
    await here.go('/')
    await page.getByText('Sigues tú').waitFor()
    await page.setViewportSize(LARGE)
    await here.town.call('firmas')
    await page.getByRole('alert').getByText('Es tu turno: A001 · módulo 3').waitFor()
    expect(await page.evaluate(beyond, CAMERA)).toEqual([])
    await page.goto(room)
    await page.getByRole('heading', { name: 'Es tu turno' }).waitFor()
    const seen = () =>
      Promise.all(
        [
          page.getByRole('heading', { name: 'Es tu turno' }),
          page.getByText('A001', { exact: true }),
          page.getByText('3', { exact: true }),
          ...['Voy', 'Cómo llegar'].map(name => page.getByText(name, { exact: true })),
        ].map(part => part.evaluate(isWhollySeen, ROUND_PX)),
      )
    for (const [size, edges] of [
      [USUAL, CAMERA],
      [SMALL, NONE],
    ] as const) {
      await page.setViewportSize(size)
      await keepFree(edges)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await picture(page, 'called-on-its-side')
      }
      expect(await seen(), `${size.width} × ${size.height}`).toEqual([true, true, true, true, true])
      expect(await page.evaluate(beyond, edges)).toEqual([])
    }
    await page.getByRole('button', { name: 'Voy' }).click()
    await page.getByRole('button', { name: 'Volver' }).waitFor()
    expect(await page.evaluate(beyond, NONE)).toEqual([])
    expect(await page.getByRole('button', { name: 'Volver' }).evaluate(isWhollySeen, ROUND_PX)).toBe(true)
  })
})
