import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { POSTER_TEXTS } from '#locales/poster/texts.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { PATIENCE_MS } from '#tests/support/wait-for.ts'
import { readCode } from './read-code.ts'

const PASSWORD = 'cuatro tazas de te'
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 800 }
const ZONES = ['America/Santiago', 'Asia/Tokyo'] as const

/** A zone in which today is not about to end, at whatever hour the tests run. */
function zoneByDay(): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format())
  return ZONES.find(zone => hourIn(zone) >= 1 && hourIn(zone) < 22) ?? ZONES[0]
}

/** As whoever runs it alone would: what is written is written by hand, in pages. */
describeInBrowser('Chromium', 'what a manager does on the first day', () => {
  const directory = makeTemporaryDirectory('first-day')
  let server: SpawnedServer
  let chromium: Chromium
  const contexts: BrowserContext[] = []
  const faults: string[] = []

  beforeAll(async () => {
    server = await spawnServer({ NUMERITO_DATA: join(directory.path, 'data'), NUMERITO_DEMO: 'off' })
    chromium = await launchChromium()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.end('SIGTERM')
    directory.remove()
  })

  /** Each on a device of its own, which has never been here. */
  async function device(viewport: { width: number; height: number }): Promise<Page> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const context = await browser.newContext({ viewport, locale: 'es-CL', timezoneId: 'America/Santiago' })
    context.setDefaultTimeout(PATIENCE_MS)
    contexts.push(context)
    const page = await context.newPage()
    page.on('pageerror', error => faults.push(error.message))
    await page.addInitScript(() => {
      // What is printed goes from the page by itself: a copy is kept.
      window.print = () => {
        dispatchEvent(new Event('beforeprint'))
        const copy = document.querySelector('[data-prints]')?.cloneNode(true) as HTMLElement | undefined
        if (copy) document.body.append(Object.assign(copy, { id: 'printed' }))
      }
    })
    return page
  }
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).first().click()
  const signUp = async (page: Page, name: string, user: string) => {
    await page.getByLabel('Tu nombre').fill(name)
    await page.getByLabel('Usuario').fill(user)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  }

  it('[ADMIN-04] [ADMIN-03] [ADMIN-05] [WALL-01] [KIOSK-02] leads from the first link to a number that is called', async () => {
    const manager = await device(WIDE)
    const printed = /^ +(\S+\/desk#invitation=\S+)$/m.exec(server.output())?.[1]
    await manager.goto(printed ?? expect.fail(`no link in ${server.output()}`))
    await signUp(manager, 'Ana Rojas', 'ana.rojas')
    await press(manager, 'Seguir')
    await manager.getByLabel('Nombre', { exact: true }).fill('Notaría Ñuñoa')
    await manager.getByLabel('Qué tipo de oficina es').selectOption('notarias')
    await press(manager, 'Seguir')
    await manager.getByLabel('Dirección').fill('Irarrázaval 3400')
    await manager.getByLabel('Comuna').fill('Ñuñoa')
    await manager.getByLabel('Región').fill('Metropolitana')
    await press(manager, 'Seguir')
    await press(manager, 'No estoy ahí: lo copio de un mapa')
    await manager.getByLabel('En el mapa').fill('-33.4545, -70.5995')
    await press(manager, 'Seguir')
    await press(manager, 'Cambiar la hora')
    await manager.getByLabel('Hora de').selectOption(zoneByDay())
    await manager.getByLabel('Abre').fill('00:00')
    await manager.getByLabel('Cierra').fill('23:59')
    await press(manager, 'Seguir')
    const lines = manager.getByRole('textbox')
    await lines.nth(0).fill('Firmas')
    await lines.nth(1).fill('Copias legales')
    await press(manager, 'Abrir la oficina')

    // Somebody to work there.
    await manager.getByRole('heading', { name: 'Personas' }).waitFor()
    await press(manager, 'Invitar a alguien')
    await press(manager, 'Hacer el enlace')
    const invitation = await manager.getByLabel('El enlace', { exact: true }).inputValue()
    await press(manager, 'Cerrar')

    // It is open at the weekend too, and has one módulo more.
    await press(manager, 'Ana Rojas')
    await press(manager, /^Ajustes de la oficina/)
    const sections = manager.getByRole('navigation', { name: 'Ajustes' })
    await sections.getByRole('button', { name: /^Horario/ }).click()
    await press(manager, 'Copiar lunes a otros días')
    for (const day of ['sábado', 'domingo'])
      await manager.getByRole('checkbox', { name: day }).setChecked(true)
    await press(manager, 'Copiar a estos días')
    await sections.getByRole('button', { name: /^Módulos/ }).click()
    await press(manager, 'Agregar un módulo')
    await press(manager, 'Guardar')
    await manager.getByRole('status').filter({ hasText: 'Guardado.' }).waitFor()

    // The screens, by links that are made here and opened there.
    await manager.goto(`${server.origin}/desk`)
    await press(manager, 'Pantallas y afiche')
    const sheet = manager.getByRole('dialog', { name: 'Pantallas y afiche' })
    const makeLink = async (use: string, path: RegExp) => {
      await sheet.getByRole('radio', { name: use, exact: true }).check()
      await sheet.getByRole('button', { name: 'Crear el enlace' }).click()
      const address = (await sheet.getByText(path).textContent()) ?? ''
      await sheet.getByRole('button', { name: 'Listo' }).click()
      return address
    }
    const wallLink = await makeLink('Pantalla', /\/wall\/.*#/)
    const kioskLink = await makeLink('Tótem', /\/kiosk\/.*#/)
    const wall = await device({ width: 1920, height: 1080 })
    await wall.goto(wallLink)
    await wall.getByRole('heading', { name: 'Ya atendemos' }).waitFor()
    const kiosk = await device({ width: 768, height: 1024 })
    await kiosk.goto(kioskLink)

    // The poster that leads there.
    await sheet.getByRole('button', { name: 'Imprimir el afiche' }).click()
    await manager.locator('#printed').waitFor({ state: 'attached' })
    await expect.poll(() => manager.locator('[data-prints]').count()).toBe(1)
    const poster = (await manager.locator('#printed').textContent()) ?? ''
    for (const { title, how } of Object.values(POSTER_TEXTS)) {
      expect(poster).toContain(title)
      expect(poster).toContain(how)
    }
    await manager.emulateMedia({ media: 'print' })
    expect(await readCode(manager.locator('#printed'))).toBe(`${server.origin}/offices/notaria-nunoa`)
    await manager.emulateMedia({ media: null })

    // The first number, on paper; and from the paper to a phone.
    await kiosk.getByRole('button', { name: /^Firmas/ }).click()
    await kiosk.getByRole('heading', { name: 'Tu número es A001' }).waitFor()
    const phone = await device(PHONE)
    await phone.goto(await readCode(kiosk))
    await phone.waitForURL('**/tickets/*')
    await phone.getByText('A001').first().waitFor()

    // Who was invited comes, sits down, and calls it.
    const clerk = await device(WIDE)
    await clerk.goto(invitation)
    await signUp(clerk, 'Berta Soto', 'berta')
    await press(clerk, 'Entrar')
    await clerk.getByRole('heading', { name: '¿En qué módulo estás?' }).waitFor()
    await clerk.getByRole('button', { name: 'Módulo 4' }).click()
    await press(clerk, /^Llamar al siguiente/)
    await clerk.getByRole('article').getByText('A001').first().waitFor()
    const turn = phone.locator('[data-fills-window=turn]')
    await turn.filter({ hasText: 'A001' }).waitFor()
    await wall.locator('[data-look=call]', { hasText: 'A001' }).getByText('4', { exact: true }).waitFor()
    await press(clerk, /^Sí, atiendo/)
    await press(clerk, 'Atendido')
    await turn.waitFor({ state: 'detached' })
    await clerk.getByText('Nadie espera').first().waitFor()
    expect(faults).toEqual([])
  })
})
