import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newcomer, PASSWORD } from '#tests/support/accounts.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Visit, visit } from './app-visit.ts'
import { introduce } from './take-number-at.ts'

/** Who is quicker than the network. */
describeInBrowser('Chromium', 'a policy that is accepted before its text has come', () => {
  let at: Visit
  let page: Page

  beforeAll(async () => {
    // The worker would ask in the page's place, where a test cannot keep the answer back.
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    page = at.page
  })
  afterAll(() => at?.close())
  beforeEach(() => page.context().clearCookies())

  /** What the screen asked for does not come. */
  const keepTextBack = () => page.route(/\/policy$/, () => {}, { times: 1 })
  const acceptances = async () =>
    (await at.server.database.db.selectFrom('policy_acceptances').select('user_id').execute()).length

  it('[KEEP-03] is kept as accepted by whoever takes a number with it', async () => {
    await at.go('/offices/notaria-norte')
    await keepTextBack()
    const line = page.getByRole('listitem').filter({ hasText: 'Firmas y autorizaciones' })
    await line.getByRole('link', { name: 'Saca tu número' }).click()
    await introduce(page)
    expect(await page.getByRole('button', { name: 'Lee la política' }).isVisible()).toBe(false)
    const before = await acceptances()
    await page.getByRole('button', { name: 'Saca tu número' }).click()
    await page.waitForURL('**/tickets/*')
    expect(await acceptances()).toBe(before + 1)
  })

  it('[KEEP-03] and by whoever makes an account', async () => {
    const eva = newcomer({ name: 'Eva Soto' })
    await keepTextBack()
    await at.go('/sign-up')
    await page.getByLabel('Nombre').fill(eva.name)
    await page.getByLabel('Correo').fill(eva.user)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Acepto la política').check()
    expect(await page.getByRole('button', { name: 'Lee la política' }).isVisible()).toBe(false)
    const before = await acceptances()
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await page.getByText('Tu cuenta está lista').waitFor()
    expect(await acceptances()).toBe(before + 1)
  })
})
