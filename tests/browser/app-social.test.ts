import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AttemptBegun } from '#contract/rest/social.ts'
import { ownPolicy } from '#server/policies/own-policy.ts'
import { goOffline } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import {
  type IdentityProvider,
  signInThere,
  startIdentityProvider,
} from '#tests/support/identity-provider.ts'
import { admitServer, newLogin, settingsOf } from '#tests/support/social-browser.ts'
import { intercept } from './intercept.ts'
import { socialProviders } from './social-providers.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { axeFaults } from './axe-faults.ts'
import { type Visit, visit } from './app-visit.ts'

const PASSWORD = 'una clave larga y propia'
const SIGN_IN = '/sign-in?next=/profile'

describeInBrowser('Chromium', 'signing in with a provider', () => {
  let idp: IdentityProvider
  let other: IdentityProvider
  let at: Visit
  let page: Page

  beforeAll(async () => {
    idp = await startIdentityProvider()
    other = await startIdentityProvider()
    other.mood = 'down'
    at = await visit({ server: { settings: { providers: socialProviders(idp, other) } } })
    admitServer(idp, at.server)
    admitServer(other, at.server)
    page = at.page
  })
  afterAll(async () => {
    await at?.close()
    await idp?.stop()
    await other?.stop()
  })

  const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
  /**
   * Answers the provider. The window shuts itself in the moment in which it is back: who waits for it to
   * arrive may find it shut.
   */
  const choose = (name: string, popup: Page) => button(name, popup).click({ noWaitAfter: true })
  /** Presses it, and waits for the provider's question in the window that it opens. */
  async function openWindow(name: string): Promise<Page> {
    const opened = page.waitForEvent('popup')
    await button(name).click()
    const popup = await opened
    await popup.getByRole('heading', { name: 'Who are you?' }).waitFor()
    return popup
  }
  /**
   * Presses it, and signs in at the provider beside the window. The browser's own way back is a redirect,
   * which no test can change on its way: the window is led along it by hand.
   */
  async function wayBack(name: string, where: IdentityProvider, login: string) {
    const begun = page.waitForResponse(`**/services/login/${name.toLowerCase()}/begin`)
    const popup = await openWindow(`Entrar con ${name}`)
    const { url } = (await (await begun).json()) as AttemptBegun
    return { popup, back: new URL(await signInThere(where, url, login)) }
  }
  /** The window goes there, and shuts itself. */
  async function goBack(popup: Page, back: URL) {
    const closed = popup.waitForEvent('close')
    await popup.evaluate(to => location.assign(to), back.href).catch(() => undefined)
    await closed
  }
  const expectNobody = async () =>
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('numerito')
  function person(name: string, claims: object = {}, where = idp): string {
    const login = newLogin()
    where.people.set(login, { name, email: `${login}@correo.example`, email_verified: true, ...claims })
    return login
  }
  /** Somebody else comes, with a browser that remembers nobody. */
  async function leave() {
    await page.goto('about:blank')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin: at.server.origin, storageTypes: 'all' })
    await devtools.detach()
    await at.go(SIGN_IN)
    await button('Entrar con Google').waitFor()
  }
  const isIn = async (name: string, on = page) => {
    await on.waitForURL('**/profile')
    await on.getByText(name).first().waitFor()
  }

  it('[AUTH-05] comes back from the window although our headers cut every tie to it', async () => {
    const login = person('Ana Rojas')
    const response = await page.goto(at.server.origin + SIGN_IN)
    expect(response?.headers()['cross-origin-opener-policy']).toBe('same-origin')
    const popup = await openWindow('Entrar con Google')
    expect(await popup.evaluate(() => opener)).toBe(null)
    expect(await axeFaults(page)).toEqual([])
    const closed = popup.waitForEvent('close')
    await choose(login, popup)
    await closed
    await isIn('Ana Rojas')
    // And is known after a reload: the cookie came with it.
    await page.reload()
    await isIn('Ana Rojas')
  })

  it('[AUTH-05] finds out by asking, where the window can call nobody', async () => {
    const login = person('Berta Soto', {}, other)
    await leave()
    // Which is down at first: the window that was opened for it goes, and the words say what happened.
    const opened = page.waitForEvent('popup')
    await button('Entrar con Microsoft').click()
    await page.getByText(/Ese servicio no responde ahora/).waitFor()
    const empty = await opened
    if (!empty.isClosed()) await empty.waitForEvent('close')
    other.mood = 'well'
    const { popup, back } = await wayBack('Microsoft', other, login)
    // It is shut in the moment in which it is back, before its one line runs.
    await page.context().request.get(back.href)
    await popup.close()
    await isIn('Berta Soto')
  })

  it('[AUTH-05] a window that is shut keeps nobody: it opens again, or is given up', async () => {
    const login = person('Carla Díaz')
    await leave()
    const first = await openWindow('Entrar con Google')
    await first.close()
    await page.getByText('Sigue en la ventana de Google').waitFor()
    const opened = page.waitForEvent('popup')
    await button('Abrir de nuevo').click()
    const second = await opened
    await second.getByRole('heading', { name: 'Who are you?' }).waitFor()
    await second.close()
    await button('Cancelar').click()
    // As if nothing had been: no word of a failure.
    await button('Entrar con Google').waitFor()
    expect(await page.getByText(/No se completó|ya no vale/).count()).toBe(0)
    const third = await openWindow('Entrar con Google')
    await choose(login, third)
    await isIn('Carla Díaz')
  })

  it('[AUTH-05] a window that is shut before the provider’s page came opens again, or is as if nothing had been', async () => {
    const login = person('Carla Ríos')
    await leave()
    let answer = () => {}
    let asked = 0
    await intercept(page, '**/services/login/google/begin', async route => {
      asked += 1
      await new Promise<void>(resolve => (answer = resolve))
      await route.continue()
    })
    const begin = async () => {
      const before = asked
      const opened = page.waitForEvent('popup')
      await button('Entrar con Google').click()
      const popup = await opened
      await page.getByText('Sigue en la ventana de Google').waitFor()
      await waitFor('the server to be asked', () => asked > before)
      return popup
    }
    await (await begin()).close()
    answer()
    await button('Entrar con Google').waitFor()
    expect(await page.getByText(/No se completó|ya no vale/).count()).toBe(0)

    await (await begin()).close()
    const opened = page.waitForEvent('popup')
    await button('Abrir de nuevo').click()
    const again = await opened
    answer()
    await choose(login, again)
    await isIn('Carla Ríos')
    await page.unroute('**/services/login/google/begin')
  })

  it('[AUTH-05] opened twice, whichever window comes back first lets in, and the other changes nothing', async () => {
    const [login, stranger] = [person('Carla Vera'), person('Nadie Más')]
    await leave()
    const first = await openWindow('Entrar con Google')
    const opened = page.waitForEvent('popup')
    await button('Abrir de nuevo').click()
    const second = await opened
    await choose(login, second)
    await isIn('Carla Vera')
    // Somebody goes on in the one that was left open: whatever the provider makes of it, nobody is let in.
    await choose(stranger, first)
    await waitFor(
      'the other window to have gone on',
      async () => first.isClosed() || (await button(stranger, first).count()) === 0,
    )
    await first.close()
    await page.reload()
    await isIn('Carla Vera')
  })

  it('[AUTH-05] [KEEP-03] who is new by a provider accepts the policy with the first thing they do: which, and when', async () => {
    const login = person('Hilda Rey')
    await leave()
    await at.go('/offices/notaria-norte/lines/firmas/take')
    await button('Inicia sesión').click()
    const popup = await openWindow('Entrar con Google')
    await choose(login, popup)
    const accepts = page.getByRole('checkbox', { name: /Acepto la política/ })
    await accepts.waitFor()
    await button('Saca tu número').click()
    await page.getByText('Marca «Acepto la política» para seguir').first().waitFor()
    await accepts.check()
    await button('Saca tu número').click()
    await page.waitForURL('**/tickets/*')
    const { db } = at.server.database
    const accepted = () =>
      db
        .selectFrom('policy_acceptances')
        .innerJoin('tickets', 'tickets.user_id', 'policy_acceptances.user_id')
        .select(['version', 'accepted_at'])
        .execute()
    await waitFor('the acceptance', async () => (await accepted()).length === 1)
    expect(await accepted()).toEqual([{ version: ownPolicy.version, accepted_at: at.server.clock.now() }])
    // It is theirs to read from then on, and asked for no more.
    await at.go('/offices/notaria-norte/lines/escrituras/take')
    await button('Saca tu número').waitFor()
    expect(await accepts.count()).toBe(0)
  })

  it('[AUTH-05] says that it was not completed to who cancels there, and that a provider is down', async () => {
    const login = person('Dora Paz')
    await leave()
    const popup = await openWindow('Entrar con Google')
    await choose('Cancel', popup)
    await page.getByText('No se completó el inicio de sesión. Puedes intentarlo otra vez.').waitFor()
    const again = await openWindow('Entrar con Google')
    idp.mood = 'broken'
    await choose(login, again)
    await page.getByText(/Ese servicio no responde ahora/).waitFor()
    idp.mood = 'well'
    await button('Entrar con Google').waitFor()
  })

  it('[AUTH-05] a wrong state lets nobody in: the window says so and stays, and one tries again', async () => {
    const login = person('Inés Fuentes')
    await leave()
    const { popup, back } = await wayBack('Google', idp, login)
    const wrong = new URL(back)
    wrong.searchParams.set('state', 'A'.repeat(43))
    await popup.goto(wrong.href)
    await popup.getByRole('heading', { name: 'No se completó' }).waitFor()
    await popup.getByText('Por esta ventana no entró nadie. Ciérrala y sigue en Numerito').waitFor()
    expect(await axeFaults(popup)).toEqual([])
    await expectNobody()
    await popup.close()
    const opened = page.waitForEvent('popup')
    await button('Abrir de nuevo').click()
    await choose(login, await opened)
    await isIn('Inés Fuentes')
  })

  it('[AUTH-05] a way back that was gone already, and its code under another state, let nobody in', async () => {
    const login = person('Julia Salas')
    await leave()
    const first = await wayBack('Google', idp, login)
    await goBack(first.popup, first.back)
    await isIn('Julia Salas')
    await leave()

    const again = await page.context().newPage()
    await again.goto(first.back.href)
    await again.getByText('Por esta ventana no entró nadie.').waitFor()
    await again.close()
    await expectNobody()

    const second = await wayBack('Google', idp, login)
    second.back.searchParams.set('code', first.back.searchParams.get('code') ?? '')
    await goBack(second.popup, second.back)
    await page.getByText('Este intento de entrar ya no vale. Empieza otra vez.').waitFor()
    await expectNobody()
    const third = await openWindow('Entrar con Google')
    await choose(login, third)
    await isIn('Julia Salas')
  })

  it('[AUTH-05] asks once for the password of the account that has the e-mail', async () => {
    const email = `${newLogin()}@correo.example`
    const signedUp = await at.server.ask('login', '/signup', {
      body: {
        user: email,
        password: PASSWORD,
        name: 'Elena Ruiz',
        captchaToken: await at.server.solvedCaptcha(),
      },
    })
    expect(signedUp.status).toBe(200)
    const login = person('Elena Ruiz', { email })
    await leave()
    const popup = await openWindow('Entrar con Google')
    await choose(login, popup)
    const form = page.getByRole('form', { name: 'Para terminar' })
    await form.getByText(/Ya hay una cuenta con este correo/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await form.getByLabel('Contraseña', { exact: true }).fill('otra')
    await form.getByRole('button', { name: 'Entrar', exact: true }).click()
    await form.getByText('El usuario o la contraseña no coinciden').waitFor()
    await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await form.getByLabel('Contraseña', { exact: true }).press('Enter')
    await isIn('Elena Ruiz')
  })

  it('[AUTH-05] links a further one to the account, and takes one away', async () => {
    await at.go('/profile/account')
    const login = person('Elena Otra', {}, other)
    const popup = await openWindow('Unir Microsoft')
    // Which is not how one comes in: they are in.
    await page.getByText('aquí queda unida a tu cuenta').waitFor()
    await choose(login, popup)
    await button('Quitar Microsoft').waitFor()
    await button('Quitar Google').click()
    await button('Unir Google').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Microsoft' }).first().waitFor()
  })

  const asksForProof = (proven_document: boolean) =>
    at.server.database.db.updateTable('lines').set({ proven_document }).where('slug', '=', 'firmas').execute()
  const TAKE = '/offices/notaria-norte/lines/firmas/take'
  const ASKED = 'Aquí atienden solo con un documento comprobado.'
  const proven = () =>
    at.server.database.db.selectFrom('tickets').select('id').where('proven', '=', true).execute()

  it('[DOC-04] an office that asks for a proven document meanwhile says so, and a press proves it', async () => {
    await at.signIn()
    await at.go(TAKE)
    await button('Saca tu número').waitFor()
    await asksForProof(true)
    await button('Saca tu número').click()
    await page.getByText(ASKED).waitFor()
    const login = person('Fernanda Lagos', { RolUnico: { numero: 12_345_678, DV: '5' } })
    const popup = await openWindow('Comprobar con ClaveÚnica')
    await page.getByText('aquí queda tu documento comprobado').waitFor()
    await choose(login, popup)
    await page.waitForURL('**/tickets/*')
    expect(await proven()).toHaveLength(1)
  })

  it('[DOC-04] says it before anything is typed, to a guest and to whose document nobody proved', async () => {
    await leave()
    await at.go(TAKE)
    await page.getByText(ASKED).waitFor()
    await button('Comprobar con ClaveÚnica').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await page.locator('#person-name').count()).toBe(0)
    await at.signIn()
    await at.go(TAKE)
    await page.getByText(ASKED).waitFor()
    expect(await button('Saca tu número').count()).toBe(0)
    const login = person('Gabriel Soto', { RolUnico: { numero: 7_654_321, DV: '6' } })
    await choose(login, await openWindow('Comprobar con ClaveÚnica'))
    // What they came for is still theirs to press.
    await button('Saca tu número').click()
    await page.waitForURL('**/tickets/*')
    expect(await proven()).toHaveLength(2)
    await asksForProof(false)
  })

  it('logs nothing that it should not', () => {
    expect(at.faults).toEqual([])
  })
})

