import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askHelp } from '#server/queue/day/ask-help.ts'
import { takeBreak } from '#server/queue/day/take-break.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { axeFaults } from './axe-faults.ts'
import { CLERK, openDeskOffice } from './desk-office.ts'
import { LETTERS_PX, largeTextFaults, TWICE_PX } from './large-text.ts'
import { isWhollySeen } from './wholly-seen.ts'

/** One row of 48 px, what stands around it, and its edge. */
const BAR_PX = 72
/** A second one, twice as large. */
const LARGE_BAR_PX = 190
/** As the office's people are named. */
const CLERK_NAME = 'Ana Rojas'
const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 800 },
  { width: 390, height: 664 },
  { width: 320, height: 568 },
] as const
/** Letters twice as large on a phone and at a desk, and a phone on its side. */
const LOW = [
  { width: 360, height: 800, letters: TWICE_PX },
  { width: 1280, height: 800, letters: TWICE_PX },
  { width: 740, height: 330, letters: LETTERS_PX },
  { width: 1280, height: 400, letters: LETTERS_PX },
  { width: 1280, height: 800, letters: LETTERS_PX },
]
const WORDS = {
  es: { locale: 'es-CL', more: 'Más', close: 'Cerrar módulo', pause: 'Pausa', modulo: 'Módulo 3' },
  pt: { locale: 'pt-BR', more: 'Mais', close: 'Fechar guichê', pause: 'Pausa', modulo: 'Guichê 3' },
} as const

