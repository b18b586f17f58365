import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownPolicy } from '#server/policies/own-policy.ts'
import { LINES_CACHE } from '#src/platform/storage-keeper.ts'
import { goOffline } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { PERSON } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'

/**
 * One person with a small phone, from their first visit to the day after: each test goes on where the last
 * one ended.
 */
describeInBrowser('Chromium', 'a first number', () => {
  let at: Visit
  let page: Page
  let ticketPath: string

  beforeAll(async () => {
    // The main job, in what people have: with the notices that the waiting room offers.
    at = await visit({
      chromium: { isWhole: true },
      server: { captchaDifficulty: { cost: 1_000, from: 1, to: 50 } },
    })
    page = at.page
    await at.town.join('firmas', 2)
  })
  afterAll(() => at?.close())

  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  /** The ticket's card, with this number on it. */
  const card = (number: string) => page.getByRole('article').getByText(number).waitFor()
  const alert = () => page.getByRole('alert').allInnerTexts()

  it('[OFF-01] begins with the categories and what is open', async () => {
    await at.go('/')
    await heading('Busca una oficina y saca tu número')
    const categories = page.getByRole('region', { name: '¿Qué necesitas?' }).getByRole('link')
    await waitFor('the 18 categories', async () => (await categories.count()) === 18)
    await categories.filter({ hasText: 'Notarías' }).click()
    await page.getByRole('status').getByText('2 oficinas').waitFor()
    await page.getByRole('link', { name: /Notaría Norte/ }).click()
  })

  it('[OFF-08] sees of each line who waits, how long, and what can be done', async () => {
    await heading('Notaría Norte')
    const firmas = page.getByRole('listitem').filter({ hasText: 'Firmas y autorizaciones' })
    await firmas.getByText('2 esperando').waitFor()
    expect(await firmas.innerText()).toMatch(/\d+–\d+\s+minutos/)
    await firmas.getByRole('link', { name: 'Saca tu número' }).click()
    await heading('Saca tu número')
  })

  it('[FORM-01] [FORM-03] [FORM-04] is told what is missing, at the field and in a summary that leads to it', async () => {
    await page.getByRole('button', { name: 'Saca tu número' }).click()
    const summary = page.getByRole('alert', { name: 'Revisa estos datos' })
    await waitFor('the summary to have the focus', () =>
      summary.evaluate(own => own === document.activeElement),
    )
    expect(await summary.getByRole('link').allInnerTexts()).toEqual([
      'Debe ingresar un nombre válido',
      'Escriba un Rut o Dni válido',
      'Escriba un teléfono válido',
      'Debe ingresar un correo válido',
      'Marca «Acepto la política» para seguir',
    ])
    await summary.getByRole('link', { name: 'Escriba un Rut o Dni válido' }).click()
    const rut = page.getByRole('textbox', { name: 'RUT' })
    expect(await rut.evaluate(own => own === document.activeElement)).toBe(true)
    await rut.fill('12.345.678-4')
    expect(await rut.getAttribute('aria-invalid')).toBe('true')
    await rut.fill(PERSON.rut)
    expect(await rut.getAttribute('aria-invalid')).toBeNull()
  })

  it('[FORM-04] reads what «Acepto la política» accepts over the form, which loses nothing', async () => {
    const read = page.getByRole('button', { name: 'Lee la política' })
    await read.click()
    const text = page.getByRole('dialog', { name: 'Política de datos' })
    await text.getByText(/Sin una cuenta los olvidamos 30 días después de tu último turno/).waitFor()
    await text.getByText(`Versión ${ownPolicy.version}`).waitFor()
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'hidden' })
    expect(await read.evaluate(own => own === document.activeElement)).toBe(true)
    expect(await page.getByRole('textbox', { name: 'RUT' }).inputValue()).toBe(PERSON.rut)
  })

  it('[AUTH-08] [TEMP-01] [TKT-01] identifies, proves to be a person, and has a number', async () => {
    await page.getByLabel('Nombre').fill(PERSON.name)
    await page.getByLabel('Teléfono').fill(PERSON.phone)
    await page.getByLabel('Correo').fill(PERSON.email)
    await page.getByLabel('Acepto la política').check()
    await page.getByRole('button', { name: 'Saca tu número' }).click()
    await page.waitForURL('**/tickets/*')
    ticketPath = new URL(page.url()).pathname
    await card('A003')
    const used = await at.server.database.db.selectFrom('used_captchas').select('signature').execute()
    expect(used).toHaveLength(1)
  })

  it('[WAIT-01] [OFF-08] sees the line shorten as others are called, and when it will be asked again', async () => {
    const ahead = page.locator('p[role=status]')
    expect(await ahead.innerText()).toBe('2 personas antes que tú')
    const minutes = () => page.getByText('Te llaman en').locator('..').innerText()
    const first = await minutes()
    expect(first).toMatch(/\d+(–\d+)? min/)
    await page.getByText(/Se actualiza en \d+ s/).waitFor()
    await at.town.call('firmas')
    await ahead.getByText('1 persona antes que tú').waitFor()
    await page.getByText('Va en').locator('..').getByText('A001').waitFor()
    await at.town.call('firmas')
    await ahead.getByText('Sigues tú').waitFor()
    await waitFor(
      'the minutes to follow, before they are asked for again',
      async () => (await minutes()) !== first,
      // The next regular question comes after twenty seconds.
      10_000,
    )
  })

  it('the waiting room shows all that matters on one screen of the phone', async () => {
    const bottom = await page
      .getByRole('button', { name: 'Renunciar' })
      .evaluate(own => own.getBoundingClientRect().bottom + scrollY)
    expect(bottom).toBeLessThanOrEqual(800)
  })

  it('[CALL-01] [CALL-05] is called: the whole screen says where to go, and so does a reader at once', async () => {
    await at.town.call('firmas')
    await heading('Es tu turno')
    expect(await page.title()).toBe('Es tu turno · Numerito')
    const screen = await page.locator('main').innerText()
    expect(screen).toContain('A003')
    expect(screen).toMatch(/Pasa al módulo\s+3/)
    expect(await alert()).toContainEqual(expect.stringContaining('Es tu turno: A003 · módulo 3'))
    const go = page.getByRole('button', { name: 'Voy', exact: true })
    await goOffline(at.chromium.context)
    await go.click()
    await page.getByRole('alert').getByText('No alcanzamos a avisar que vas').waitFor()
    await picture(page, 'called-unheard')
    await goOffline(at.chromium.context, false)
    await page.waitForFunction(() => navigator.onLine)
    await go.click()
    await waitFor('the desk to know', async () => (await at.town.current())?.on_my_way)
  })

  it('[CALL-01] keeps the screen lit with the call, also when the page is seen again', async () => {
    const lit = await page.evaluate(() => {
      let count = 0
      navigator.wakeLock.request = async () => {
        count += 1
        return { release: async () => undefined } as WakeLockSentinel
      }
      document.dispatchEvent(new Event('visibilitychange'))
      return count
    })
    expect(lit).toBe(1)
  })

  it('[CALL-01] finds the number on page 1 of the history, with its module', async () => {
    await at.town.attended()
    await page.getByText('Atendido').waitFor()
    await at.go('/tickets')
    const past = page.getByRole('region', { name: 'Antes' }).getByRole('listitem').filter({ hasText: 'A003' })
    await past.getByText('módulo 3').waitFor()
    await page.getByText('No tienes números ahora').waitFor()
  })

  it('[TEMP-02] [OFFL-02] keeps a number over a reload, and with no network at all', async () => {
    await at.town.join('firmas', 1)
    ticketPath = await at.take('firmas')
    await page.reload()
    await card('A005')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await goOffline(at.chromium.context)
    await page.reload()
    await card('A005')
    await page.getByText(/Sin conexión\. Lo que ves es de las \d+:\d\d/).waitFor()
    expect(await page.locator('p[role=status]').innerText()).toBe('1 persona antes que tú')
  })

  it('[OFFL-03] is told at once what cannot be done without a network', async () => {
    await page.getByRole('button', { name: 'Renunciar' }).click()
    await page.getByRole('button', { name: 'Sí, renunciar' }).click()
    await page.getByRole('alert').getByText('No hay conexión.').waitFor()
    await card('A005')
    await goOffline(at.chromium.context, false)
  })

  it('[KEEP-03] finds what they accepted in the profile, with its version and day, in three languages and offline', async () => {
    await at.go('/profile')
    const mine = page.getByRole('region', { name: 'Política de datos' })
    await mine.getByText(/^Versión \S+, aceptada el \d+ de [a-z]+ de \d{4}$/).waitFor()
    await page.getByRole('radio', { name: 'Português' }).check()
    await page.getByRole('region', { name: 'Política de dados' }).getByRole('button').click()
    await page
      .getByRole('dialog')
      .getByText(/ficam guardados com criptografia/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: 'Español' }).check()
    await goOffline(at.chromium.context)
    await page.reload()
    await mine.getByRole('button', { name: ownPolicy.version }).click()
    await page
      .getByRole('dialog')
      .getByText(/Sin una cuenta los olvidamos 30 días después/)
      .waitFor()
    await page.keyboard.press('Escape')
    await goOffline(at.chromium.context, false)
  })

  it.each([
    ['en', 'English', 'Numbers'],
    ['pt', 'Português', 'Senhas'],
    ['es', 'Español', 'Turnos'],
  ])('[I18N-01] chooses %s, and finds it again after a start without a network', async (lang, name, word) => {
    await at.go('/profile')
    await page.getByRole('radio', { name }).check()
    await waitFor('the language', async () => (await page.locator('html').getAttribute('lang')) === lang)
    await goOffline(at.chromium.context)
    await page.reload()
    await page.getByRole('link', { name: word, exact: true }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    expect(await page.getByRole('radio', { name }).isChecked()).toBe(true)
    await goOffline(at.chromium.context, false)
  })

  it('[SHELL-10] [AUTH-02] is warned before leaving, which loses the numbers and the lines that were looked at', async () => {
    /** Which offices and lines the worker would show without a network. */
    const lookedAt = () =>
      page.evaluate(async name => {
        const kept = await (await caches.open(name)).keys()
        return kept.map(({ url }) => new URL(url).pathname).filter(path => /state|offices|lines/.test(path))
      }, LINES_CACHE)
    await at.go('/profile')
    expect(await lookedAt()).toContain('/api/v1/state/notaria-norte')
    await page.getByText(PERSON.name).waitFor()
    await page.getByRole('button', { name: 'Salir' }).click()
    const warning = page.getByRole('alertdialog', { name: '¿Salir y perder tus números?' })
    await warning.getByText('guardados solo en este navegador').waitFor()
    await page.keyboard.press('Escape')
    await warning.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Salir' }).click()
    await warning.getByRole('button', { name: 'Sí, salir' }).click()
    await page.getByText('Aún no sabemos quién eres').waitFor()
    expect(await lookedAt()).toEqual([])
    await at.go(ticketPath)
    await page.getByText('Este número no está en este navegador').waitFor()
  })

  it('broke nothing that the browser would complain of', () => {
    expect(at.faults).toEqual([])
  })
})
