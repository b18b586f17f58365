import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openDeskOffice } from './desk-office.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk } from './sit-down.ts'

/** What of the desk comes behind its door, by the names of its files. */
const WORK = /\/assets\/(at-work|work)-/
const DAY = /\/assets\/day-screen-/

describeInBrowser('Chromium', 'what of the desk comes later', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    await sql`update clerk_offices set role = 'supervisor'`.execute(server.database.db)
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    page = chromium.page
    page.on('pageerror', error => faults.push(error.message))
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const missing = () => page.getByRole('alert').getByText('Esta pantalla no se pudo abrir')
  const chooses = () => page.getByText('¿En qué módulo estás?')

  it('says so where it does not come, and comes dressed when somebody tries again', async () => {
    await page.route(WORK, route => route.abort())
    await page.goto(`${server.origin}/desk?office=${office.office_id}`)
    await signInAtDesk(page)
    await missing().waitFor()
    await lookedAt(page, 'desk-part-missing')
    await button('Intentar de nuevo').click()
    await missing().waitFor()
    await page.unroute(WORK)
    await button('Intentar de nuevo').click()
    await chooses().waitFor()
    const columns = await page
      .getByRole('button', { name: 'Módulo 1' })
      .evaluate(modulo => getComputedStyle(modulo.closest('ul') as Element).display)
    expect(columns).toBe('grid')
  })

  it('leads back from a page that does not come, and has it when the connection is back', async () => {
    await page.route(DAY, route => route.abort())
    await page.reload()
    await chooses().waitFor()
    await button('El día').click()
    await missing().waitFor()
    await button('Volver').click()
    await chooses().waitFor()
    await button('El día').click()
    await missing().waitFor()
    await page.unroute(DAY)
    await goOffline(chromium.context)
    await goOffline(chromium.context, false)
    await page.getByRole('heading', { level: 1, name: /^Hoy, / }).waitFor()
  })

  it('is here before the connection goes', async () => {
    const came = new Set<string>()
    page.on('requestfinished', request => came.add(request.url()))
    await page.goto(`${server.origin}/desk?office=${office.office_id}`)
    await chooses().waitFor()
    await waitFor('the pages', async () => [...came].some(url => DAY.test(url)))
    await goOffline(chromium.context)
    await button('El día').click()
    await page.getByText('No pudimos contar el día').waitFor()
    expect(await missing().count()).toBe(0)
    await goOffline(chromium.context, false)
    expect(faults).toEqual([])
  })
})
