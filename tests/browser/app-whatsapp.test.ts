import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DELIVERY_RECEIPT_WAIT_MS } from '#contract/limits.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { startWhatsappService, type WhatsappService } from '#tests/support/whatsapp-service.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'
import { focusedNow, walkByKeys } from './walk-by-keys.ts'

const ROW = 'Por WhatsApp si el aviso no llega'
const PHONE = { width: 360, height: 800 }
const DESK = { width: 1280, height: 800 }
let numbers = 0
const anotherNumber = () => `+5696${String(1_000_000 + ++numbers)}`

const rowOf = (page: Page, name = ROW) => page.getByRole('switch', { name, exact: true })
const isOn = async (page: Page) => (await rowOf(page).getAttribute('aria-checked')) === 'true'

describeInBrowser('Chromium', 'calls by WhatsApp', () => {
  let at: Visit
  let page: Page
  let whatsapp: WhatsappService

  beforeAll(async () => {
    whatsapp = await startWhatsappService()
    at = await visit({
      chromium: { serviceWorkers: 'block', viewport: PHONE },
      server: { settings: { whatsapp: whatsapp.settings } },
    })
    page = at.page
    await at.signIn()
  })
  afterAll(async () => {
    await at?.close()
    await whatsapp.stop()
  })

  // Each test is somebody of whom little was asked so far.
  beforeEach(() => at.server.database.db.deleteFrom('knocks').execute())

  const leave = async () => {
    await at.go('/profile')
    await page.getByRole('button', { name: 'Salir', exact: true }).click()
    await page.getByRole('button', { name: 'Sí, salir' }).click()
    await page.getByRole('link', { name: 'Identifícate' }).waitFor()
  }
  const lastCode = () => whatsapp.taken.at(-1)?.copied ?? expect.fail('no code went out')
  const say = async (number: string) => {
    await page.getByLabel('Tu número de WhatsApp').fill(number)
    await page.getByRole('button', { name: 'Enviar el código' }).click()
  }

  it('[MSG-01] has its place on a first visit, before it is known how one is reached', async () => {
    const { promise: known, resolve: tell } = Promise.withResolvers<void>()
    await page.route('**/services/users/v2/whatsapp', async route => {
      await known
      await route.continue()
    })
    await at.go('/profile')
    const below = page.getByRole('radiogroup', { name: 'Idioma' })
    await page.getByRole('button', { name: 'Salir', exact: true }).waitFor()
    await page.getByRole('switch', { name: 'Avísame con el teléfono bloqueado' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('whatsapp'))).toBeNull()
    const before = await below.boundingBox()
    expect(await rowOf(page).count()).toBe(0)
    tell()
    await rowOf(page).waitFor()
    expect(await below.boundingBox()).toEqual(before)
    await page.unroute('**/services/users/v2/whatsapp')
  })

  it('[MSG-01] [PROF-02] is switched on by a number and its code, and off and on again by one press', async () => {
    await at.go('/profile')
    await rowOf(page).click()
    const sheet = page.getByRole('dialog', { name: '¿A qué número te escribimos?' })
    await sheet.waitFor()
    // What was said at the sign-in is there already.
    expect(await page.getByLabel('Tu número de WhatsApp').inputValue()).toBe('+56912345678')
    await picture(page, 'whatsapp-number')
    await say('123')
    await sheet.getByText('Escribe el número con el código de su país, como +56 9 1234 5678').waitFor()
    const number = anotherNumber()
    await say(number)
    await page.getByRole('dialog', { name: 'Escribe el código' }).waitFor()
    await page.getByText(`Va por WhatsApp al número que termina en ${number.slice(-3)}.`).waitFor()
    await waitFor('the focus on the code', async () =>
      (await focusedNow(page)).name.includes('Código de 6 dígitos'),
    )
    await picture(page, 'whatsapp-code')
    expect(await axeFaults(page)).toEqual([])

    const code = lastCode()
    await page.getByLabel('Código de 6 dígitos').fill('12')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('El código tiene 6 dígitos').waitFor()
    await page.getByLabel('Código de 6 dígitos').fill(code === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('El código no coincide. Revísalo.').waitFor()

    // Left half-way, and after a reload, the code is what is missing still.
    await page.reload()
    await page.getByText(`Falta el código que enviamos al que termina en ${number.slice(-3)}`).waitFor()
    await page.getByRole('button', { name: 'Escribir el código' }).click()
    await page.getByLabel('Código de 6 dígitos').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')
    await page.getByText(`Activado, al número que termina en ${number.slice(-3)}`).waitFor()
    expect(await isOn(page)).toBe(true)
    expect(await page.locator('body').innerText()).not.toContain(number.slice(3))
    await picture(page, 'whatsapp-on', true)
    expect(await axeFaults(page)).toEqual([])

    await rowOf(page).click()
    await waitFor('the switch off', async () => !(await isOn(page)))
    await page.reload()
    await waitFor('the switch off after a reload', async () => !(await isOn(page)))
    const asked = whatsapp.asked()
    await rowOf(page).click()
    await page.getByText(`Activado, al número que termina en ${number.slice(-3)}`).waitFor()
    expect(whatsapp.asked()).toBe(asked)
  })

  it('[MSG-01] a call that no browser shows arrives there, and the desk sees that it did', async () => {
    await at.take('firmas')
    await at.town.call('firmas')
    // There is no browser that rings: it goes at once.
    const message = await whatsapp.waitForMessage(({ template }) => template === 'numerito_call')
    expect(message).toMatchObject({
      locale: 'es',
      parameters: ['A001', 'módulo 3', 'Notaría Norte', 'Firmas y autorizaciones'],
    })
    expect((await at.town.current())?.notice_received).toBe(false)
    await whatsapp.tell(at.server.url('push', '/whatsapp/webhook'), message, 'delivered')
    expect((await at.town.current())?.notice_received).toBe(true)
    await at.town.attended()
    at.server.clock.advance(DELIVERY_RECEIPT_WAIT_MS)
  })

  it('[MSG-01] without a network it says so and asks nothing; what WhatsApp cannot bring is told where it is awaited, and the number before is called on', async () => {
    await at.go('/profile')
    const row = page.getByText(/^Activado, al número/)
    await row.waitFor()
    const before = await row.innerText()
    await at.chromium.context.setOffline(true)
    await page.getByText('Activado. Se cambia con conexión.').waitFor()
    expect(await rowOf(page).getAttribute('aria-disabled')).toBe('true')
    await at.chromium.context.setOffline(false)
    await page.getByRole('button', { name: 'Cambiar el número' }).click()
    whatsapp.behave({ status: 400, code: 131026 })
    await say(anotherNumber())
    await page.getByText('WhatsApp no pudo entregar el código en ese número. Revísalo.').waitFor()
    whatsapp.behave({ status: 500, code: 131000 })
    await page.getByRole('button', { name: 'Enviar el código' }).click()
    await page.getByText('El servicio no está disponible ahora. Inténtalo en un momento.').waitFor()
    // Nothing was sent: calls go on to the number that they went to.
    await page.keyboard.press('Escape')
    await page.getByText(before, { exact: true }).waitFor()
    await page.reload()
    await page.getByText(before, { exact: true }).waitFor()
    expect(await isOn(page)).toBe(true)
    whatsapp.behave('take')
    // What became of a code is read from the last message.
    at.server.clock.advance(1_000)
    await page.getByRole('button', { name: 'Cambiar el número' }).click()
    const other = anotherNumber()
    await say(other)
    await page.getByLabel('Código de 6 dígitos').waitFor()
    await page.getByText(`Va por WhatsApp al número que termina en ${other.slice(-3)}.`).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByText(`${before}, hasta que escribas el código que enviamos al que termina en ${other.slice(-3)}`)
      .waitFor()
    expect(await isOn(page)).toBe(true)
    await picture(page, 'whatsapp-change', true)
    await page.getByRole('button', { name: 'Escribir el código' }).click()
    await page.getByLabel('Código de 6 dígitos').waitFor()
    const message = whatsapp.taken.at(-1) ?? expect.fail('no code went out')
    await whatsapp.tell(at.server.url('push', '/whatsapp/webhook'), message, 'failed')
    await page.getByText(/^WhatsApp no pudo entregar el código al número que termina en/).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByText(`${before}. WhatsApp no pudo entregar el código al que termina en ${other.slice(-3)}.`)
      .waitFor()
  })

  it('[MSG-01] [PUSH-06] a phone that cannot ring is asked once under its number, by keys as well, and who says no is left alone', async () => {
    for (const answer of ['Sí, por WhatsApp', 'No, gracias'] as const) {
      await leave()
      await at.signIn()
      await at.take('firmas')
      await page.getByText('¿Te avisamos por WhatsApp?').waitFor()
      expect(await axeFaults(page)).toEqual([])
      await picture(page, 'whatsapp-offer', true)
      const keys = walkByKeys(page)
      await keys.tabTo(new RegExp(answer))
      await keys.press('Enter')
      expect(keys.unseen).toEqual([])
      if (answer === 'Sí, por WhatsApp') {
        const number = anotherNumber()
        await say(number)
        await page.getByLabel('Código de 6 dígitos').waitFor()
        await page.getByLabel('Código de 6 dígitos').fill(lastCode())
        await page.keyboard.press('Enter')
        await page
          .getByText(`Te llamamos por WhatsApp, al número que termina en ${number.slice(-3)}`)
          .waitFor()
      }
      await page.getByText('¿Te avisamos por WhatsApp?').waitFor({ state: 'hidden' })
      await page.reload()
      await page.getByRole('article').first().waitFor()
      await page.getByRole('button', { name: 'Renunciar' }).waitFor()
      expect(await page.getByText('¿Te avisamos por WhatsApp?').count()).toBe(0)
    }
  })

  it.each([
    ['en', 'By WhatsApp if the notification does not arrive', 'dark'],
    ['pt', 'Pelo WhatsApp se o aviso não chegar', 'light'],
    ['es', ROW, 'dark'],
  ] as const)(
    '[MSG-01] [I18N-01] is said in %s, on a phone and at a desk',
    async (language, name, colorScheme) => {
      await page.emulateMedia({ colorScheme })
      await at.go('/profile')
      await page
        .getByRole('radio', { name: { es: 'Español', en: 'English', pt: 'Português' }[language] })
        .click({ force: true })
      for (const size of [PHONE, DESK]) {
        await page.setViewportSize(size)
        await rowOf(page, name).click()
        await page.getByRole('dialog').waitFor()
        expect(await axeFaults(page)).toEqual([])
        await picture(page, `whatsapp-${language}`)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        // The focus comes back to what was pressed.
        expect((await focusedNow(page)).name).toContain(name)
        await picture(page, `whatsapp-row-${language}`, true)
      }
      await page.setViewportSize(PHONE)
    },
  )

  it('[MSG-01] a guest is offered nothing, and nothing went wrong on the way', async () => {
    await leave()
    await page.reload()
    await page.getByRole('link', { name: 'Identifícate' }).waitFor()
    await page.getByRole('switch', { name: 'Vibración al llamarte' }).waitFor()
    await waitFor('nothing of WhatsApp', async () => (await page.getByText('WhatsApp').count()) === 0)
    // Without a worker its registration complains.
    expect(at.faults.filter(fault => !fault.includes("reading 'waiting'"))).toEqual([])
  })
})
