import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { answered } from './answered.ts'
import { axeFaults } from './axe-faults.ts'
import { openDeskOffice, takeNumber } from './desk-office.ts'
import { lookedAt } from './looked-at.ts'
import { readCode } from './read-code.ts'
import { sitDown } from './sit-down.ts'

describeInBrowser('Chromium', 'a number for somebody without a phone', () => {
  let server: TestServer
  let chromium: Chromium
  let desk: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    // Of these nobody is given paper: attended by video, and booked alone.
    await server.database.db
      .insertInto('lines')
      .values(
        [
          { slug: 'video', name: 'Consultas por video', prefix: 'V', virtual: true },
          {
            slug: 'hora',
            name: 'Solo con hora',
            prefix: 'H',
            takes_tickets: false,
            takes_reservations: true,
          },
        ].map(line => ({
          ...line,
          office_id: office.office_id,
          type: 'normal' as const,
          fallback_minutes: 4,
        })),
      )
      .execute()
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    desk = chromium.page
    desk.on('pageerror', error => faults.push(error.message))
    // The printer: it takes what stands in the page at that moment.
    await desk.addInitScript(() => {
      window.print = () => {
        const sheets = [...document.querySelectorAll('[data-prints]')]
        Object.assign(window, { printed: sheets.map(sheet => sheet.textContent) })
      }
    })
    await sitDown(desk, { origin: server.origin, office_id: office.office_id })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const button = (name: string | RegExp) => desk.getByRole('button', { name })
  const sheet = () => desk.getByRole('dialog')
  const printed = () => desk.evaluate(() => (window as { printed?: string[] }).printed ?? [])
  let address = ''

  /** Somebody's own, who has never been here. */
  async function phone(): Promise<Page> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'es-CL' })
    const page = await context.newPage()
    page.on('pageerror', error => faults.push(error.message))
    return page
  }

  it('[DESK-01] is given by keyboard alone, and shown as it will be printed', async () => {
    await takeNumber(server, { office_id: office.office_id, line_id: office.lineId('firmas') })
    await desk.getByText('Espera 1 persona.').waitFor()
    await button('Dar un número').focus()
    await desk.keyboard.press('Enter')
    await sheet().getByText('¿A qué fila?').waitFor()
    expect(await sheet().getByRole('list', { name: 'Filas' }).getByRole('listitem').count()).toBe(3)
    for (const name of ['Consultas por video', 'Solo con hora'])
      expect(await sheet().getByText(name).count()).toBe(0)
    await lookedAt(desk, 'desk-give')
    await sheet()
      .getByRole('button', { name: /Firmas/ })
      .focus()
    await desk.keyboard.press('Enter')
    await sheet().getByRole('article', { name: 'Papel del número A002' }).waitFor()
    await sheet().getByText('1 persona antes').waitFor()
    expect(await desk.evaluate(() => document.activeElement?.textContent)).toBe('Su número')
    await lookedAt(desk, 'desk-paper')
    address = await readCode(desk)
    expect(address).toMatch(new RegExp(`^${server.origin}/n/[A-Za-z0-9_-]{43}$`))
  })

  it('[DESK-01] is printed, on a roll of 80 mm and nothing else of the page', async () => {
    await sheet().getByRole('button', { name: 'Imprimir' }).click()
    await expect.poll(printed).toEqual([expect.stringContaining('A002')])
    await sheet().getByRole('button', { name: 'Cerrar' }).click()
    // Once more, from the list of those who wait.
    await desk.getByRole('listitem').filter({ hasText: 'En papel' }).filter({ hasText: 'A002' }).waitFor()
    await button('Más sobre A002').click()
    await desk.evaluate(() => Object.assign(window, { printed: [] }))
    await sheet().getByRole('button', { name: 'Imprimir A002' }).click()
    await expect.poll(printed).toEqual([expect.stringContaining('A002')])
    await sheet().getByRole('button', { name: 'Cerrar' }).click()
  })

  it('[KIOSK-02] becomes the phone’s that reads it: no name, no account, and called there', async () => {
    const page = await phone()
    await page.goto(address)
    await page.waitForURL('**/tickets/*')
    await page.getByText('A002').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'paper-followed', true)
    // Opened again, it is there already.
    await page.goto(address)
    await page.waitForURL('**/tickets/*')
    // Another one comes too late, and is told what the paper is still good for.
    const late = await phone()
    await late.goto(address)
    await late.getByText('Otro teléfono ya sigue este número').waitFor()
    await lookedAt(late, 'paper-too-late')
    for (const ticket of ['A001', 'A002']) {
      await button(/llamar al siguiente/i).click()
      if (ticket === 'A002') await button('Sí, y llamar').click()
      await desk.getByRole('article').getByText(ticket).waitFor()
      await answered(desk)
    }
    await page.getByText('Es tu turno').first().waitFor()
    expect(faults).toEqual([])
  })
})
