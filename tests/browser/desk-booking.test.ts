import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import { systemRandom } from '#server/platform/random.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { bookSteps } from './book-steps.ts'
import { openDeskOffice } from './desk-office.ts'
import { holdBack } from './hold-back.ts'
import { lookedAt } from './looked-at.ts'
import { loseAnswers } from './lose-answers.ts'
import { readCode } from './read-code.ts'
import { sitDown } from './sit-down.ts'
import { walkByKeys } from './walk-by-keys.ts'

const FORM = [
  {
    id: 'repertorio',
    fieldType: 'text',
    question: 'Número de repertorio',
    limit: 6,
    required: true,
    validCharacter: String.raw`\d{6}`,
    validMessage: 'Son los seis dígitos de arriba a la derecha',
    active: true,
  },
]

describeInBrowser('Chromium', 'a desk that books for somebody', () => {
  let server: TestServer
  let chromium: Chromium
  let desk: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  let today: string
  const faults: string[] = []
  const guests: Chromium[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    const { db } = server.database
    for (const [slug, form] of [
      ['firmas', null],
      ['copias', FORM],
    ] as const) {
      await db
        .updateTable('lines')
        .set({
          takes_reservations: true,
          reserve_slots: 1,
          reserve_minutes: 30,
          reserve_days_ahead: 40,
          reserve_form: form && json(form),
        })
        .where('id', '=', office.lineId(slug))
        .execute()
    }
    const { time_zone } = await db
      .selectFrom('offices')
      .select('time_zone')
      .where('id', '=', office.office_id)
      .executeTakeFirstOrThrow()
    today = wallTime(new Date(), time_zone).day
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
    await desk.getByRole('button', { name: /^Reservas/ }).click()
  })
  afterAll(async () => {
    for (const guest of guests) await guest.close()
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  const button = (name: string | RegExp, exact = false) => desk.getByRole('button', { name, exact })
  const sheet = () => desk.getByRole('dialog')
  const row = (text: string | RegExp) => desk.getByRole('listitem').filter({ hasText: text })
  const printed = () => desk.evaluate(() => (window as { printed?: string[] }).printed ?? [])
  const pictures = (name: string) => lookedAt(desk, `desk-booking-${name}`, [1280, 360], true)
  const hour = (time: string) => sheet().getByRole('radio', { name: new RegExp(`^${time}(\\D|$)`) })
  const take = async (time: string) => {
    await hour(time).check()
    await sheet()
      .getByRole('button', { name: /^Sigue con/ })
      .click()
  }
  const pickDay = async (day: string) => {
    await sheet().getByRole('grid').waitFor()
    while ((await sheet().locator(`[data-day="${day}"]`).count()) === 0)
      await sheet().getByRole('button', { name: 'Mes siguiente' }).click()
    await sheet().locator(`[data-day="${day}"]`).click()
  }
  /** Whoever steers by keys goes on from there. */
  const standsOn = async (words: string) => {
    await expect.poll(() => desk.evaluate(() => document.activeElement?.textContent)).toBe(words)
  }
  /** Somebody on a phone, in the wizard. */
  async function phone() {
    const browser = await launchChromium({})
    guests.push(browser)
    const { cookie } = await server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })
    const [name = '', value = ''] = cookie.split('=')
    await browser.context.addCookies([{ name, value, url: server.origin, httpOnly: true }])
    return browser.page
  }

  /** Somebody's own phone, that has never been here. */
  async function stranger() {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'es-CL' })
    const page = await context.newPage()
    page.on('pageerror', error => faults.push(error.message))
    return { page, context }
  }

  it('[DESK-11] [RES-07] whoever has the time meanwhile, what was typed stays, the next ones are offered, and the phone sees it too', async () => {
    const day = addDays(today, 1)
    const page = await phone()
    const steps = bookSteps(page)
    await page.goto(`${server.origin}/offices/notaria-91/lines/firmas/book`)
    await steps.day(day)
    await page.getByRole('radio', { name: /^10:30(\D|$)/ }).check()

    await button('Reservar para alguien').click()
    await sheet().getByText('Ninguna').waitFor({ state: 'detached' })
    await sheet()
      .getByRole('button', { name: /^Firmas/ })
      .click()
    await sheet().getByRole('radio').first().waitFor()
    await pictures('when')
    await pickDay(day)
    await take('10:00')
    await standsOn('¿Para quién?')
    await sheet().getByRole('button', { name: 'Reservar' }).click()
    await sheet().getByRole('alert').getByText('Escribe su nombre').waitFor()
    await pictures('who-missing')
    await sheet().getByLabel('Nombre').fill('Rosa Díaz Peña')
    await sheet().getByLabel('Teléfono').fill('912345678')
    // Another phone was faster.
    const { token } = await server.signInTemporary({ dni: 'ZX99887' })
    const blocks = await server.ask('reservations', `/offices/notaria-91/firmas/${day}/timeblocks`)
    const [block] = ((await blocks.json()) as { from: string; to: string }[]).slice(20)
    const taken = await server.ask('reservations', '', {
      token,
      body: {
        line: office.lineId('firmas'),
        block: { from: block?.from, to: block?.to },
        request_id: systemRandom.uuid(),
        meta: { answers: { name: 'Ana Rojas', tel: '912345678', email: 'a@b.cl' } },
      },
    })
    expect(taken.status).toBe(201)
    await sheet().getByRole('button', { name: 'Reservar' }).click()
    await sheet().getByText('Alguien acaba de tomar esa hora.').waitFor()
    await sheet().getByRole('button', { name: '10:30' }).waitFor()
    await pictures('taken')
    expect(await sheet().getByLabel('Nombre').inputValue()).toBe('Rosa Díaz Peña')
    await sheet().getByRole('button', { name: '10:30' }).click()
    await sheet().getByRole('button', { name: 'Reservar' }).click()
    await sheet().getByRole('article').getByText('Rosa Díaz Peña').waitFor()
    await standsOn('Reservada')
    await pictures('slip')
    await sheet()
      .getByRole('button', { name: /^Imprimir/ })
      .click()
    const [paper = ''] = await printed()
    for (const words of ['Notaría Norte', 'Avenida Central', '10:30', 'Firmas', 'Rosa Díaz Peña', 'RV'])
      expect(paper).toContain(words)
    await page.getByRole('alert').getByText('La hora de las 10:30 acaba de ser tomada. Elige otra.').waitFor()
    await sheet().getByRole('button', { name: 'Cerrar' }).click()
    // What was typed was for one person.
    await button('Reservar para alguien').click()
    await sheet().getByText('¿Para qué fila?').waitFor()
    await desk.keyboard.press('Escape')
    await button('Día siguiente').click()
    await row('Rosa Díaz Peña').getByText('Sin teléfono: reservada aquí').waitFor()
    await row('Ana Rojas').waitFor()
    // Of another day nobody is here, and nobody is called.
    expect(
      await row('Rosa Díaz Peña')
        .getByRole('button', { name: /^Llegó/ })
        .count(),
    ).toBe(0)
    await pictures('other-day')
  })

  it('[DESK-11] [DESK-14] an answer that is lost: it comes by itself, and until then nothing else can be pressed', async () => {
    await button('Reservar para alguien').click()
    await sheet()
      .getByRole('button', { name: /^Copias/ })
      .click()
    await pickDay(addDays(today, 2))
    await take('9:00')
    await sheet().getByLabel('Nombre').fill('José Núñez')
    await sheet().getByLabel('RUT u otro documento').fill('1')
    await sheet().getByLabel('Número de repertorio').fill('12')
    await sheet().getByRole('button', { name: 'Reservar' }).click()
    await sheet().getByRole('alert').getByText('Son los seis dígitos de arriba a la derecha').waitFor()
    await sheet().getByLabel('RUT u otro documento').fill('12.345.678-5')
    await sheet().getByLabel('Número de repertorio').fill('123456')
    const path = `**/offices/${office.office_id}/reservations`
    const lost = await loseAnswers(desk, path)
    await sheet().getByRole('button', { name: 'Reservar' }).click()
    await sheet().getByText('No llegó respuesta. Veremos si se hizo').waitFor()
    expect(await sheet().getByRole('button', { name: 'Cambiar' }).count()).toBe(0)
    // Begun anew it would be another request, and booked twice.
    expect(await sheet().getByRole('button', { name: 'Empezar de nuevo' }).isDisabled()).toBe(true)
    await lost.end()
    await sheet().getByRole('article').getByText('José Núñez').waitFor()
    await sheet().getByRole('button', { name: 'Cerrar' }).click()
    const rows = await server.database.db
      .selectFrom('reservations')
      .select('id')
      .where('line_id', '=', office.lineId('copias'))
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('[DESK-11] [DESK-13] by keys alone: finds by the document, moves, and goes to the day', async () => {
    const keys = walkByKeys(desk)
    await desk.getByRole('searchbox').focus()
    await desk.keyboard.type('12.345.678-5')
    await keys.press('Enter')
    await row('José Núñez').waitFor()
    await desk.getByText('1 reserva', { exact: true }).waitFor()
    await pictures('found')
    await keys.tabTo(/^Más de RV/)
    await keys.press('Enter')
    await keys.tabTo(/^Cambiar la hora/)
    await keys.press('Enter')
    await keys.tabTo(/^\d+$|,/)
    await keys.press('ArrowRight')
    await keys.press('Enter')
    await hour('9:30').waitFor()
    await keys.tabTo(/^\d+:\d\d/)
    await keys.press('ArrowRight')
    await keys.tabTo(/^Cambiar a /)
    await keys.press('Enter')
    await desk.getByText(/^RV.{3} quedó para el /).waitFor()
    expect(keys.unseen).toEqual([])
    await button('Volver al día').click()
    const { block_from } = await server.database.db
      .selectFrom('reservations')
      .select('block_from')
      .where('line_id', '=', office.lineId('copias'))
      .executeTakeFirstOrThrow()
    expect(block_from.getTime()).toBeGreaterThan(Date.now())
  })

  it('[DESK-11] cancels after a question with a reason, prints the day, and says where there is nothing', async () => {
    await button('Imprimir el día').click()
    const [paper = ''] = await printed()
    for (const words of ['Notaría Norte', '10:00', 'Ana Rojas', 'Rosa Díaz Peña', 'Código'])
      expect(paper).toContain(words)
    await row('Rosa Díaz Peña')
      .getByRole('button', { name: /^Más de/ })
      .click()
    await pictures('more')
    await sheet().getByRole('button', { name: 'Anular la reserva' }).click()
    const question = desk.getByRole('dialog', { name: /¿Anular/ })
    await question.getByText('Nadie recibe un aviso: díselo tú.').waitFor()
    await question.getByRole('radio', { name: 'Otra razón' }).check()
    await question.getByRole('button', { name: /^Anular/ }).click()
    await question.getByText('Escribe la razón').waitFor()
    await pictures('cancel')
    await question.getByLabel('Cuál').fill('Viaja ese día')
    await question.getByRole('button', { name: /^Anular/ }).click()
    await desk.getByText(/^RV.{3} quedó anulada y su hora, libre/).waitFor()
    await row('Rosa Díaz Peña').waitFor({ state: 'detached' })
    const { reason } = await server.database.db
      .selectFrom('desk_acts')
      .select('reason')
      .where('act', '=', 'reservation-removed')
      .executeTakeFirstOrThrow()
    expect(reason).toBe('Viaja ese día')
    await button(/^[A-ZÁÉÍÓÚ]?[a-záéíóú]+, \d/).click()
    await pickDay(addDays(today, 20))
    await desk.getByText('No hay reservas para ese día').waitFor()
    await pictures('empty-day')
    await button('Hoy', true).click()
    await desk.getByText('No hay reservas para hoy').waitFor()
  })

  it('[DESK-11] [KIOSK-02] the slip’s code makes it the phone’s that reads it first, which hears then what the desk does', async () => {
    await button('Reservar para alguien').click()
    await sheet()
      .getByRole('button', { name: /^Firmas/ })
      .click()
    await pickDay(addDays(today, 3))
    await take('11:00')
    await sheet().getByLabel('Nombre').fill('Elena Soto')
    await sheet().getByRole('button', { name: 'Reservar' }).click()
    await sheet().getByRole('article').getByText('Elena Soto').waitFor()
    const address = await readCode(sheet())
    expect(address).toMatch(new RegExp(`^${server.origin}/r/[A-Za-z0-9_-]{43}$`))
    await pictures('slip-code')
    await sheet()
      .getByRole('button', { name: /^Imprimir/ })
      .click()
    await expect.poll(async () => (await printed())[0]).toContain('Apunta tu cámara aquí')
    await sheet().getByRole('button', { name: 'Cerrar' }).click()
    for (let day = 0; day < 3; day += 1) await button('Día siguiente').click()
    await row('Elena Soto').getByText('Sin teléfono: reservada aquí').waitFor()

    const [holder, late] = [await stranger(), await stranger()]
    await holder.page.goto(address)
    await holder.page.waitForURL('**/reservations/*')
    await holder.page.getByText('11:00').first().waitFor()
    const receipt = holder.page.url()
    await lookedAt(holder.page, 'slip-followed')
    // Opened again, it is there already.
    await holder.page.goto(address)
    await holder.page.waitForURL(receipt)
    await late.page.goto(address)
    await late.page.getByText('Otro teléfono ya tiene esta reserva').waitFor()
    await late.page.getByText('Tu comprobante sigue valiendo').waitFor()
    await lookedAt(late.page, 'slip-too-late')

    // The desk sees that a phone has it: the name stays, and a slip that is printed now has no code.
    await row('Elena Soto').getByText('Sin teléfono: reservada aquí').waitFor({ state: 'detached' })
    await row('Elena Soto')
      .getByRole('button', { name: /^Más de/ })
      .click()
    await sheet()
      .getByRole('button', { name: /^Imprimir/ })
      .click()
    await expect.poll(async () => (await printed())[0]).toMatch(/Elena Soto(?!.*Apunta tu cámara)/s)
    await sheet().getByRole('button', { name: 'Cambiar la hora' }).click()
    await pickDay(addDays(today, 3))
    await hour('12:00').check()
    await sheet()
      .getByRole('button', { name: /^Cambiar a / })
      .click()
    await holder.page.getByText('12:00').first().waitFor()
    // The receipt is the phone's own: it opens with no network.
    await goOffline(holder.context)
    await holder.page.getByText('12:00').first().waitFor()
    await goOffline(holder.context, false)
    await row('Elena Soto')
      .getByRole('button', { name: /^Más de/ })
      .click()
    await sheet().getByRole('button', { name: 'Anular la reserva' }).click()
    const question = desk.getByRole('dialog', { name: /¿Anular/ })
    expect(await question.getByText('Nadie recibe un aviso: díselo tú.').count()).toBe(0)
    await question.getByRole('radio').first().check()
    await question.getByRole('button', { name: /^Anular/ }).click()
    await row('Elena Soto').waitFor({ state: 'detached' })
    await holder.page.getByText('La oficina quitó tu reserva').first().waitFor()
    // The paper is no key any more, for nobody.
    await late.page.goto(address)
    await late.page.getByText('Este comprobante no es de una reserva que siga en pie').waitFor()
    await button('Hoy', true).click()
  })

  it('says that it cannot be seen, without a network and where the server fails, and goes on', async () => {
    await goOffline(chromium.context)
    await button('Día siguiente').click()
    await row('Ana Rojas').waitFor()
    await button('Día siguiente').click()
    await button('Día siguiente').click()
    await button('Día siguiente').click()
    await desk.getByText('No pudimos ver las reservas').waitFor()
    await button('Reservar para alguien').click()
    await sheet()
      .getByRole('button', { name: /^Firmas/ })
      .click()
    await sheet().getByText('¿cuándo?').waitFor()
    await goOffline(chromium.context, false)
    await desk.keyboard.press('Escape')
    await button('Intentar de nuevo').click()
    await desk.getByText('No hay reservas para ese día').waitFor()
  })

  it('[DESK-11] what was found is noted as here; taken away elsewhere it is found no more; and a day of some lines says of which', async () => {
    const user = async () => (await server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })).user_id
    const answers = { name: 'Beto Lara', tel: '912345678', email: 'b@c.cl' }
    const at = { office_id: office.office_id, context: server.queue, user }
    const { id } = await reservation(at, office.lineId('firmas'), { inMinutes: 40, answers })
    await desk.getByRole('searchbox').fill('Beto')
    await desk.keyboard.press('Enter')
    await row('Beto Lara')
      .getByRole('button', { name: /^Llegó/ })
      .click()
    await row('Beto Lara')
      .getByText(/^Llegó a las /)
      .waitFor()
    await button('Volver al día').click()
    await button('Filas', true).click()
    await desk.getByRole('checkbox', { name: 'Firmas y autorizaciones' }).uncheck()
    // After his: of two at one time nobody says which stands first.
    const other = await reservation(at, office.lineId('copias'), { inMinutes: 45 })
    await button(/^Reservas/).click()
    await row(other.code).waitFor()
    await button('Imprimir el día').click()
    await expect
      .poll(async () => (await printed())[0])
      .toMatch(new RegExp(`Solo de estas filas: .*Copias.*${other.code}`))
    expect((await printed())[0]).not.toContain('Beto Lara')
    await button('Filas', true).click()
    await button('Marcar todas').click()
    await button(/^Reservas/).click()
    await row('Beto Lara').waitFor()
    await button('Imprimir el día').click()
    await expect.poll(async () => (await printed())[0]).toMatch(new RegExp(`Beto Lara.*${other.code}`))
    expect((await printed())[0]).not.toContain('Solo de estas filas')
    await desk.getByRole('searchbox').fill('Lara')
    await desk.keyboard.press('Enter')
    await desk.getByText('1 reserva', { exact: true }).waitFor()
    // Its owner gives it up. What is pressed at the desk has what was found looked at again.
    const { db } = server.database
    const ended = { state: 'cancelled' as const, deleted_at: new Date(), ended_at: new Date() }
    await db.updateTable('reservations').set(ended).where('id', '=', id).execute()
    await button(/^Más de/).click()
    await sheet().getByRole('button', { name: 'Anular la reserva' }).click()
    const question = desk.getByRole('dialog', { name: /¿Anular/ })
    await question.getByRole('radio').first().check()
    await question.getByRole('button', { name: /^Anular/ }).click()
    await desk.getByText('Nada coincide').waitFor()
    await button('Volver al día').click()
  })

  it('[DESK-06] [DESK-11] what is opened while a call is unanswered stays when the answer comes, and what is typed in it', async () => {
    await issuePaperNumber(server.queue, { office_id: office.office_id, line_id: office.lineId('firmas') })
    const held = await holdBack(chromium.context, '**/offices/*/call')
    await button('Llamar al siguiente').click()
    await held.asked
    await button('Reservar para alguien').click()
    await sheet()
      .getByRole('button', { name: /^Firmas/ })
      .click()
    await pickDay(addDays(today, 4))
    await take('10:00')
    await sheet().getByLabel('Nombre').fill('Rosa Díaz')
    await held.end()
    await desk.getByRole('article').getByText('A001').first().waitFor()
    expect(await sheet().getByLabel('Nombre').inputValue()).toBe('Rosa Díaz')
    // Nor is it lost by a reload without a question.
    const asked: string[] = []
    desk.once('dialog', async question => {
      asked.push(question.type())
      await question.dismiss()
    })
    await desk.evaluate(() => void setTimeout(() => location.reload()))
    await expect.poll(() => asked).toEqual(['beforeunload'])
    expect(await sheet().getByLabel('Nombre').inputValue()).toBe('Rosa Díaz')
    await sheet().getByRole('button', { name: 'Empezar de nuevo' }).click()
    await desk.keyboard.press('Escape')
  })
})
