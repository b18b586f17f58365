import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAIL_LINK_MS } from '#contract/limits.ts'
import { MAIL_LINKS, type MailLinkKind } from '#contract/rest/accounts.ts'
import { accountsAt, newcomer, PASSWORD } from '#tests/support/accounts.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { picture } from '#tests/support/picture.ts'
import { PERSON } from '#tests/support/server.ts'
import { PATIENCE_MS, waitFor } from '#tests/support/wait-for.ts'
import { walkStores } from '#tests/support/walk-stores.ts'
import { actMeanwhile } from './act-meanwhile.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'
import { intercept } from './intercept.ts'
import { largeTextFaults } from './large-text.ts'
import { introduce, TAKE_PATH } from './take-number-at.ts'
import { focusedNow, walkByKeys } from './walk-by-keys.ts'

const PHONE = { width: 360, height: 800 }
const DESK = { width: 1280, height: 800 }

const CHANGED = 'barco azul a Ancud'
const REPLACED = 'globo rojo a Arica'

/** One after the other: each goes on with who was made before. */
describeInBrowser('Chromium', 'an account', () => {
  let at: Visit
  let page: Page
  const eva = newcomer({ name: 'Eva Soto' })

  let mail: MailServer

  beforeAll(async () => {
    mail = await startMailServer()
    at = await visit({
      chromium: { serviceWorkers: 'block' },
      server: { settings: { mail: mail.settings } },
    })
    page = at.page
  })
  afterAll(async () => {
    await at?.close()
    await mail?.close()
  })

  /** Another phone, or nobody's own. */
  async function otherPhone(): Promise<Page> {
    const browser = at.chromium.context.browser()
    const context = await browser?.newContext({ locale: 'es-CL', viewport: PHONE, serviceWorkers: 'block' })
    if (!context) throw new Error('no browser')
    context.setDefaultTimeout(PATIENCE_MS)
    return await context.newPage()
  }
  const open = (on: Page, path: string) => on.goto(at.server.origin + path)
  const press = (on: Page, name: string | RegExp) => on.getByRole('button', { name, exact: true }).click()
  const follow = (on: Page, name: string | RegExp) => on.getByRole('link', { name, exact: true }).click()
  async function signIn(on: Page, password = PASSWORD) {
    // By name: a form that waits meanwhile has an e-mail, too.
    await on.locator('[name=username]:visible').fill(eva.user)
    await on.locator('[name=password]:visible').fill(password)
    await press(on, 'Entrar')
  }
  const knownAs = (on: Page, name: string) =>
    on.getByRole('listitem').filter({ hasText: name }).first().waitFor()

  it('[AUTH-01] is made in the middle of taking a number, which is nobody’s to lose then', async () => {
    await open(page, TAKE_PATH)
    await press(page, 'Crea una cuenta')
    await waitFor('the focus on what was chosen', () =>
      page.evaluate(() => document.activeElement?.textContent === 'Crea una cuenta'),
    )
    await page.getByLabel('Nombre').fill(eva.name)
    await page.getByLabel('Correo').fill(eva.user)
    // Faults are named at the field and in the summary.
    await page.getByLabel('Contraseña', { exact: true }).fill('corta')
    await press(page, 'Crear mi cuenta')
    const summary = page.getByRole('alert', { name: 'Revisa estos datos' })
    await summary.getByText('Marca «Acepto la política» para seguir').waitFor()
    await summary.getByRole('link', { name: 'La contraseña necesita al menos 8 caracteres' }).click()
    const password = page.getByLabel('Contraseña', { exact: true })
    expect(await password.evaluate(own => own === document.activeElement)).toBe(true)
    // And what the server finds at fault is said there, in its words.
    await password.fill('password1')
    await page.getByLabel('Acepto la política').check()
    await press(page, 'Crear mi cuenta')
    await summary.getByText('Esta contraseña es demasiado conocida. Elige otra.').waitFor()
    await password.fill(PASSWORD)
    await press(page, 'Crear mi cuenta')
    await page.getByText('Tu cuenta está lista').waitFor()
    await press(page, 'Saca tu número')
    await page.waitForURL('**/tickets/*')
    await page.getByRole('article').first().waitFor()
    expect(await page.getByText('guardado solo en este navegador').count()).toBe(0)
    const { email } = await page.evaluate(() => ({ email: document.body.innerText.includes('@') }))
    expect(email).toBe(false)
  })

  it('[AUTH-07] shows the server’s words to whoever mistypes, and keeps what was typed; then their number is there', async () => {
    const second = await otherPhone()
    await open(second, '/sign-in?next=/tickets')
    await signIn(second, 'otra cosa larga')
    await second.getByRole('alert').getByText('El usuario o la contraseña no coinciden').waitFor()
    expect(await second.getByLabel('Correo').inputValue()).toBe(eva.user)
    // Put right before the answer to the second slip came: neither said nor in the way.
    let letThrough = () => {}
    const held = new Promise<void>(resolve => (letThrough = resolve))
    const door = '**/services/login/password'
    await intercept(second, door, route => held.then(() => route.continue()))
    const slip = second.waitForRequest(door)
    await signIn(second, 'otra vez otra cosa')
    await slip
    await signIn(second)
    expect(await second.getByRole('button', { name: 'Entrar', exact: true }).getAttribute('aria-busy')).toBe(
      'true',
    )
    letThrough()
    await second.waitForURL('**/tickets')
    await second.getByRole('article').filter({ hasText: 'Notaría Norte' }).first().waitFor()
    await second.context().close()
  })

  it.each([
    ['an account', true],
    ['somebody without one', false],
  ])(
    '[AUTH-03] [TEMP-02] of %s goes on in another browser by a code, with numbers and receipts',
    async (_, has) => {
      const came = has
        ? await accountsAt(at.server).register(newcomer({ name: 'Rita Mora' }))
        : await at.server.signInTemporary({ name: 'Rita Mora', dni: 'R-7001' })
      const { office_id, lineId } = at.town
      const take = async (slug: string) => {
        const body = {
          line_id: lineId(slug),
          request_id: randomUUID(),
          meta: { answers: { repertorio: '123456' } },
        }
        const path = `/offices/${office_id}/tickets/new`
        const answer = await at.server.ask('v1', path, { token: came.token, body })
        expect(answer.status).toBe(201)
        return ((await answer.json()) as { tuid: string }).tuid
      }
      const past = await take('escrituras')
      await at.town.call('escrituras')
      await at.town.attended()
      const held = await take('asesoria')
      const first = await otherPhone()
      const [name = '', value = ''] = came.cookie.split('=')
      await first.context().addCookies([{ name, value, url: at.server.origin, httpOnly: true }])
      await open(first, '/profile')
      await press(first, 'Crear un código')
      const code = await first.getByRole('status').filter({ hasText: '-' }).innerText()

      const second = await otherPhone()
      await open(second, '/profile')
      await second.getByLabel('Código del otro teléfono').fill('ABCDE-12345')
      await press(second, 'Traer mi número')
      await second.getByText('El código no sirve').first().waitFor()
      await second.getByLabel('Código del otro teléfono').fill(code)
      await press(second, 'Traer mi número')
      await knownAs(second, 'Rita Mora')
      expect(await second.getByRole('link', { name: /^Mi cuenta/ }).count()).toBe(has ? 1 : 0)
      // Both are kept there for reading with no network, and shown.
      await waitFor('the receipts', async () => {
        const kept = await second.evaluate(walkStores)
        return kept.includes(held) && kept.includes(past)
      })
      for (const tuid of [held, past]) {
        await open(second, `/tickets/${tuid}`)
        await second.getByRole('article').filter({ hasText: 'Notaría Norte' }).first().waitFor()
      }
      // It was good once.
      const third = await otherPhone()
      await open(third, '/profile')
      await third.getByLabel('Código del otro teléfono').fill(code)
      await press(third, 'Traer mi número')
      await third.getByText('El código no sirve').first().waitFor()
      for (const one of [first, second, third]) await one.context().close()
      await at.server.ask('turns', `/tickets/${held}`, { method: 'DELETE', token: came.token })
    },
  )

  it('[AUTH-07] is found by a password manager, and its password can be looked at', async () => {
    const own = await otherPhone()
    await open(own, '/sign-in')
    const fields = () =>
      own.locator('form input').evaluateAll(all =>
        all.map(each => {
          const { name, type, autocomplete, enterKeyHint } = each as HTMLInputElement
          return [name, type, autocomplete, enterKeyHint]
        }),
      )
    await own.getByLabel('Correo').waitFor()
    expect(await fields()).toEqual([
      ['username', 'email', 'username', 'next'],
      ['password', 'password', 'current-password', 'done'],
    ])
    await own.getByLabel('Contraseña', { exact: true }).fill('se puede leer')
    await press(own, 'Mostrar la contraseña')
    expect((await fields())[1]?.[1]).toBe('text')
    await press(own, 'Mostrar la contraseña')
    expect((await fields())[1]?.[1]).toBe('password')
    await open(own, '/sign-up')
    await own.getByLabel('Nombre').waitFor()
    expect((await fields()).slice(0, 3)).toEqual([
      ['name', 'text', 'name', 'next'],
      ['username', 'email', 'username', 'next'],
      ['new-password', 'password', 'new-password', 'done'],
    ])
    await own.context().close()
  })

  it.each(['RUT', 'DNI'])(
    '[TEMP-01] nobody needs one: a form with a %s is filled in by the browser',
    async document => {
      const own = await otherPhone()
      await open(own, TAKE_PATH)
      await own.getByRole('radio', { name: document }).check()
      const fields = own.locator('form input[id^="person-"]:not([type=checkbox])')
      // With the keyboard that each one wants, and the press that goes on.
      const asked = await fields.evaluateAll(all =>
        all.map(each => {
          const { name, type, autocomplete, inputMode, autocapitalize, enterKeyHint } =
            each as HTMLInputElement
          return [name, type, autocomplete, inputMode, autocapitalize, enterKeyHint]
        }),
      )
      expect(asked).toEqual([
        ['name', 'text', 'name', '', 'words', 'next'],
        ['identity', 'text', 'off', '', 'characters', 'next'],
        ['tel', 'tel', 'tel', 'tel', '', 'next'],
        ['email', 'email', 'email', 'email', 'none', 'done'],
      ])
      await own.context().close()
    },
  )

  it('[AUTH-09] closed from another device while a form is open: what was typed stays, and one goes on', async () => {
    // All that the page asks by itself as it begins is asked before, and their line is heard.
    const begun = page.waitForResponse('**/users/v2/favorites')
    const joined = page
      .waitForEvent('websocket')
      .then(socket =>
        socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"lines"')),
      )
    await open(page, '/profile')
    await knownAs(page, eva.name)
    await page.getByText(eva.user).waitFor()
    await follow(page, 'Corregir mis datos')
    const phone = page.getByRole('textbox', { name: 'Teléfono' })
    await phone.fill('+56 9 8765 4321')

    const second = await otherPhone()
    await open(second, '/profile')
    await follow(second, 'Inicia sesión')
    await signIn(second)
    await second.waitForURL('**/profile')
    await follow(second, /^Mi cuenta/)
    const devices = second.getByRole('region', { name: 'Dónde está abierta' })
    await devices.getByText('Este, donde estás ahora').waitFor()
    const others = devices.getByRole('button', { name: /^Cerrar en/ })
    await Promise.all([begun, joined])
    for (let open = await others.count(); open > 0; open--) {
      await others.first().click()
      await waitFor('that device to be gone', async () => (await others.count()) < open)
    }
    await second.context().close()

    // Its socket tells it, whether or not anything is pressed.
    await page.getByText('Entra otra vez y sigues donde ibas. Lo que escribiste sigue aquí.').waitFor()
    await page.getByText('Sesion Expirada').first().waitFor()
    await signIn(page)
    await waitFor('the form as it was', async () => (await phone.inputValue()) === '+56 9 8765 4321')
    await press(page, 'Guardar')
    await page.getByText('Datos actualizados correctamente').waitFor()
    await page.waitForURL('**/profile')
    await follow(page, 'Corregir mis datos')
    await waitFor('the phone as it is known', async () => (await phone.inputValue()) === '+56987654321')
  })

  it('[PROF-01] says at the field what §5 says of it, and lets another’s e-mail be', async () => {
    await open(page, '/profile/correct')
    await page.getByLabel('Nombre').fill('123')
    await page.getByLabel('Teléfono').fill('12')
    await page.getByLabel('Correo').fill('sin arroba')
    await press(page, 'Guardar')
    const summary = page.getByRole('alert', { name: 'Revisa estos datos' })
    for (const words of [
      'Debe ingresar un nombre válido',
      'Escriba un teléfono válido',
      'Debe ingresar un correo válido',
    ])
      await summary.getByRole('link', { name: words }).waitFor()
    await page.getByLabel('Nombre').fill('Eva Soto Díaz')
    await page.getByLabel('Teléfono').fill('+56987654321')
    await page.getByLabel('Correo').fill(eva.user)
    await press(page, 'Guardar')
    await page.waitForURL('**/profile')
    await knownAs(page, 'Eva Soto Díaz')
  })

  it('[AUTH-09] closed while another password is being typed: both are still there, and one goes on', async () => {
    await open(page, '/profile/account')
    await press(page, /^Cambiar la contraseña/)
    const present = page.getByLabel('Contraseña actual')
    const wished = page.getByLabel('Contraseña nueva')
    await present.fill('no es esta, no')
    await wished.fill(CHANGED)
    await actMeanwhile(page, '**/login/password', () =>
      at.server.database.db
        .updateTable('sessions')
        .set({ revoked_at: at.server.clock.now() })
        .where('clerk_id', 'is', null)
        .where('revoked_at', 'is', null)
        .execute(),
    )
    await press(page, 'Guardar la contraseña')
    await page.getByText('Entra otra vez y sigues donde ibas. Lo que escribiste sigue aquí.').waitFor()
    await signIn(page)
    await waitFor('the form as it was', async () => (await wished.inputValue()) === CHANGED)
    await press(page, 'Guardar la contraseña')
    await page.getByRole('alert').getByRole('link', { name: 'No es tu contraseña actual' }).waitFor()
  })

  it('takes another password in its settings, where the present one is right', async () => {
    await open(page, '/profile/account')
    await press(page, /^Cambiar la contraseña/)
    await page.getByLabel('Contraseña actual').fill('no es esta, no')
    await page.getByLabel('Contraseña nueva').fill(CHANGED)
    await press(page, 'Guardar la contraseña')
    await page.getByRole('alert').getByRole('link', { name: 'No es tu contraseña actual' }).waitFor()
    await page.getByLabel('Contraseña actual').fill(PASSWORD)
    await press(page, 'Guardar la contraseña')
    await page.getByText('Tu contraseña es otra desde ahora').waitFor()
    await page.getByRole('button', { name: /^Cambiar la contraseña/ }).waitFor()
  })

  it('[AUTH-02] is left after a plain question where a number waits, and threatens nobody', async () => {
    await open(page, '/profile')
    await press(page, 'Salir')
    const dialog = page.getByRole('dialog', { name: '¿Salir de tu cuenta aquí?' })
    await dialog.getByText(/Tus números y reservas siguen en pie/).waitFor()
    await dialog.getByRole('button', { name: 'Salir' }).click()
    await page.getByText('Aún no sabemos quién eres').waitFor()
    await open(page, '/tickets')
    await page.getByText('No tienes números ahora').waitFor()
  })

  it('[SHELL-10] [AUTH-03] is offered to who has none, and keeps their number', async () => {
    const own = await otherPhone()
    await open(own, TAKE_PATH)
    await introduce(own)
    await own.locator('form button[type=submit]').click()
    await own.waitForURL('**/tickets/*')
    const ticket = new URL(own.url()).pathname
    const number = await own.getByRole('article').first().innerText()
    await open(own, '/profile')
    await press(own, 'Salir')
    await own.getByRole('alertdialog').getByText('Con una cuenta no los pierdes.').waitFor()
    await press(own, 'Quedarme')
    await follow(own, 'Crea una cuenta y conserva tus números')
    // Who they are is known: only a password is missing.
    expect(await own.getByLabel('Nombre').inputValue()).toBe(PERSON.name)
    expect(await own.getByLabel('Acepto la política').count()).toBe(0)
    await own.getByLabel('Correo').fill(newcomer().user)
    await own.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await press(own, 'Crear mi cuenta')
    await own.waitForURL('**/profile')
    await own.getByRole('link', { name: /^Mi cuenta/ }).waitFor()
    await open(own, ticket)
    await own.getByRole('article').first().waitFor()
    expect((await own.getByRole('article').first().innerText()).slice(0, 40)).toBe(number.slice(0, 40))
    await own.context().close()
  })

  it('[SHELL-06] is offered nowhere where a link hides signing in', async () => {
    for (const [path, sign] of [
      ['/identify?itemsToHide=login', 'Acepto la política'],
      [`${TAKE_PATH}?itemsToHide=login`, 'Acepto la política'],
      ['/profile?itemsToHide=login', 'Sonido al llamarte'],
    ] as const) {
      await open(page, path)
      await page.getByText(sign).waitFor()
      for (const words of ['Inicia sesión', 'Crea una cuenta'])
        expect(await page.getByText(words).count(), `${words} at ${path}`).toBe(0)
    }
  })

  it('can be entered by keys alone', async () => {
    const own = await otherPhone()
    const walk = walkByKeys(own)
    await open(own, '/sign-in?next=/profile')
    await own.getByLabel('Correo').waitFor()
    await walk.tabTo(/^Correo$/)
    await own.keyboard.type(eva.user)
    await walk.tabTo(/^Contraseña$/)
    await own.keyboard.type(CHANGED)
    await walk.press('Enter')
    await own.waitForURL('**/profile')
    await knownAs(own, 'Eva Soto Díaz')
    expect(walk.unseen).toEqual([])
    await own.context().close()
  })

  it('a forgotten password is replaced, and an e-mail confirmed, by the links that come', async () => {
    const own = await otherPhone()
    await open(own, '/sign-in?next=/tickets')
    await own.locator('[name=username]').fill(eva.user)
    await follow(own, '¿Olvidaste tu contraseña?')
    // What was typed is not typed again.
    await press(own, 'Enviar el enlace')
    await own.getByText('Revisa tu correo').waitFor()
    const linkOf = (kind: MailLinkKind) => {
      const sent = mail.mails.findLast(each => mail.linkIn(each, MAIL_LINKS[kind]) !== '')
      return sent ? `${MAIL_LINKS[kind]}#${mail.linkIn(sent, MAIL_LINKS[kind])}` : ''
    }
    await waitFor('the link', () => linkOf('reset-password') !== '')
    await open(own, linkOf('reset-password'))
    await own.getByLabel('Contraseña nueva').fill(REPLACED)
    await press(own, 'Guardar y entrar')
    await own.waitForURL('**/profile')
    await own.getByText('Tu contraseña es otra desde ahora').waitFor()
    // Used once, it is worth nothing.
    await open(own, linkOf('reset-password'))
    await own.getByLabel('Contraseña nueva').fill(`${REPLACED} otra`)
    await press(own, 'Guardar y entrar')
    await own.getByText('Este enlace no sirve o ya venció. Pide otro.').waitFor()
    // The address was confirmed by the new password: its own link is of somebody who comes first by it.
    const fresh = newcomer()
    const { token } = await accountsAt(at.server).register(fresh)
    const isConfirmed = async () =>
      (await (await at.server.ask('login', '/account', { token })).json()).email_confirmed as boolean
    const ofFresh = () => {
      const sent = mail.mails.findLast(
        each => each.to.includes(fresh.user) && mail.linkIn(each, MAIL_LINKS['confirm-email']) !== '',
      )
      return sent ? `${MAIL_LINKS['confirm-email']}#${mail.linkIn(sent, MAIL_LINKS['confirm-email'])}` : ''
    }
    await waitFor('the link', () => ofFresh() !== '')
    expect(await isConfirmed()).toBe(false)
    const dead = (letter: string) => `/account/confirm#${letter.repeat(43)}`
    const isDead = async () => {
      await press(own, 'Sí, es mi correo')
      await own.getByText('Este enlace no sirve o ya venció. Pide otro.').waitFor()
      await own.getByRole('link', { name: 'Pedir otro enlace' }).waitFor()
      expect(await own.getByText('Tu correo está confirmado').count()).toBe(0)
    }
    // Each in the same tab, where only the fragment is another and nothing is loaded anew.
    await open(own, dead('A'))
    await isDead()
    await open(own, ofFresh())
    // Asked first, and answered by keys alone.
    await own.getByText('¿Es este el correo de una cuenta tuya?').waitFor()
    await own.waitForLoadState('networkidle')
    expect(await isConfirmed()).toBe(false)
    expect(await axeFaults(own)).toEqual([])
    const walk = walkByKeys(own)
    await walk.tabTo(/^Sí, es mi correo$/)
    await walk.press('Enter')
    expect(walk.unseen).toEqual([])
    await own.getByText('Tu correo está confirmado').waitFor()
    expect((await focusedNow(own)).name).toContain('Confirma tu correo')
    expect(await isConfirmed()).toBe(true)
    await open(own, dead('B'))
    await isDead()
    await own.context().close()
  })

  it('that somebody else gave another e-mail is taken back by keys alone, by the link that came to the one before', async () => {
    const own = await otherPhone()
    const nora = newcomer({ name: 'Nora Lillo' })
    const came = await accountsAt(at.server).register(nora)
    const ofNora = (kind: MailLinkKind) => {
      const sent = mail.mails.findLast(
        each => each.to.includes(nora.user) && mail.linkIn(each, MAIL_LINKS[kind]) !== '',
      )
      return sent ? mail.linkIn(sent, MAIL_LINKS[kind]) : ''
    }
    await waitFor('the link', () => ofNora('confirm-email') !== '')
    await at.server.ask('login', '/email/confirm', { body: { token: ofNora('confirm-email') } })
    // As long ago as a link back into the account is good: one to a younger address does not exist.
    const email_confirmed_at = new Date(at.server.clock.now().getTime() - MAIL_LINK_MS['email-changed'])
    await at.server.database.db
      .updateTable('accounts')
      .set({ email_confirmed_at })
      .where('user_id', '=', came.user_id)
      .execute()
    const body = { user: { email: `otra.${nora.user}` } }
    await at.server.ask('login', '/user', { method: 'PATCH', token: came.token, body })
    await waitFor('the link', () => ofNora('email-changed') !== '')
    const link = `${MAIL_LINKS['email-changed']}#${ofNora('email-changed')}`
    await open(own, link)
    await own.getByText('Si no lo cambiaste tú, recupérala').waitFor()
    // Opened, it has done nothing yet; nor where there is no network.
    expect((await at.server.ask('login', '/account', { token: came.token })).status).toBe(200)
    await own.context().setOffline(true)
    await own.getByRole('button', { name: 'Recuperar mi cuenta' }).press('Enter')
    await own.getByRole('alert').first().waitFor()
    await own.context().setOffline(false)
    const walk = walkByKeys(own)
    await walk.tabTo(/^Recuperar mi cuenta$/)
    await walk.press('Enter')
    await own.waitForURL('**/account/reset#*')
    expect((await at.server.ask('login', '/account', { token: came.token })).status).toBe(401)
    await own.getByLabel('Contraseña nueva').fill(REPLACED)
    await press(own, 'Guardar y entrar')
    await own.waitForURL('**/profile')
    await knownAs(own, nora.name)
    // Used once, it is worth nothing.
    await open(own, link)
    await press(own, 'Recuperar mi cuenta')
    await own.getByText('Este enlace ya no sirve. Se usa una vez, durante siete días.').waitFor()
    await follow(own, 'Elegir otra contraseña')
    await own.waitForURL('**/password/forgot')
    await own.context().close()
  })

  it('a second link for a new password, opened in the tab of one that is dead, is the one that is used', async () => {
    const own = await otherPhone()
    await open(own, `/account/reset#${'A'.repeat(43)}`)
    await own.getByLabel('Contraseña nueva').fill(CHANGED)
    await press(own, 'Guardar y entrar')
    await own.getByText('Este enlace no sirve o ya venció. Pide otro.').waitFor()
    const isReset = ({ to, ...sent }: (typeof mail.mails)[number]) =>
      to.includes(eva.user) && mail.linkIn({ to, ...sent }, MAIL_LINKS['reset-password']) !== ''
    const before = mail.mails.filter(isReset).length
    await at.server.ask('login', '/password/forgot', {
      body: { user: eva.user, captchaToken: await at.server.solvedCaptcha() },
    })
    await waitFor('the link', () => mail.mails.filter(isReset).length > before)
    const sent = mail.mails.findLast(isReset) ?? expect.fail('no link')
    await open(own, `/account/reset#${mail.linkIn(sent, MAIL_LINKS['reset-password'])}`)
    await own.getByLabel('Contraseña nueva').fill(REPLACED)
    await press(own, 'Guardar y entrar')
    await own.waitForURL('**/profile')
    await own.context().close()
  })

  it.each([
    ['sign-in', '/sign-in', 'Entrar'],
    ['sign-up', '/sign-up', 'Crear mi cuenta'],
    ['password-forgot', '/password/forgot', 'Enviar el enlace'],
    ['password-reset', `/account/reset#${'A'.repeat(43)}`, 'Guardar y entrar'],
    ['email-confirm', `/account/confirm#${'A'.repeat(43)}`, 'Sí, es mi correo'],
    ['email-confirm-dead', '/account/confirm', 'Pedir otro enlace'],
    ['account-recover', `/account/recover#${'A'.repeat(43)}`, 'Recuperar mi cuenta'],
    ['account-recover-dead', '/account/recover', 'Elegir otra contraseña'],
  ])('%s can be read by everybody', async (name, path, sign) => {
    await open(page, path)
    await page.getByText(sign, { exact: true }).waitFor()
    await look(name)
  })

  it('its settings and its profile can be read by everybody', async () => {
    await open(page, '/sign-in?next=/profile/account')
    await page.getByLabel('Correo').fill(eva.user)
    await page.getByLabel('Contraseña', { exact: true }).fill(REPLACED)
    await press(page, 'Entrar')
    await page.getByText('Este, donde estás ahora').waitFor()
    await look('account')
    await open(page, '/profile')
    await page.getByRole('link', { name: /^Mi cuenta/ }).waitFor()
    await look('profile-registered')
  })

  it('[I18N-01] speaks the language of the page, the server’s words too', async () => {
    const own = await otherPhone()
    for (const [language, heading, words] of [
      ['English', 'Sign in', 'User or password do not match'],
      ['Português', 'Inicie a sessão', 'O usuário ou a senha de acesso não conferem'],
    ] as const) {
      await open(own, '/profile')
      await own.getByRole('radio', { name: language }).check()
      await open(own, '/sign-in')
      await own.getByRole('heading', { level: 1, name: heading }).waitFor()
      await own.locator('[name=username]').fill(eva.user)
      await own.locator('[name=password]').fill('no es ninguna')
      await own.locator('form button[type=submit]').click()
      await own.getByRole('alert').getByText(words).waitFor()
    }
    await own.context().close()
  })

  it('complains of nothing', () => {
    // Without a worker there is none to wait for: Playwright's stand-in for a blocked one is undefined.
    expect(at.faults.filter(fault => !fault.includes("reading 'waiting'"))).toEqual([])
  })

  /** Holds the screen as it stands against axe, narrow windows and large letters, and takes its pictures. */
  async function look(name: string): Promise<void> {
    for (const size of [PHONE, DESK]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        if (size === DESK)
          await page.getByRole('banner').getByRole('navigation', { name: 'Principal' }).waitFor()
        await picture(page, `app-${name}`)
        expect(await axeFaults(page), `${name} ${size.width} ${colorScheme}`).toEqual([])
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await largeTextFaults(page), name).toEqual([])
    await page.setViewportSize(PHONE)
  }
})
