import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { axeFaults } from './axe-faults.ts'
import { largeTextFaults } from './large-text.ts'

const PASSWORD = 'cuatro tazas de te'
const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 390, height: 800 }

async function looksRight(page: Page, name: string): Promise<void> {
  for (const [size, colorScheme] of [
    [NARROW, 'light'],
    [WIDE, 'dark'],
  ] as const) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await picture(page, name, size === NARROW)
    expect(await axeFaults(page), `${name}, ${size.width} px, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await largeTextFaults(page), name).toEqual([])
  await page.setViewportSize(WIDE)
}

describeInBrowser('Chromium', 'from one printed link to an office with people', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page
  const faults: string[] = []
  const watched = (one: Page) => one.on('pageerror', error => faults.push(error.message))

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    chromium = await launchChromium({ viewport: WIDE })
    page = chromium.page
    page.setDefaultTimeout(30_000)
    watched(page)
  })
  afterAll(async () => {
    await chromium.close()
    await server.close()
    expect(faults).toEqual([])
  })

  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

  it('[ADMIN-04] leads from the link to the office’s desk, in five short questions', async () => {
    await page.goto(`${server.origin}/desk#invitation=${await server.firstLink()}`)
    await page.getByRole('heading', { name: 'Abre tu primera oficina' }).waitFor()
    await page.getByLabel('Tu nombre').fill('Ana Rojas')
    await page.getByLabel('Usuario').fill('ana.rojas')
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await looksRight(page, 'desk-first-start')
    await press('Seguir')

    await page.getByRole('heading', { name: '¿Cómo se llama tu oficina?' }).waitFor()
    expect(page.url()).not.toContain('invitation')
    // A reload in the middle comes back to the question.
    await page.reload()
    await page.getByLabel('Nombre', { exact: true }).fill('Notaría Ñuñoa')
    await page.getByLabel('Qué tipo de oficina es').selectOption('notarias')
    await press('Seguir')
    await press('Seguir')
    // What is missing is said at its place.
    await page.getByText('Escribe la dirección').waitFor()
    await page.getByLabel('Dirección').fill('Irarrázaval 3400')
    await page.getByLabel('Comuna').fill('Ñuñoa')
    await page.getByLabel('Región').fill('Metropolitana')
    await looksRight(page, 'desk-found-address')
    await press('Seguir')
    // Where people are led: whoever stands there need only press, and nothing else is asked beside it.
    await page.getByRole('heading', { name: '¿Por dónde llega la gente?' }).waitFor()
    expect(await page.locator('form :is(input, select)').count()).toBe(0)
    await looksRight(page, 'desk-found-place')
    await press('Estoy en la oficina: usar mi ubicación')
    await page.getByText('El equipo no dijo dónde está.', { exact: false }).waitFor()
    await press('Seguir')
    await page.getByText('Así: -33.438, -70.6505').waitFor()
    const onMap = page.getByLabel('En el mapa')
    expect(await onMap.evaluate(own => own === document.activeElement)).toBe(true)
    await onMap.fill('https://maps.example/place/Notaria/@-33.46,-70.6,17z/data=!3d-33.4545!4d-70.5995')
    await page.getByText('Listo, la oficina está en -33.4545, -70.5995').waitFor()
    await looksRight(page, 'desk-found-map')
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: -33.454512, longitude: -70.599498 })
    await press('Estoy en la oficina: usar mi ubicación')
    await page.getByText('Listo, la oficina está en -33.45451, -70.5995').waitFor()
    await press('Seguir')
    // By this browser's clock, which asks for nothing.
    await page.getByText(/^Con la hora de Santiago/).waitFor()
    await looksRight(page, 'desk-found-hours')
    await press('Cambiar la hora')
    const zone = page.getByLabel('Hora de')
    expect(await zone.inputValue()).toBe('America/Santiago')
    expect(await zone.evaluate(own => own === document.activeElement)).toBe(true)
    await page.getByLabel('Cierra').fill('18:00')
    // What was answered stands after a reload, at the question where one was.
    await page.reload()
    expect(await page.getByLabel('Cierra').inputValue()).toBe('18:00')
    await press('Volver')
    await page.getByText('Listo, la oficina está en -33.45451, -70.5995').waitFor()
    await press('Volver')
    expect(await page.getByLabel('Dirección').inputValue()).toBe('Irarrázaval 3400')
    await press('Seguir')
    await press('Seguir')
    expect(await page.getByLabel('Cierra').inputValue()).toBe('18:00')
    await press('Seguir')
    await press('Abrir la oficina')

    // The next step is to invite those who will work there.
    await page.getByRole('heading', { name: 'Personas' }).waitFor()
    await page.getByText('Ana Rojas (tú)').waitFor()
  })

  it('[ADMIN-03] a link invites somebody, who comes in, and is out at the moment of being retired', async () => {
    await press('Invitar a alguien')
    await press('Hacer el enlace')
    const link = await page.getByLabel('El enlace', { exact: true }).inputValue()
    await looksRight(page, 'desk-invitation-link')
    await press('Cerrar')

    const other = await chromium.page.context().browser()?.newPage({ viewport: NARROW, locale: 'es-CL' })
    if (!other) return expect.fail('no second browser')
    watched(other)
    await other.goto(link)
    await other.getByRole('heading', { name: 'Te invitaron a un mesón' }).waitFor()
    await other.getByText('Ana Rojas te invita.', { exact: false }).waitFor()
    await other.getByLabel('Tu nombre').fill('Berta Soto')
    await other.getByLabel('Usuario').fill('berta')
    await other.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Entrar', exact: true }).click()
    await other.getByRole('heading', { name: '¿En qué módulo estás?' }).waitFor()
    await other.goto('about:blank')
    await other.goto(link)
    await other.getByText('Este enlace ya se usó.', { exact: false }).waitFor()
    await other.getByRole('button', { name: 'Entrar al mesón' }).click()
    await other.getByRole('button', { name: 'Módulo 1' }).click()
    await other.getByRole('heading', { name: 'Módulo 1' }).waitFor()

    await page.reload()
    await page.getByRole('button', { name: /^Berta Soto/ }).waitFor()
    await looksRight(page, 'desk-people')
    await page.getByRole('button', { name: /^Berta Soto/ }).click()
    await looksRight(page, 'desk-person')
    await press('Ya no trabaja aquí')
    await press('Retirar a Berta Soto')
    await page.getByText('Berta Soto ya no trabaja aquí, y su sesión se cerró.').waitFor()
    await press('Cerrar')
    // At her own screen: the next look says that the session is over.
    await other.getByText('Entra otra vez y sigues donde ibas.').waitFor()
    await other.close()
  })

  it('[DESK-12] a supervisor reads who did what, and finds it by a name or a number', async () => {
    await press('Ana Rojas')
    await press('Quién hizo qué')
    await page.getByText('Retiró a Berta Soto').waitFor()
    await page.getByText('Abrió Módulo 1').waitFor()
    await looksRight(page, 'desk-acts')
    await page.getByLabel('Buscar un número').fill('a 42')
    await page.getByText('Nada que contar').waitFor()
    await press('Volver al mesón')
    await page.getByRole('heading', { name: '¿En qué módulo estás?' }).waitFor()
  })

  it('[ADMIN-03] one’s own password is changed beside the work', async () => {
    await press('Ana Rojas')
    const close = page.getByRole('dialog').getByRole('button', { name: 'Cerrar' })
    // The bar's own buttons begin further left, and what is opened from it must not.
    const isInside = await close.evaluate(own => {
      const around = own.closest('dialog')?.getBoundingClientRect()
      const { left, right } = own.getBoundingClientRect()
      return around !== undefined && left >= around.left && right <= around.right
    })
    expect(isInside).toBe(true)
    await press('Cambiar mi contraseña')
    await page.getByLabel('Tu contraseña de ahora').fill(PASSWORD)
    await page.getByLabel('La nueva', { exact: true }).fill('cinco tazas de mate')
    await press('Cambiar mi contraseña')
    await page.getByText('Tu contraseña cambió.', { exact: false }).waitFor()
    await press('Listo')
  })
})
