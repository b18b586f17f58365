import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { type Walk, walkByKeys } from './walk-by-keys.ts'

/** Who has only keys, and who gets dizzy. */
describeInBrowser('Chromium', 'the application', () => {
  let at: Visit
  let page: Page
  let walk: Walk

  beforeAll(async () => {
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    page = at.page
    walk = walkByKeys(page)
    await at.town.join('firmas', 6)
    await at.signIn()
  })
  afterAll(() => at?.close())

  it('can be walked by keys alone, and shows at each stop where one is', async () => {
    await at.go('/')
    await page.getByText('Notarías').first().waitFor()
    await walk.tabTo(/^Notarías$/)
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('2 oficinas').waitFor()
    await waitFor('the search’s heading', async () => (await walk.focused()) === 'Buscar')
    await walk.tabTo(/^Notaría Norte/)
    await page.keyboard.press('Enter')
    await waitFor('the office’s heading', async () => (await walk.focused()) === 'Notaría Norte')
    await page.getByRole('link', { name: 'Saca tu número' }).first().waitFor()
    await walk.tabTo(/^Saca tu número$/)
    await page.keyboard.press('Enter')
    // The link that was pressed has the same name, and stays until the next screen can be drawn.
    await page.getByRole('heading', { level: 1, name: 'Saca tu número' }).waitFor()
    await waitFor('the next heading', async () => (await walk.focused()) === 'Saca tu número')
    await page.getByRole('button', { name: 'Saca tu número' }).waitFor()
    await walk.tabTo(/^Saca tu número$/)
    await page.keyboard.press('Enter')
    await waitFor('the waiting room', async () => (await walk.focused()) === 'Tu número')
    await walk.tabTo(/^Avísame con el teléfono bloqueado$/)
    await walk.tabTo(/^Dejar pasar$/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Deja pasar a otras personas' }).waitFor()
    await walk.tabTo(/^3$/)
    await page.keyboard.press('Escape')
    await waitFor('the focus to return', async () => (await walk.focused()) === 'Dejar pasar')
    expect(walk.unseen).toEqual([])
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