describeInBrowser('Chromium', 'signing in with a provider where no window may be opened', () => {
  let idp: IdentityProvider
  let at: Visit

  beforeAll(async () => {
    idp = await startIdentityProvider()
    at = await visit({
      chromium: { flags: ['--block-new-web-contents'] },
      server: { settings: { providers: [settingsOf('google', idp)] } },
    })
    admitServer(idp, at.server)
  })
  afterAll(async () => {
    await at?.close()
    await idp?.stop()
  })

  it('[AUTH-05] leaves in this one, and comes back to where one was', async () => {
    const { page } = at
    const login = newLogin()
    idp.people.set(login, { name: 'Gloria Mena', email: `${login}@correo.example` })
    await at.go(SIGN_IN)
    expect(await page.evaluate(() => open('about:blank'))).toBe(null)
    await page.getByRole('button', { name: 'Entrar con Google', exact: true }).click()
    await page.waitForURL(`${idp.issuer}/**`)
    await page.getByRole('button', { name: login, exact: true }).click()
    await page.waitForURL('**/profile')
    await page.getByText('Gloria Mena').first().waitFor()
    // The attempt's id stands in no address that is left behind.
    expect(page.url()).toBe(`${at.server.origin}/profile`)
    expect(at.faults).toEqual([])
  })

  it('[AUTH-05] what is typed to finish it stays when the network has gone and come', async () => {
    const { page } = at
    const email = `${newLogin()}@correo.example`
    const captchaToken = await at.server.solvedCaptcha()
    const body = { user: email, password: PASSWORD, name: 'Elena Ruiz', captchaToken }
    expect((await at.server.ask('login', '/signup', { body })).status).toBe(200)
    const login = newLogin()
    idp.people.set(login, { name: 'Elena Ruiz', email })
    await at.go('/')
    await page.evaluate(() => fetch('/services/login/session', { method: 'DELETE' }))
    await at.go(SIGN_IN)
    await page.getByRole('button', { name: 'Entrar con Google', exact: true }).click()
    await page.getByRole('button', { name: login, exact: true }).click()
    const field = page.getByRole('form', { name: 'Para terminar' }).getByLabel('Contraseña', { exact: true })
    await field.fill(PASSWORD)
    await goOffline(at.chromium.context)
    await page.getByText('Sin conexión.').waitFor()
    await goOffline(at.chromium.context, false)
    await page.getByText('Sin conexión.').waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe(PASSWORD)
    await field.press('Enter')
    await page.waitForURL('**/profile')
    await page.getByText('Elena Ruiz').first().waitFor()
  })

  it('[AUTH-05] who cancels there reads it here, with a way on', async () => {
    const { page } = at
    await page.evaluate(() => fetch('/services/login/session', { method: 'DELETE' }))
    await at.go(SIGN_IN)
    await page.getByRole('button', { name: 'Entrar con Google', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByText('No se completó el inicio de sesión. Puedes intentarlo otra vez.').waitFor()
    await page.getByRole('link', { name: 'Inicia sesión', exact: true }).last().click()
    await page.getByRole('button', { name: 'Entrar con Google', exact: true }).waitFor()
    expect(at.faults).toEqual([])
  })
})
