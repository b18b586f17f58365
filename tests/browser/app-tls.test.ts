import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'
import { PERSON } from '#tests/support/server.ts'
import { type Visit, visit } from './app-visit.ts'
import { TAKE_PATH } from './take-number-at.ts'

describeInBrowser('Chromium', 'the application on a server that ends TLS itself', () => {
  let at: Visit
  beforeAll(async () => {
    const tls = makeSelfSignedCertificate('127.0.0.1')
    at = await visit({ server: { settings: { tls } }, chromium: { ignoreHTTPSErrors: true } })
  })
  afterAll(() => at?.close())

  it('comes with all its files over one connection', async () => {
    await at.go('/offices/notaria-norte')
    await at.page.getByRole('listitem').first().waitFor()
    const spoken = await at.page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        entry => (entry as PerformanceResourceTiming).nextHopProtocol,
      ),
    )
    expect(spoken.length).toBeGreaterThan(10)
    expect(new Set(spoken)).toEqual(new Set(['h2']))
  })

  it('gives a number, and tells over its socket that others went before', async () => {
    const { page, town } = at
    await town.join('firmas', 2)
    await at.go(TAKE_PATH)
    await page.locator('#person-name').fill(PERSON.name)
    await page.locator('#person-identity').fill(PERSON.rut)
    await page.locator('#person-phone').fill(PERSON.phone)
    await page.locator('#person-email').fill(PERSON.email)
    await page.locator('#person-policy').click()
    await page.locator('form button[type=submit]').click()
    await page.getByText('2 personas antes que tú').waitFor()
    await town.call('firmas')
    await page.getByText('1 persona antes que tú').waitFor()
  })
})
