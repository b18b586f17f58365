import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { CLERK, openDeskOffice } from './desk-office.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk } from './sit-down.ts'

describeInBrowser('Chromium', 'a further office of an organization', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let office_id: number
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    const office = await openDeskOffice(server.database)
    office_id = office.office_id
    const { db } = server.database
    // Of this organization there is one office.
    await db.deleteFrom('clerk_offices').where('office_id', '<>', office_id).execute()
    await db.deleteFrom('offices').where('id', '<>', office_id).execute()
    await db.updateTable('clerk_offices').set({ role: 'supervisor' }).execute()
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    page = chromium.page
    page.setDefaultTimeout(30_000)
    page.on('pageerror', error => faults.push(error.message))
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

  it('[ADMIN-04] a supervisor who administers none sees no way to one, and is refused', async () => {
    await page.goto(`${server.origin}/desk?page=new-office`)
    await signInAtDesk(page)
    await heading('¿En qué módulo estás?').waitFor()
    expect(await button('Cambiar de oficina').count()).toBe(0)
    await page.goto(`${server.origin}/desk?page=offices`)
    await heading('¿En qué módulo estás?').waitFor()
    expect(await button('Abrir otra oficina').count()).toBe(0)
    const signedIn = await server.ask('desk', '/session', { body: CLERK })
    const { token } = (await signedIn.json()) as { token: string }
    const refused = await server.ask('desk', '/offices', { token, body: { office: {} } })
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'administrators-only' }])
  })

  it('[ADMIN-04] an administrator opens it from the choice of office, and finds both there', async () => {
    const { db } = server.database
    const { clerk_id } = await db.selectFrom('clerk_offices').select('clerk_id').executeTakeFirstOrThrow()
    await db.insertInto('administrators').values({ clerk_id, organization_id: 1 }).execute()
    await page.goto(`${server.origin}/desk`)
    await heading('¿En qué módulo estás?').waitFor()
    await button('Cambiar de oficina').click()
    await heading('¿Dónde atiendes hoy?').waitFor()
    await lookedAt(page, 'desk-choice-of-administrator')
    await button('Abrir otra oficina').click()
    await heading('¿Cómo se llama tu oficina?').waitFor()
    // Who thinks better of it is back where they came from.
    await button('Volver').click()
    await button('Abrir otra oficina').click()
    // The one kind of office that this organization has.
    const kind = page.getByLabel('Qué tipo de oficina es')
    expect(await kind.inputValue()).toBe('notarias')
    expect(await kind.locator('option').allTextContents()).toEqual(['Elige uno', 'Notarías'])
    await page.getByLabel('Nombre', { exact: true }).fill('Notaría 91')
    await button('Seguir').click()
    await page.getByLabel('Dirección').fill('Irarrázaval 3400')
    await page.getByLabel('Comuna').fill('Ñuñoa')
    await page.getByLabel('Región').fill('Metropolitana')
    await button('Seguir').click()
    await button('No estoy ahí: lo copio de un mapa').click()
    await page.getByLabel('En el mapa').fill('-33.4545, -70.5995')
    await button('Seguir').click()
    await button('Seguir').click()
    await button('Abrir la oficina').click()
    // So is the first one called in links.
    await page.getByText('Ya hay una oficina con ese nombre.', { exact: false }).waitFor()
    await lookedAt(page, 'desk-found-twice')
    await page.getByLabel('Nombre', { exact: true }).fill('Notaría Ñuñoa')
    for (let step = 0; step < 4; step++) await button('Seguir').click()
    await button('Abrir la oficina').click()
    await heading('Personas').waitFor()
    await page.goto(`${server.origin}/desk`)
    await heading('¿Dónde atiendes hoy?').waitFor()
    const list = page.getByRole('list', { name: 'Tus oficinas' })
    await list.getByText('Notaría Ñuñoa').waitFor()
    await list.getByText('Notaría Norte').waitFor()
    await list.getByText('Notaría Ñuñoa').click()
    await heading('¿En qué módulo estás?').waitFor()
  })
})
