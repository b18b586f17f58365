import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { json } from '#server/database/json-column.ts'
import { systemRandom } from '#server/platform/random.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { answered } from './answered.ts'
import { axeFaults } from './axe-faults.ts'
import { openDeskOffice, takeNumber } from './desk-office.ts'
import { largeTextFaults } from './large-text.ts'
import { lookedAt } from './looked-at.ts'
import { sitDown } from './sit-down.ts'
import { introduce } from './take-number-at.ts'

describeInBrowser('Chromium', 'the one order', () => {
  let server: TestServer
  let chromium: Chromium
  let desk: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    await server.database.db
      .updateTable('offices')
      .set({ preference: json({ law: 'cl-21768', rule: 'next', before_reservations: true }) })
      .where('id', '=', office.office_id)
      .execute()
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    desk = chromium.page
    desk.on('pageerror', error => faults.push(error.message))
    await sitDown(desk, { origin: server.origin, office_id: office.office_id })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const button = (name: string | RegExp) => desk.getByRole('button', { name })
  const sheet = () => desk.getByRole('dialog')
  const row = (text: string) => desk.getByRole('listitem').filter({ hasText: text })
  /** Whoever still stood here came. */
  const callNext = async () => {
    await answered(desk)
    const isSomebodyHere = await button('Sí, atiendo').isVisible()
    await button(/llamar al siguiente/i).click()
    if (isSomebodyHere) await button('Sí, y llamar').click()
  }
  /** What is rarely done with one of the list. */
  const openSheet = async (ticket: string) => {
    await button(`Más sobre ${ticket}`).focus()
    await desk.keyboard.press('Enter')
  }

  it('[PRIO-01] is asked on the phone in one quiet question, and goes first', async () => {
    const copies = { office_id: office.office_id, line_id: office.lineId('copias') }
    await takeNumber(server, copies)
    await takeNumber(server, copies)
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'es-CL' })
    const phone = await context.newPage()
    phone.on('pageerror', error => faults.push(error.message))
    await phone.goto(`${server.origin}/offices/notaria-91/lines/copias/take`)
    const question = phone.getByRole('checkbox', { name: 'Tengo derecho a atención preferente' })
    await question.waitFor()
    await introduce(phone)
    await question.check()
    expect(await axeFaults(phone)).toEqual([])
    await picture(phone, 'order-question', true)
    expect(await largeTextFaults(phone)).toEqual([])
    await phone.locator('form button[type=submit]').click()
    await phone.waitForURL('**/tickets/*')
    await phone.getByText('C003').first().waitFor()
    await phone.getByText('Sigues tú').first().waitFor()
    // Nothing of it stands on the card.
    expect(await phone.locator('body').innerText()).not.toMatch(/prefer/i)
    await context.close()
  })

  it('[PRIO-01] is seen, taken away and given at the desk, by keyboard', async () => {
    await row('C003').getByText('Preferencial').waitFor()
    await openSheet('C003')
    await lookedAt(desk, 'order-waiting')
    await sheet().getByRole('button', { name: 'Quitar preferencia' }).focus()
    await desk.keyboard.press('Enter')
    await row('C003').getByText('Preferencial').waitFor({ state: 'detached' })
    await expect
      .poll(() => desk.getByRole('list', { name: 'Esperan' }).getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringContaining('C001'),
        expect.stringContaining('C002'),
        expect.stringContaining('C003'),
      ])
    await openSheet('C002')
    await sheet().getByRole('button', { name: 'Dar preferencia' }).focus()
    await desk.keyboard.press('Enter')
    await row('C002').getByText('Preferencial').waitFor()
    await button('Dar un número').click()
    await sheet().getByRole('switch', { name: 'Preferencial' }).click()
    await lookedAt(desk, 'order-give')
    await sheet()
      .getByRole('button', { name: /Copias/ })
      .click()
    await sheet().getByRole('article', { name: 'Papel del número C004' }).waitFor()
    expect(await sheet().innerText()).not.toMatch(/prefer/i)
    await sheet().getByRole('button', { name: 'Cerrar' }).click()
  })

  it('[PAST-01] says at the desk why one was called before another', async () => {
    for (const ticket of ['C002', 'C004']) {
      await callNext()
      await desk.getByRole('article').getByText(ticket).waitFor()
    }
    await desk.getByRole('article').getByText('Preferencial').waitFor()
    await button('Filas').click()
    await button('¿Por qué antes?').click()
    await sheet().getByLabel('Un número').fill('c001')
    await sheet().getByLabel('El otro').fill('C002')
    await desk.keyboard.press('Enter')
    await sheet().getByText('C002 fue antes').waitFor()
    await sheet().getByText('Por la regla de atención preferente de la oficina.').waitFor()
    await lookedAt(desk, 'order-why')
    await sheet().getByLabel('El otro').fill('C099')
    await desk.keyboard.press('Enter')
    await sheet().getByText('Hoy no hay un número o reserva así en esta oficina.').waitFor()
    await sheet().getByRole('button', { name: 'Cerrar' }).click()
  })

  it('notes at the desk that somebody who booked is here, who is called first then', async () => {
    const user = async () => (await server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })).user_id
    const at = { office_id: office.office_id, context: server.queue, user }
    const earlier = await reservation(at, office.lineId('retiro'), { inMinutes: -4 })
    const later = await reservation(at, office.lineId('retiro'), { inMinutes: -2 })
    await desk.reload()
    await button('Reservas').click()
    const booked = desk.getByRole('listitem').filter({ hasText: later.code })
    await booked.getByRole('button', { name: `Llegó ${later.code}` }).click()
    await booked.getByText(/Llegó a las/).waitFor()
    await lookedAt(desk, 'order-arrived')
    for (const { code } of [later, earlier]) {
      await callNext()
      await desk.getByRole('article').getByText(code).waitFor()
    }
    expect(faults).toEqual([])
  })
})
