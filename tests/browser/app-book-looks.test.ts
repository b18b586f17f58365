import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { json } from '#server/database/json-column.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { PERSON } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'
import { largeTextFaults } from './large-text.ts'
import { bookSteps } from './book-steps.ts'
import { dayFromNow, openBooks, WHO } from './book-town.ts'
import { isWhollySeen } from './wholly-seen.ts'

const PHONE = { width: 360, height: 800 }
const DESK = { width: 1280, height: 800 }
const POWERS = '/offices/notaria-norte/lines/poderes/book'

/** By axe for who does not see, in narrow windows for who sees little, and in pictures for us to look at. */
describeInBrowser('Chromium', 'every screen of a reservation can be read, and moved to no side', () => {
  let at: Visit
  let page: Page
  let steps: ReturnType<typeof bookSteps>
  let path: string

  beforeAll(async () => {
    // A worker could answer with another page, and axe would find it faultless.
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    page = at.page
    steps = bookSteps(page)
    await openBooks(at.server, at.town)
    await at.signIn()
  })
  afterAll(() => at?.close())

  const rail = () => page.getByRole('banner').getByRole('navigation', { name: 'Principal' })

  async function look(name: string): Promise<void> {
    for (const size of [PHONE, DESK]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        if (size === DESK) await rail().waitFor()
        await waitFor(`${name} to have one h1`, async () => (await page.locator('h1:visible').count()) === 1)
        await picture(page, `book-${name}`)
        expect(await axeFaults(page), `${name} ${size.width} ${colorScheme}`).toEqual([])
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await largeTextFaults(page), name).toEqual([])
    await page.setViewportSize(PHONE)
  }

  it('[RES-01] the questions', async () => {
    await at.go(POWERS)
    await steps.heading('¿Cómo quieres que te atiendan?')
    await look('modality')
    await page.getByRole('radio', { name: /En la oficina/ }).check()
    await steps.next()
    // The first free day, on whose month the calendar opens.
    await page.locator(`[data-day="${dayFromNow(2)}"]`).click()
    await look('date')
    await steps.next()
    await page.getByRole('radio').first().waitFor()
    await page.getByRole('radio', { name: /^9:30/ }).check()
    await look('time')
    await steps.next()
    await steps.heading('Tus datos')
    await look('data')
    await page.getByLabel('Nombre').fill('')
    await page.getByRole('button', { name: 'Sigue' }).click()
    await page.getByRole('alert', { name: 'Revisa estos datos' }).waitFor()
    await look('data-faults')
    await steps.answers({ Nombre: PERSON.name })
    await look('confirm')
    path = await steps.book()
  })

  it('[RES-11] the card, what lies over it, the list, and home', async () => {
    await look('card')
    await page.getByRole('button', { name: 'Descargar' }).click()
    await look('download')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancelar la reserva' }).click()
    await look('cancel')
    await page.keyboard.press('Escape')
    // Another day is longer, and another language: a weekday alone takes more than a narrow line.
    const day = page.getByRole('article').getByText(/^\p{L}+, \d+ de \p{L}+$/u)
    await day.evaluate(element => element.replaceChildren('Wednesday, September 30'))
    expect(await largeTextFaults(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await at.go('/tickets')
    await page.getByRole('article').getByText('Confirmada').waitFor()
    await look('list')
    // Another day is longer, and another language.
    const moment = page.getByRole('article').getByText(/, 9:30$/)
    await moment.evaluate(element => element.lastChild?.replaceWith('30 Wed, 12:30 PM'))
    expect(await largeTextFaults(page)).toEqual([])
    await at.go('/')
    await page.getByText('Poderes y mandatos').waitFor()
    await page.getByText('Notarías').first().waitFor()
    await look('home')
    await at.go('/offices/notaria-norte')
    await page.getByRole('link', { name: 'Reserva hora' }).first().waitFor()
    // What is held there is the first thing to see, and leads to its card.
    const held = page.locator('main').getByRole('link', { name: /, 9:30 Poderes y mandatos/ })
    expect(await held.getAttribute('href')).toBe(path)
    await look('office')
  })

  it('[RES-08] what is over, and what is not there', async () => {
    await at.go(path)
    await page.getByRole('button', { name: 'Cancelar la reserva' }).click()
    await page.getByRole('button', { name: 'Sí, cancelar' }).click()
    await page.getByRole('article').getByText('Cancelada por ti').waitFor()
    // While the notice stands, which goes by itself before long.
    await page.getByText('Reserva eliminada correctamente').waitFor()
    expect(await largeTextFaults(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await look('cancelled')
    await at.go('/reservations/5ff53bd9-3dbb-4bd4-9e84-4e8c9dd83c11')
    await page.getByText('Esta reserva ya no existe').waitFor()
    await look('unknown')
  })

  it('[AUTH-06] that without an account a time far away can be changed for some days only', async () => {
    await at.go('/offices/notaria-norte/lines/copias-certificadas/book')
    await steps.day(dayFromNow(20))
    await steps.hour('9:00')
    await steps.answers({ 'Número de repertorio': '123456' })
    await page.getByText('Sin cuenta, puedes cambiarla o cancelarla hasta el').waitFor()
    await look('far-confirm')
    path = await steps.book()
    await page.getByText('Sin cuenta, puedes cambiarla o cancelarla hasta el').waitFor()
    await look('far-card')
  })

  it('the first free hour is one press away, by keys too', async () => {
    await at.go('/offices/notaria-norte/lines/copias-certificadas/book')
    await steps.heading('¿Qué día?')
    const tomorrow = new Date(`${dayFromNow(1)}T12:00:00Z`)
    const first = page.getByRole('button', { name: /^Primera hora/ })
    await first.waitFor()
    expect(await first.innerText()).toContain(` ${tomorrow.getUTCDate()}, 9:00`)
    const stop = page.locator('[data-day][tabindex="0"]')
    expect(await stop.getAttribute('data-day')).toBe(dayFromNow(1))
    await first.press('Enter')
    await steps.heading('Tus datos')
    await page.getByText(/ · \S+ \d+, 9:00/).waitFor()
    await page.goBack()
    await steps.heading('¿Qué día?')
    expect(await page.locator('[aria-pressed="true"][data-day]').getAttribute('data-day')).toBe(dayFromNow(1))
  })

  it('[RES-01] beside the questions of a wide window the card grows with each answer', async () => {
    const [day, another] = [dayFromNow(5), dayFromNow(6)]
    const named = (which: string) => new RegExp(`, ${Number(which.slice(-2))} de `)
    const card = page.getByRole('complementary', { name: 'Tu reserva hasta ahora' })
    const cards = page.getByRole('article')
    await page.setViewportSize(DESK)
    await at.go(POWERS)
    await card.getByText('Aquí crece tu reserva').waitFor()
    await page.getByRole('radio', { name: /Por video/ }).check()
    await steps.next()
    await page.getByRole('grid').waitFor()
    while ((await page.locator(`[data-day="${day}"]`).count()) === 0)
      await page.getByRole('button', { name: 'Mes siguiente' }).click()
    await page.locator(`[data-day="${day}"]`).click()
    await card.getByText(named(day)).waitFor()
    await card.getByText('–:–').waitFor()
    await steps.next()
    await steps.heading('¿A qué hora?')
    await page.getByRole('radio', { name: /^9:30/ }).check()
    await card.getByText('9:30').waitFor()
    expect(await card.innerText()).toMatch(/Por video[^]*Termina\s*10:00/)
    await steps.next()
    await steps.heading('Tus datos')
    await card.getByText('9:30').waitFor()
    await steps.answers({})
    await card.getByText(named(day)).waitFor()
    await card.getByText('9:30').waitFor()
    await page.getByRole('region', { name: 'Tu reserva', exact: true }).getByText(PERSON.name).waitFor()
    // It stands there once, and not under the question as well.
    expect(await cards.count()).toBe(1)

    await page.getByRole('link', { name: 'Cambiar el día' }).click()
    await steps.heading('¿Qué día?')
    await page.getByRole('grid').waitFor()
    while ((await page.locator(`[data-day="${another}"]`).count()) === 0)
      await page.getByRole('button', { name: 'Mes siguiente' }).click()
    await page.locator(`[data-day="${another}"]`).click()
    await card.getByText(named(another)).waitFor()
    await card.getByText('–:–').waitFor()
    await page.setViewportSize(PHONE)
    await card.waitFor({ state: 'detached' })
  })

  it('[SHELL-02] who holds a number sees the way on above it, however small the phone, and what the keys reach', async () => {
    await at.take('firmas')
    const next = page.getByRole('button', { name: /^Sigue/ })
    const bar = page.getByRole('contentinfo').getByRole('link', { name: /^A\d+/ })
    async function lookBoth(): Promise<void> {
      await bar.waitFor()
      for (const height of [568, 640, 800]) {
        await page.setViewportSize({ width: 360, height })
        await page.evaluate(() => scrollTo(0, 0))
        const seen = () => Promise.all([next, bar].map(each => each.evaluate(isWhollySeen, 16)))
        await expect.poll(seen, { message: `${page.url()} ${height}` }).toEqual([true, true])
      }
      await page.setViewportSize(PHONE)
    }
    // What was chosen before lives as long as its tab.
    await page.evaluate(() => sessionStorage.clear())
    await at.go(POWERS)
    await page.getByRole('radio', { name: /En la oficina/ }).check()
    await lookBoth()
    await next.click()
    await page.locator(`[data-day="${dayFromNow(2)}"]`).click()
    await lookBoth()
    await picture(page, 'book-held')
    // The bar grows with the letters while one stands there, and so does what is kept clear of it.
    const letters = (size: string) =>
      page.evaluate(to => void (document.documentElement.style.fontSize = to), size)
    await letters('24px')
    await lookBoth()
    await letters('')
    const last = page.locator('[data-day]').last()
    await page.setViewportSize({ width: 360, height: 640 })
    await page.evaluate(() => scrollTo(0, 0))
    await last.evaluate(day => {
      // Towards the end of a month it is the one that was pressed, and has the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (day instanceof HTMLElement) day.focus()
    })
    await expect.poll(() => last.evaluate(isWhollySeen, 8)).toBe(true)
    // At 400 % there is little to see: what is kept clear leaves room for what is reached.
    await page.setViewportSize({ width: 360, height: 256 })
    const keptClear = () =>
      page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd))
    expect(await keptClear()).toBeLessThanOrEqual(256 / 2)
    // Where the bar gives way to the page, nothing is left free for it under the way on.
    await page.setViewportSize({ width: 300, height: 640 })
    await page.evaluate(() => scrollTo(0, 0))
    const under = () =>
      next.evaluate(button => {
        let foot: Element | null = button
        while (foot && getComputedStyle(foot).position !== 'sticky') foot = foot.parentElement
        return foot && Math.round(innerHeight - foot.getBoundingClientRect().bottom)
      })
    await expect.poll(under).toBe(0)
    // Nor where there is none, in a window that somebody made wide.
    await page.setViewportSize({ width: 1280, height: 640 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(under).toBe(0)
    await page.setViewportSize({ width: 360, height: 640 })
    await next.click()
    await steps.heading('¿A qué hora?')
    await page.getByRole('radio', { name: /^9:30/ }).check()
    await lookBoth()
  })

  it('a line with nothing left, and its ways on', async () => {
    await at.go('/offices/notaria-norte/lines/llena/book')
    await page.getByText('No quedan horas en esta fila').waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
    await look('nothing-left')
    await page.setViewportSize(DESK)
    await page
      .getByRole('complementary', { name: 'Tu reserva hasta ahora' })
      .getByText('No quedan horas en esta fila')
      .waitFor()
    await page.setViewportSize(PHONE)
    await page.getByRole('link', { name: 'Ver las filas de la oficina' }).click()
    await page.waitForURL('**/offices/notaria-norte')
  })

  it('a form that asks for a document says for whom it is, and holds nothing of the booker’s for another', async () => {
    await at.server.database.db
      .updateTable('lines')
      .set({ reserve_form: json(WHO) })
      .where('slug', '=', 'asesor')
      .execute()
    await at.go('/offices/notaria-norte/lines/asesor/book')
    await steps.day(dayFromNow(3))
    await steps.hour('9:30')
    await steps.heading('Tus datos')
    const name = page.getByLabel('Nombre')
    expect(await name.inputValue()).toBe('')
    await page.getByRole('radio', { name: 'Para mí' }).check()
    expect(await name.inputValue()).toBe(PERSON.name)
    await look('for-me')
    await page.getByRole('radio', { name: 'Para otra persona' }).check()
    expect(await name.inputValue()).toBe('')
    await look('for-another')
    // And back again: the form remembers nothing of one for the other.
    await steps.answers({ Nombre: 'Rosa Vera', RUT: '11.111.111-1' })
    await page.goBack()
    await page.getByRole('radio', { name: 'Para mí' }).check()
    expect(await name.inputValue()).toBe(PERSON.name)
    expect(await page.getByLabel('RUT').inputValue()).not.toBe('11.111.111-1')
  })

  it.each([
    ['en', 'English', 'What time?'],
    ['pt', 'Português', 'A que horas?'],
  ])('[I18N-01] in %s', async (code, language, title) => {
    await at.go('/profile')
    await page.getByRole('radio', { name: language }).check()
    await page.evaluate(() => sessionStorage.clear())
    await at.go(POWERS)
    await page.getByRole('radio').first().check()
    await page.getByRole('button').last().click()
    await page.getByRole('grid').waitFor()
    await page.locator(`[data-day="${dayFromNow(2)}"]`).click()
    await picture(page, `book-date-${code}`)
    expect(await largeTextFaults(page), 'date').toEqual([])
    await page.setViewportSize(PHONE)
    await page.getByRole('button').last().click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('radio').first().waitFor()
    await picture(page, `book-time-${code}`)
    expect(await largeTextFaults(page), 'time').toEqual([])
    await page.setViewportSize(PHONE)
  })
})
