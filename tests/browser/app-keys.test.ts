import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'

/** More presses of Tab than any way here should need. */
const STOPS = 40

/** What the focus stands on: its name, and whether it can be seen that it does. */
const focusedNow = (page: Page) =>
  page.evaluate(() => {
    const own = document.activeElement as HTMLInputElement
    const labelId = own.getAttribute('aria-labelledby') ?? ''
    const label = own.labels?.[0] ?? document.getElementById(labelId)
    // A radio lies unseen under its label, which is framed for it.
    const framed = own.type === 'radio' ? (own.closest('label') ?? own) : own
    const { outlineStyle, outlineWidth } = getComputedStyle(framed)
    // After the last stop comes the browser's own frame, and the page has no focus.
    if (own === document.body) return { name: '', isSeen: true }
    return {
      name: own.getAttribute('aria-label') ?? label?.textContent ?? own.innerText,
      isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    }
  })

/** Who has only keys, and who gets dizzy. */
describeInBrowser('Chromium', 'the application', () => {
  let at: Visit
  let page: Page
  const unseen: string[] = []

  beforeAll(async () => {
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    page = at.page
    await at.town.join('firmas', 6)
    await at.signIn()
  })
  afterAll(() => at?.close())

  /** Presses Tab until it stands on what is meant. */
  async function tabTo(words: RegExp): Promise<void> {
    for (let stop = 0; stop < STOPS; stop++) {
      await page.keyboard.press('Tab')
      const { name, isSeen } = await focusedNow(page)
      if (!isSeen) unseen.push(name)
      if (words.test(name)) return
    }
    throw new Error(`Tab does not lead to ${words}`)
  }
  const focused = async () => (await focusedNow(page)).name

  it('can be walked by keys alone, and shows at each stop where one is', async () => {
    await at.go('/')
    await page.getByText('Notarías').first().waitFor()
    await tabTo(/^Notarías$/)
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('2 oficinas').waitFor()
    expect(await focused()).toBe('Buscar')
    await tabTo(/^Notaría Norte/)
    await page.keyboard.press('Enter')
    await waitFor('the office’s heading', async () => (await focused()) === 'Notaría Norte')
    await tabTo(/^Saca tu número$/)
    await page.keyboard.press('Enter')
    await waitFor('the next heading', async () => (await focused()) === 'Saca tu número')
    await tabTo(/^Saca tu número$/)
    await page.keyboard.press('Enter')
    await waitFor('the waiting room', async () => (await focused()) === 'Tu número')
    await tabTo(/^Avísame con el teléfono bloqueado$/)
    await tabTo(/^Dejar pasar$/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Deja pasar a otras personas' }).waitFor()
    await tabTo(/^3$/)
    await page.keyboard.press('Escape')
    await waitFor('the focus to return', async () => (await focused()) === 'Dejar pasar')
    expect(unseen).toEqual([])
  })

  it('stands still for who wants no motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await at.go('/search')
    await page.getByRole('status').getByText('64 oficinas').waitFor()
    await page.getByRole('button', { name: 'Comunas' }).click()
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .map(({ effect }) => effect?.getComputedTiming().duration)
          .filter(duration => typeof duration === 'number' && duration > 0),
      )
    expect(await moving()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: /^Ver/ }).click()
    expect(await moving()).toEqual([])
  })
})
