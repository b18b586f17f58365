import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemRandom } from '#server/platform/random.ts'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Booked, reservation } from '#tests/support/queue-reservations.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openDeskOffice, takeNumber } from './desk-office.ts'
import { lookedAt } from './looked-at.ts'
import { sitDown } from './sit-down.ts'

describeInBrowser('Chromium', 'the desk’s reservations', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const pictures = (name: string) => lookedAt(page, `desk-reservations-${name}`, [1280, 360], true)

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    page = chromium.page
    await sitDown(page, { origin: server.origin, office_id: office.office_id })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const button = (name: string) => page.getByRole('button', { name })
  const row = (code: string | RegExp) => page.getByRole('listitem').filter({ hasText: code })
  /** The reservations, and not the ways through the work, which are a list as well. */
  const booked = () => row(/RV\w/)
  const card = () => page.getByRole('article')

  const book = async (line: string, booked: Booked) => {
    const user = async () => (await server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })).user_id
    const at = { office_id: office.office_id, context: server.queue, user }
    return await reservation(at, office.lineId(line), booked)
  }

  it('says so where nobody has booked, and is reached by the keyboard', async () => {
    await page.getByRole('button', { name: 'Filas', exact: true }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('No hay reservas para hoy').waitFor()
    await pictures('none')
  })

  it('lists the day by time: what it is, how it stands, what was answered, and what can be done', async () => {
    const answers = { name: 'Rosa Díaz', tel: '912345678', email: 'rosa@correo.example' }
    const due = await book('firmas', { inMinutes: -3, answers })
    const video = await book('firmas', { inMinutes: 10, meet: true, state: 'user-confirmed' })
    const asks = await book('retiro', { inMinutes: 12, state: 'pending' })
    const later = await book('copias', { inMinutes: 30 })
    const missed = await book('firmas', { inMinutes: -60, state: 'missed' })
    await button(`Llamar ${due.code}`).waitFor()
    await row(later.code).waitFor()
    const codes = await page.getByRole('listitem').getByText(/^RV/).allTextContents()
    expect(codes).toEqual([due, video, asks, later].map(({ code }) => code))
    await page.getByRole('button', { name: /^Reservas 3/ }).waitFor()
    await page.getByText('Llegó la hora de 1 reserva.').waitFor()
    expect(await row(video.code).getByText('Por video').count()).toBe(1)
    expect(await row(video.code).getByText('Dijo que viene').count()).toBe(1)
    // Too early to be called; that its person is here can be noted, and it can be moved.
    expect(await row(later.code).getByRole('button').count()).toBe(2)
    expect(await button(`Llegó ${later.code}`).count()).toBe(1)
    expect(await button(`Llamar ${asks.code}`).count()).toBe(0)
    await row(due.code).getByText('Rosa Díaz').first().waitFor()
    expect(await page.getByText('912345678').isVisible()).toBe(false)
    await row(due.code).getByText('Lo que escribió').click()
    await page.getByText('912345678').waitFor()
    await page.getByText('1 terminada').click()
    await row(missed.code).getByText('No llegó').waitFor()
    await pictures('day')
  })

  it('confirms one that waits for it, and may call it then', async () => {
    const code = await row('Por confirmar').getByText(/^RV/).textContent()
    await button(`Confirmar ${code}`).click()
    await row(code ?? '')
      .getByText('Confirmada')
      .waitFor()
    await button(`Llamar ${code}`).waitFor()
  })

  it('calls the due one by turn, before the numbers that wait, on its own card', async () => {
    await takeNumber(server, { office_id: office.office_id, line_id: office.lineId('firmas') })
    await button('Llamar al siguiente').click()
    await card().getByText('Hora reservada').waitFor()
    await card().getByText('Rosa Díaz').first().waitFor()
    // The work came to the front.
    await page.getByRole('button', { name: /^Reservas/ }).click()
    await row('Llamada').waitFor()
    await pictures('called')
    await button('Sí, atiendo').click()
    await page.getByRole('button', { name: 'Atendido', exact: true }).click()
    await page.getByText('2 terminadas').waitFor()
  })

  it('calls the chosen one by keys alone, and keeps the focus among its buttons', async () => {
    const video = row('Por video').getByRole('button', { name: 'Llamar' })
    await video.focus()
    await page.keyboard.press('Enter')
    await card().getByText('Reserva por video').waitFor()
    expect(await button('lamar al siguiente').evaluate(own => own === document.activeElement)).toBe(true)
    // The code stands in one line, however wide its letters are.
    const lines = await card()
      .locator('.numerals')
      .first()
      .evaluate(own => own.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(own).fontSize))
    expect(lines).toBeLessThan(1.5)
    await pictures('video')
  })

  it('[VID-02] leads from the card of one by video to its call, and back', async () => {
    await button('Entrar a la videollamada').click()
    await page.getByRole('heading', { name: 'Videollamada' }).waitFor()
    await page.reload()
    await button('Volver').click()
    await card().getByText('Reserva por video').waitFor()
    await page.getByRole('button', { name: /^Reservas/ }).click()
  })

  it('says why a reservation cannot be called any more, and shows what became of it', async () => {
    const other = await book('firmas', { inMinutes: 5 })
    await button(`Llamar ${other.code}`).waitFor()
    await server.database.db
      .updateTable('reservations')
      .set({ state: 'cancelled', deleted_at: server.clock.now() })
      .where('id', '=', other.id)
      .execute()
    await button(`Llamar ${other.code}`).click()
    // Whoever stands here is spoken of first; both answers go on to the call.
    await page.getByRole('dialog').getByRole('button', { name: 'Sí llegó' }).click()
    await page.getByText('Esa reserva ya no se puede llamar').waitFor()
    await button(`Llamar ${other.code}`).waitFor({ state: 'detached' })
    await card().getByText('Reserva por video').waitFor()
  })

  it('shows those of the lines that it serves', async () => {
    await page.getByRole('button', { name: 'Filas', exact: true }).click()
    await button('Quitar todas').click()
    await page.getByRole('checkbox', { name: 'Copias legales' }).check()
    await page.getByRole('button', { name: /^Reservas/ }).click()
    await booked().first().waitFor()
    expect(await booked().count()).toBe(1)
    await page.getByRole('button', { name: 'Filas', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Copias legales' }).uncheck()
    await page.getByRole('button', { name: /^Reservas/ }).click()
    await page.getByText(/Hay \d en las filas que no atiendes/).waitFor()
    await page.getByRole('button', { name: 'Filas', exact: true }).click()
    await button('Marcar todas').click()
    // A press that is not answered yet is cut off by a reload.
    await expect.poll(() => button('Llamar al siguiente').isEnabled()).toBe(true)
  })

  it('without any answer says so, and asks again when told to', async () => {
    // The next look by itself is far off: what helps is the press.
    const failing = { status: 500, headers: { 'retry-after': '600' }, body: '' }
    await page.route('**/reservations', route => route.fulfill(failing))
    await page.reload()
    await page.getByRole('button', { name: /^Reservas/ }).click()
    await page.getByText('No pudimos ver las reservas').waitFor()
    await pictures('failed')
    await page.unroute('**/reservations')
    await button('Intentar de nuevo').click()
    await page.getByText(/^Hoy, /).waitFor()
    await goOffline(chromium.context)
    await page.getByText('Lo que ves es de las').waitFor()
    expect(await booked().count()).toBeGreaterThan(0)
    await goOffline(chromium.context, false)
  })
})
