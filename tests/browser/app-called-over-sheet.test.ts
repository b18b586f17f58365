import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'
import { largeTextFaults } from './large-text.ts'

const DESK = { width: 1280, height: 800 }

describeInBrowser('Chromium', 'whoever is called while a sheet is open', () => {
  let at: Visit
  let page: Page

  beforeAll(async () => {
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    page = at.page
    await at.signIn()
  })
  afterAll(() => at?.close())

  it('[CALL-05] [CALL-01] sees the call over it, reads it there, and is led to the number', async () => {
    await at.take('firmas')
    await at.go('/offices/notaria-norte')
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /Sigues tú/ })
      .waitFor()
    const opener = page.getByRole('button', { name: 'Horarios' })
    const sheet = page.getByRole('dialog', { name: 'Horarios' })
    const words = /Es tu turno: A\d+ · módulo 3/
    const inSheet = sheet.getByRole('alert').getByText(words)
    await opener.click()
    await sheet.waitFor()
    await at.town.call('firmas')
    await inSheet.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'app-called-over-sheet')
    // What was open stands as it stood, and closes as it closed.
    await inSheet.click()
    expect(await sheet.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await page.getByRole('alert').getByText(words).waitFor()
    expect(await opener.evaluate(own => own === document.activeElement)).toBe(true)
    await opener.click()
    await inSheet.waitFor()
    expect(await largeTextFaults(page)).toEqual([])
    await page.setViewportSize(DESK)
    // Another width lays the screen out anew, without its sheet.
    await sheet.waitFor({ state: 'hidden' })
    await opener.click()
    await inSheet.waitFor()
    await picture(page, 'app-called-over-sheet')
    await sheet.getByRole('link', { name: 'Ver tu número' }).click()
    await page.getByRole('heading', { level: 1, name: 'Es tu turno' }).waitFor()
    expect(await page.locator('dialog:modal').count()).toBe(0)
  })
})