describeInBrowser('Chromium', 'the desk on a phone', () => {
  let server: TestServer
  let chromium: Chromium
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    await server.database.db
      .updateTable('clerk_offices')
      .set({ role: 'supervisor' })
      .where('clerk_id', '=', office.clerk_id)
      .execute()
    const { office_id } = office
    for (let nth = 0; nth < 6; nth++)
      await issuePaperNumber(server.queue, { office_id, line_id: office.lineId('firmas') })
    const other = await server.database.db
      .selectFrom('modulos')
      .select('clerk_id')
      .where('office_id', '=', office_id)
      .where('name', '=', '2')
      .executeTakeFirstOrThrow()
    const pedro = { office_id, clerk_id: other.clerk_id ?? 0 }
    await takeBreak(server.queue, { ...pedro, minutes: 20 })
    await askHelp(server.queue, { ...pedro, asks: true })
    chromium = await launchChromium()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  async function sitDownAs(language: keyof typeof WORDS): Promise<Page> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const { locale, modulo } = WORDS[language]
    const page = await (
      await browser.newContext({ viewport: PHONES[0], locale, reducedMotion: 'reduce' })
    ).newPage()
    page.setDefaultTimeout(30_000)
    page.on('pageerror', error => faults.push(error.message))
    await page.goto(`${server.origin}/desk?office=${office.office_id}`)
    await page.locator('input').first().fill(CLERK.user)
    await page.locator('input[type=password]').fill(CLERK.password)
    await page.keyboard.press('Enter')
    const free = page.getByRole('button', { name: modulo })
    const place = page.getByRole('heading', { level: 1, name: modulo })
    await free.or(place).first().waitFor()
    if (await free.isVisible()) await free.click()
    await place.waitFor()
    return page
  }
  const barHeight = (page: Page) =>
    page.getByRole('banner').evaluate(bar => bar.getBoundingClientRect().height)

  it.each(['es', 'pt'] as const)(
    '[DESK-13] [HAND-04] has a bar of one row, and behind one button what is rare, by keyboard too: %s',
    async language => {
      const page = await sitDownAs(language)
      const { more, close, pause } = WORDS[language]
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      for (const size of PHONES) {
        await page.setViewportSize(size)
        expect(await barHeight(page), `${language}, ${size.width} px`).toBeLessThanOrEqual(BAR_PX)
        const { root, nav } = await page.evaluate(() => ({
          root: document.documentElement.scrollWidth,
          nav: [...document.querySelectorAll('nav li')].filter(one => one.checkVisibility()).length,
        }))
        expect(root).toBeLessThanOrEqual(size.width)
        expect(nav).toBe(4)
      }
      // The ways are where the thumb is, whatever is scrolled.
      await page.setViewportSize(PHONES[0])
      for (const way of await page.getByRole('navigation').getByRole('button').all())
        expect(await way.evaluate(isWhollySeen, 16)).toBe(true)
      await button(more).focus()
      await page.keyboard.press('Enter')
      const menu = page.getByRole('dialog', { name: more })
      await menu.waitFor()
      for (const name of [close, pause, CLERK_NAME]) await menu.getByRole('button', { name }).waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await picture(page, `desk-more-${language}`)
        expect(await axeFaults(page)).toEqual([])
      }
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await largeTextFaults(page)).toEqual([])
      await page.setViewportSize(PHONES[0])
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      expect(await button(more).evaluate(own => own === document.activeElement)).toBe(true)
      // What it leads to takes the focus, and gives it back to the one button.
      await button(more).click()
      await menu.getByRole('button', { name: pause }).focus()
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog').filter({ has: page.getByRole('radiogroup') })
      await question.getByRole('radiogroup').waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await button(more).evaluate(own => own === document.activeElement)).toBe(true)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
      await expect.poll(() => barHeight(page)).toBeGreaterThan(BAR_PX)
      expect(await barHeight(page)).toBeLessThanOrEqual(LARGE_BAR_PX)
      await page.context().close()
    },
  )

  // Nobody was called before this one.
  it('[DESK-13] has its one button in sight while nobody stands there, and never over who does', async () => {
    const page = await sitDownAs('es')
    const call = page.getByRole('button', { name: /^(Atendido, y llamar|Llamar) al siguiente/ })
    const card = page.getByRole('article')
    const devtools = await page.context().newCDPSession(page)
    const lookAt = async (what: string, see: (at: string) => Promise<void>) => {
      for (const { width, height, letters } of LOW) {
        await devtools.send('Page.setFontSizes', { fontSizes: letters })
        await page.setViewportSize({ width, height })
        await page.evaluate(() => {
          scrollTo(0, 0)
          for (const box of document.querySelectorAll('main *')) box.scrollTop = 0
        })
        await see(`${what}, ${width} × ${height}, ${letters.standard} px`)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await picture(page, `desk-low-${what}-${height}-${letters.standard}`)
        }
        expect(await axeFaults(page)).toEqual([])
      }
    }
    await lookAt('vacant', async at => {
      await expect.poll(() => call.evaluate(isWhollySeen, 24), { message: at }).toBe(true)
    })
    await call.click()
    const number = card.locator('.numerals').first()
    await number.waitFor()
    await lookAt('called', async at => {
      // It may be read by scrolling: nothing lies over it then.
      await number.evaluate(own => own.scrollIntoView({ block: 'center' }))
      await expect.poll(() => number.evaluate(isWhollySeen, 0), { message: at }).toBe(true)
    })
    // Whoever was attended is gone, though their card stays until the next is called.
    await markAttended(server.queue, { office_id: office.office_id, clerk_id: office.clerk_id })
    await page.getByRole('button', { name: /^Llamar al siguiente/ }).waitFor()
    await lookAt('attended', async at => {
      await expect.poll(() => call.evaluate(isWhollySeen, 24), { message: at }).toBe(true)
    })
    await call.click()
    await page.locator('article[data-state=called]').waitFor()
    await page.context().close()
  })

  it.each(['es', 'pt'] as const)(
    '[DESK-13] shows the whole number of who was called, whatever news there are above it: %s',
    async language => {
      const page = await sitDownAs(language)
      const card = page.getByRole('article')
      const call = page.locator('button[aria-keyshortcuts="Control+Enter"]')
      if (!(await card.isVisible())) await call.click()
      await card.waitFor()
      const number = card.locator('.numerals').first()
      const isSeen = async (what: string) => {
        for (const size of PHONES) {
          await page.setViewportSize(size)
          await page.evaluate(() => scrollTo(0, 0))
          expect(await number.evaluate(isWhollySeen, 0), `${what}, ${size.width} × ${size.height}`).toBe(true)
        }
        await page.setViewportSize(PHONES[0])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await picture(page, `desk-phone-${what}-${language}`)
          expect(await axeFaults(page)).toEqual([])
        }
      }
      await page.getByText('Pedro Soto').first().waitFor()
      await isSeen('help')
      expect(await largeTextFaults(page)).toEqual([])
      await goOffline(page.context())
      await page.getByText(/Sin conexión|Sem conexão/).waitFor()
      await page.getByRole('button', { name: /^(Llamar|Chamar) outra vez|^Llamar otra vez/ }).click()
      await page.getByRole('alert').first().locator('svg').waitFor()
      await isSeen('all')
      await goOffline(page.context(), false)
      await page.context().close()
    },
  )

  it.each(['es', 'pt'] as const)(
    '[DESK-13] can be read on each of its ways at 320 px, and with letters twice as large: %s',
    async language => {
      const page = await sitDownAs(language)
      const ways = await page.getByRole('navigation').getByRole('button').allInnerTexts()
      for (const [nth, way] of ways.entries()) {
        await page.setViewportSize(PHONES[0])
        await page.getByRole('navigation').getByRole('button', { name: way }).click()
        await page.waitForLoadState('networkidle')
        await picture(page, `desk-way-${nth}-${language}`)
        expect.soft(await largeTextFaults(page), way).toEqual([])
      }
      await page.context().close()
    },
  )
})
