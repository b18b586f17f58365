import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { json } from '#server/database/json-column.ts'
import { closeLines } from '#server/queue/day/close-lines.ts'
import { closeOffices } from '#server/queue/day/close-offices.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openDeskOffice } from './desk-office.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk } from './sit-down.ts'

/** It is about noon there, wherever that is. */
const EVENINGS = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '18:00', to: '22:00' }))

describeInBrowser('Chromium', 'a desk before the doors open', () => {
  let server: TestServer
  let chromium: Chromium
  let desk: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    const { db } = server.database
    const { office_id, clerk_id } = office
    await db
      .updateTable('offices')
      .set({ hours: json(EVENINGS) })
      .where('id', '=', office_id)
      .execute()
    const meson = office.moduloId('3')
    await db.updateTable('modulos').set({ name: 'Mesón 1' }).where('id', '=', meson).execute()
    await openModulo(server.queue, { office_id, clerk_id, modulo_id: meson })
    await closeOffices(server.queue)
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    desk = chromium.page
    desk.on('pageerror', error => faults.push(error.message))
    await desk.goto(`${server.origin}/desk?office=${office_id}`)
    await signInAtDesk(desk)
    await desk.getByRole('heading', { name: 'Mesón 1' }).waitFor()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  async function newPhone(): Promise<Page> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'es-CL' })
    const page = await context.newPage()
    await page.goto(`${server.origin}/offices/notaria-91`)
    return page
  }
  const act = (name: string) => desk.getByRole('button', { name: `${name} Retiro de documentos` })
  const press = (name: string) => desk.getByRole('dialog').getByRole('button', { name }).click()
  const opening = () => desk.getByText(/^Abre a las (?:6:00 p|18:00)/)

  it('[DESK-09] says when the lines open; they can rest then, or close for the day to come', async () => {
    await desk.getByRole('button', { name: 'Filas' }).click()
    await expect.poll(() => opening().count()).toBe(3)
    await desk.getByRole('button', { name: 'Congelar todas' }).waitFor()
    await desk.getByRole('button', { name: 'Cerrar el día' }).waitFor()
    expect(await act('Abrir otra vez').count()).toBe(0)
    // Nothing of another day, and no wait of a line in which nobody can stand yet.
    const row = desk.getByRole('listitem').filter({ hasText: 'Retiro de documentos' })
    expect(await row.innerText()).not.toMatch(/Vuelve a dar|ahora|información|min/)
    await lookedAt(desk, 'desk-before-opening')
    await act('Congelar').click()
    await press('Congelar la fila')
    await desk.getByText('Congelada').waitFor()
    expect(await opening().count()).toBe(2)
    await act('Descongelar').click()
    await press('Descongelar la fila')
    await expect.poll(() => opening().count()).toBe(3)
    await act('Cerrar fila').click()
    await press('Cerrar la fila')
    await desk.getByText('Cerrada por hoy').waitFor()
    await desk.getByText('Vuelve a dar números el próximo día de atención.').waitFor()
    expect(await opening().count()).toBe(2)
    await act('Abrir otra vez').click()
    await desk.getByText('Cerrada por hoy').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('[OFF-07] whoever looks before the doors open reads that of the office, and of no line that it is closed', async () => {
    await closeOffices(server.queue)
    const phone = await newPhone()
    await phone.getByText('Da números cuando la oficina abre').first().waitFor()
    expect(await phone.getByText('Da números cuando la oficina abre').count()).toBe(3)
    expect(await phone.getByText('Esta fila cerró por hoy').count()).toBe(0)
    await phone.getByText('Saca tu número cuando la oficina abra').waitFor()
    await lookedAt(phone, 'office-before-opening')
    await phone.context().close()
  })

  it('[DESK-09] [OFF-07] of lines that a clerk closed for the day to come nobody is told to wait for the doors', async () => {
    const { office_id, clerk_id } = office
    await closeLines(server.queue, { office_id, clerk_id, line_id: null, waiting: 'finish' })
    // What a phone has seen within the last minutes it shows again (OFF-03): so, another one.
    const phone = await newPhone()
    await phone.getByText('Esta fila cerró por hoy').first().waitFor()
    expect(await phone.getByText('Esta fila cerró por hoy').count()).toBe(3)
    expect(await phone.getByText('Saca tu número cuando la oficina abra').count()).toBe(0)
    await phone.context().close()
  })

  it('a módulo whose name is a word is read whole in the bar', async () => {
    const words = await desk.getByRole('heading', { name: 'Mesón 1' }).evaluate(heading => {
      const name = heading.querySelector('span') ?? heading
      const range = document.createRange()
      const [text] = name.childNodes
      range.setStart(text as Text, 0)
      range.setEnd(text as Text, 'Mesón'.length)
      return range.getClientRects().length
    })
    expect(words).toBe(1)
  })
})
