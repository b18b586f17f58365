import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'
import { type Visit, visit } from './app-visit.ts'
import { TAKE_PATH, takeNumberAt } from './take-number-at.ts'

describeInBrowser('Chromium', 'the application on a server that ends TLS itself', () => {
  let at: Visit
  beforeAll(async () => {
    const tls = makeSelfSignedCertificate('127.0.0.1')
    at = await visit({ server: { settings: { tls } }, chromium: { ignoreHTTPSErrors: true } })
  })
  afterAll(() => at?.close())

  it('comes with all its files over one connection', async () => {
    await at.go('/offices/notaria-norte')
    // The frame names lines before the application has come.
    await at.page.waitForFunction(() => performance.getEntriesByName('application').length > 0)
    const spoken = await at.page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        entry => (entry as PerformanceResourceTiming).nextHopProtocol,
      ),
    )
    // More than HTTP/1.1 would fetch side by side.
    expect(spoken.length).toBeGreaterThan(6)
    expect(new Set(spoken)).toEqual(new Set(['h2']))
  })

  it('gives a number, and tells over its socket that others went before', async () => {
    const { page, town } = at
    await town.join('firmas', 2)
    await takeNumberAt(page, at.server.origin + TAKE_PATH)
    await page.getByText('2 personas antes que tú').waitFor()
    await town.call('firmas')
    await page.getByText('1 persona antes que tú').waitFor()
  })
})
