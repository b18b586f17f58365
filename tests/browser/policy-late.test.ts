import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newcomer, PASSWORD } from '#tests/support/accounts.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Visit, visit } from './app-visit.ts'
import { holdStorageBack, letStorageAnswer } from './hold-storage-back.ts'
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

  async function fillSignUp(): Promise<void> {
    const eva = newcomer({ name: 'Eva Soto' })
    await page.getByLabel('Nombre').fill(eva.name)
    await page.getByLabel('Correo').fill(eva.user)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  }

  it('[KEEP-03] and by whoever makes an account', async () => {
    await keepTextBack()
    await at.go('/sign-up')
    await fillSignUp()
    await page.getByLabel('Acepto la política').check()
    expect(await page.getByRole('button', { name: 'Lee la política' }).isVisible()).toBe(false)
    const before = await acceptances()
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await page.getByText('Tu cuenta está lista').waitFor()
    expect(await acceptances()).toBe(before + 1)
  })
  it('[KEEP-03] [AUTH-01] by whoever makes one before the storage has said that they are here already', async () => {
    await at.signIn(false)
    await at.go('/profile')
    await page.getByRole('button', { name: 'Salir' }).waitFor()
    await page.addInitScript(holdStorageBack)
    await keepTextBack()
    await at.go('/sign-up')
    await fillSignUp()
    await page.getByLabel('Acepto la política').check()
    await letStorageAnswer(page)
    await page.getByText('Conservas tus números y reservas').waitFor()
    expect(await page.getByLabel('Acepto la política').count()).toBe(0)
    const before = await acceptances()
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await page.getByText('Tu cuenta está lista').waitFor()
    expect(await acceptances()).toBe(before + 1)
  })
})

/** Who is quicker than the browser's storage. */
describeInBrowser('Chromium', 'an account that is asked for before it is known who is here', () => {
  let at: Visit

  beforeAll(async () => {
    at = await visit()
  })
  afterAll(() => at?.close())

  it('[AUTH-01] asks whoever is here already for no more than they have yet to say', async () => {
    const { page } = at
    await at.signIn()
    await at.go('/profile')
    await page.getByRole('button', { name: 'Salir' }).waitFor()
    await page.addInitScript(holdStorageBack)
    await at.go('/sign-up')
    const eva = newcomer({ name: 'Eva Soto' })
    await page.getByLabel('Nombre').fill(eva.name)
    await page.getByLabel('Correo').fill(eva.user)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    // Nothing is said to be missing that is not.
    expect(await page.getByText('Revisa estos datos').count()).toBe(0)
    await letStorageAnswer(page)
    await page.getByText('Tu cuenta está lista').waitFor()
  })
})
