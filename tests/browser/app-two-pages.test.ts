import { afterAll, beforeAll, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Visit, visit } from './app-visit.ts'

describeInBrowser('Chromium', 'two pages of one browser, of which one is looked at', () => {
  let at: Visit
  beforeAll(async () => {
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    await at.signIn()
  })
  afterAll(() => at?.close())

  it('[CALL-01] say the call where somebody looks, though only the page behind has heard of it', async () => {
    await at.take('firmas')
    await at.go('/offices/notaria-norte')
    const behind = at.page
    await behind
      .getByRole('contentinfo')
      .getByRole('link', { name: /Sigues tú/ })
      .waitFor()
    const words = /Es tu turno: A\d+ · módulo 3/
    const ahead = await at.chromium.context.newPage()
    // No way by which it would hear of the office by itself.
    await ahead.routeWebSocket(/\/socket/, socket => void socket.close())
    await ahead.route(/\/socket/, route => route.abort())
    await ahead.goto(`${at.server.origin}/search`)
    await ahead.getByRole('heading', { level: 1 }).waitFor()
    await ahead
      .getByRole('contentinfo')
      .getByRole('link', { name: /Sigues tú/ })
      .waitFor()
    await behind.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await at.town.call('firmas')
    await ahead.getByRole('alert').getByText(words).waitFor({ timeout: 5_000 })
    await ahead.getByRole('link', { name: 'Ver tu número' }).click()
    await ahead.getByRole('heading', { level: 1, name: 'Es tu turno' }).waitFor()
  })
})
