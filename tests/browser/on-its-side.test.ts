import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { beyond, CAMERA, edgesOf, type KeepFree } from './screen-edges.ts'
import { isWhollySeen } from './wholly-seen.ts'

/** What a browser's bars leave of a usual phone, of a large one, and of a small one, CSS pixels. */
const USUAL = { width: 740, height: 330 }
const LARGE = { width: 844, height: 390 }
const SMALL = { width: 568, height: 260 }
/** A small phone has its camera beside the screen. */
const NONE = { left: 0, right: 0, bottom: 0 }
/** As round as buttons are at most. */
const ROUND_PX = 24

describeInBrowser('Chromium', 'a phone that lies on its side', () => {
  let here: Visit
  let page: Page
  let keepFree: KeepFree

  beforeAll(async () => {
    here = await visit({ chromium: { viewport: USUAL, hasTouch: true, isMobile: true } })
    page = here.page
    keepFree = await edgesOf(page)
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
    await page.getByRole('button', { name: 'Dejar pasar' }).click()
    await page.getByRole('dialog').waitFor()
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
