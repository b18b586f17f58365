import { join } from 'node:path'
import jsQR from 'jsqr'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeviceUse, linkPath } from '#contract/rest/devices.ts'
import { wallTime } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import { makeLink } from '#server/devices/links/make-link.ts'
import { factsAfter } from '#server/facts/read-facts.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { systemRandom } from '#server/platform/random.ts'
import { closeOffices } from '#server/queue/day/close-offices.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'
import { replay } from '#tests/support/replayed-office.ts'
import { PATIENCE_MS } from '#tests/support/wait-for.ts'
import { answered } from './answered.ts'
import { bookSteps } from './book-steps.ts'
import { CLERK, openDeskOffice, takeNumber } from './desk-office.ts'
import { loseAnswers } from './lose-answers.ts'
import { introduce, takeNumberAt } from './take-number-at.ts'

const OFFICE = 'notaria-91'
const DELAY = 'Vamos con demora. Gracias por esperar.'
/** What a number may have become when everybody has gone home. */
const ENDS = ['attended', 'skipped', 'sent-home']

/** From the doors’ opening to the evening’s sums, in the browsers of all who are there. */
describeInBrowser('Chromium', 'a whole day of a branch', () => {
  let chromium: Chromium
  beforeAll(async () => {
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
  })
  afterAll(() => chromium?.close())

  eachDatabase('a day', open => {
    let server: TestServer
    let office: Awaited<ReturnType<typeof openDeskOffice>>
    let ana: Page
    let luis: Page
    let eva: Page
    let wall: Page
    let kiosk: Page
    let phone: Page
    let onPaper: Page
    let booking: Page
    const contexts: BrowserContext[] = []
    let place: string
    const faults: string[] = []

    async function another(viewport: { width: number; height: number }): Promise<Page> {
      const browser = chromium.context.browser() ?? expect.fail('no browser')
      const context = await browser.newContext({ viewport, locale: 'es-CL' })
      context.setDefaultTimeout(PATIENCE_MS)
      contexts.push(context)
      const page = await context.newPage()
      page.on('pageerror', error => faults.push(error.message))
      return page
    }
    const aPhone = () => another({ width: 360, height: 800 })

    const db = () => server.database.db
    const set = (change: object) =>
      db().updateTable('offices').set(change).where('id', '=', office.office_id).execute()
    async function employ(user_name: string, name: string, role: 'clerk' | 'supervisor') {
      const { id: clerk_id } = await db()
        .insertInto('clerks')
        .values({ user_name, name, password_hash: await hashPassword(CLERK.password) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db().insertInto('clerk_offices').values({ clerk_id, office_id: office.office_id, role }).execute()
    }
    async function enter(user: string): Promise<Page> {
      const page = await another({ width: 1280, height: 800 })
      await page.goto(`${server.origin}/desk?office=${office.office_id}`)
      await page.getByLabel('Usuario').fill(user)
      await page.getByLabel('Contraseña').fill(CLERK.password)
      await page.keyboard.press('Enter')
      await page.getByText('¿En qué módulo estás?').waitFor()
      return page
    }
    async function show(use: DeviceUse, page: Page): Promise<void> {
      const { secret } = await makeLink(server.queue, {
        office_id: office.office_id,
        made_by: null,
        use,
        name: 'Sala',
        languages: ['es'],
      })
      await page.goto(server.origin + linkPath(use, OFFICE, secret))
    }

    const press = (desk: Page, name: string | RegExp) => desk.getByRole('button', { name }).first().click()
    const exactly = (desk: Page, name: string) => desk.getByRole('button', { name, exact: true })
    const called = (desk: Page, ticket: string) =>
      desk.getByRole('article').getByText(ticket).first().waitFor()
    const call = async (desk: Page, ticket: string) => {
      await answered(desk)
      await press(desk, 'Llamar al siguiente')
      await called(desk, ticket)
    }
    const attend = async (desk: Page) => {
      await press(desk, 'Sí, atiendo')
      await exactly(desk, 'Atendido').click()
      await desk.getByText('Nadie en el módulo').or(exactly(desk, 'Llamar al siguiente')).first().waitFor()
    }
    const list = (desk: Page, name: RegExp) => desk.getByRole('radio', { name })
    const onWall = (ticket: string) => wall.locator('[data-look]', { hasText: ticket }).first().waitFor()

    /** What a camera reads of the kiosk's slip. */
    async function readCode(): Promise<string> {
      const png = (await kiosk.getByRole('img', { name: /QR/ }).first().screenshot()).toString('base64')
      const { width, height, data } = await kiosk.evaluate(async bytes => {
        const image = new Image()
        image.src = `data:image/png;base64,${bytes}`
        await image.decode()
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
        context?.drawImage(image, 0, 0)
        const picture = context?.getImageData(0, 0, image.width, image.height)
        return { width: image.width, height: image.height, data: [...(picture?.data ?? [])] }
      }, png)
      return jsQR(Uint8ClampedArray.from(data), width, height)?.data ?? ''
    }

    beforeAll(async () => {
      server = await startTestServer({
        applicationDirectory: join(import.meta.dirname, '../../dist'),
        database: await open(),
      })
      office = await openDeskOffice(server.database)
      // It is about noon there, and one works until two.
      await set({
        hours: json([1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '08:00', to: '14:00' }))),
        preference: json({ law: 'cl-21768', rule: 'next', before_reservations: true }),
        closing: 'send-home',
      })
      await employ('luis.vera', 'Luis Vera', 'clerk')
      await employ('eva.rios', 'Eva Ríos', 'supervisor')
      // By the half hour, until the doors close.
      await db()
        .updateTable('lines')
        .set({ takes_reservations: true, reserve_slots: 1, reserve_minutes: 30, reserve_days_ahead: 2 })
        .where('id', '=', office.lineId('firmas'))
        .execute()
      wall = await another({ width: 1280, height: 800 })
      kiosk = await another({ width: 768, height: 1024 })
      phone = await aPhone()
      onPaper = await aPhone()
      booking = await aPhone()
    })
    afterAll(async () => {
      for (const context of contexts) await context.close()
      await server?.close()
    })

    it('[DESK-01] [KIOSK-02] [PRIO-01] opens: desks, wall, kiosk; people come by phone, by paper, by hand, by the hour', async () => {
      ;[ana, luis, eva] = [await enter(CLERK.user), await enter('luis.vera'), await enter('eva.rios')]
      for (const [desk, modulo] of [
        [ana, 'Módulo 3'],
        [luis, 'Módulo 1'],
      ] as const) {
        await press(desk, modulo)
        await desk.getByRole('heading', { name: modulo }).waitFor()
      }
      await show('wall', wall)
      await wall.getByRole('heading', { name: 'Ya atendemos' }).waitFor()
      place = await takeNumberAt(phone, `${server.origin}/offices/${OFFICE}/lines/retiro/take`)
      await phone.getByText('R001').first().waitFor()
      // Whoever comes later stands behind.
      server.clock.advance(1_000)
      await takeNumber(server, { office_id: office.office_id, line_id: office.lineId('firmas') })
      await show('kiosk', kiosk)
      await kiosk.getByRole('button', { name: /Retiro/ }).click()
      await kiosk.getByRole('heading', { name: 'Tu número es R002' }).waitFor()
      await onPaper.goto(await readCode())
      await onPaper.waitForURL('**/tickets/*')
      await onPaper.getByText('R002').first().waitFor()
      await kiosk.reload()
      await kiosk.getByRole('button', { name: /Copias/ }).click()
      await kiosk.getByRole('heading', { name: 'Tu número es C001' }).waitFor()
      await press(ana, 'Dar un número')
      await ana.getByRole('dialog').getByRole('switch', { name: 'Preferencial' }).click()
      await ana
        .getByRole('dialog')
        .getByRole('button', { name: /Copias/ })
        .click()
      await ana.getByRole('article', { name: 'Papel del número C002' }).waitFor()
      await ana.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
      const user = async () =>
        (await server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })).user_id
      const at = { office_id: office.office_id, context: server.queue, user }
      const { code } = await reservation(at, office.lineId('copias'), { inMinutes: -2 })
      await luis.reload()
      await press(luis, 'Reservas')
      await luis.getByRole('button', { name: `Llegó ${code}` }).click()
      await luis.getByText(/Llegó a las/).waitFor()
      await call(ana, 'C002')
      await call(luis, code)
      await onWall('C002')
      await attend(ana)
      await attend(luis)
    })

    it('[DESK-03] [DESK-04] [WALL-02] a call is taken back, a call is missed; a wall and a phone are loaded anew meanwhile', async () => {
      await call(ana, 'R001')
      await phone.getByText('Es tu turno').first().waitFor()
      await onWall('R001')
      await press(ana, 'Deshacer')
      await phone.getByText('Sigues tú').first().waitFor()
      await call(ana, 'R001')
      await phone.getByText('Es tu turno').first().waitFor()
      const { context } = { context: phone.context() }
      await phone.close()
      await wall.reload()
      await onWall('R001')
      await press(ana, 'No llegó')
      phone = await context.newPage()
      phone.on('pageerror', error => faults.push(error.message))
      await phone.goto(server.origin + place)
      await phone.getByRole('button', { name: 'Ya llegué' }).click()
      await phone.getByText('Sigues tú').first().waitFor()
    })

    it('[DESK-05] [DESK-07] a connection goes in the middle of a press: done, and said; then aside, back, and elsewhere', async () => {
      await loseAnswers(luis, '**/call', { times: 1 })
      await press(luis, 'Llamar al siguiente')
      await luis.getByText('lo último que pediste sí se hizo').waitFor()
      await called(luis, 'R001')
      await phone.getByText('Es tu turno').first().waitFor()
      await press(luis, 'Espera')
      await list(luis, /En espera 1/).check()
      await press(luis, 'Llamar R001')
      await phone.getByText('Es tu turno').first().waitFor()
      await called(luis, 'R001')
      await answered(luis)
      await press(luis, 'Derivar')
      const sheet = luis.getByRole('dialog')
      await sheet.getByRole('radio', { name: /Copias legales/ }).check()
      await sheet.getByRole('button', { name: 'Derivar', exact: true }).click()
      await phone.getByText('Copias legales').first().waitFor()
    })

    it('[DESK-04] [DESK-09] [DESK-10] a call repeats by itself until it is missed; a line rests, a clerk rests, people are told', async () => {
      await set({ call_repeats: 1 })
      // First in the other line too: it came first.
      await press(ana, 'Llamar al siguiente')
      // By ana, by luis, out of «Espera» and here: the one that was taken back was none.
      await ana.getByText('Llamado 4 veces').first().waitFor()
      server.clock.advance(41_000)
      await ana.getByText('Llamado 5 veces').first().waitFor()
      server.clock.advance(41_000)
      await list(ana, /Perdidos 1/).check()
      await press(ana, 'Traer de vuelta R001')
      await list(ana, /Esperan/).check()
      await ana.getByRole('list', { name: 'Esperan' }).getByText('R001').first().waitFor()
      await set({ call_repeats: 0 })
      // Missed twice, it is at the end of its line by now: somebody else is called.
      await press(ana, 'Llamar al siguiente')
      await attend(ana)

      await press(luis, 'Pausa')
      await luis.getByRole('dialog').getByRole('button', { name: 'Empezar la pausa' }).click()
      await press(luis, 'Volver a atender')
      await luis.getByRole('button', { name: 'Llamar al siguiente' }).waitFor()
      await press(ana, 'Filas')
      await press(ana, 'Congelar Retiro de documentos')
      await ana.getByRole('dialog').getByRole('button', { name: 'Congelar la fila' }).click()
      await ana.getByText('Congelada').waitFor()
      await wall.getByText('No da números por ahora').waitFor()
      await press(ana, 'Descongelar Retiro de documentos')
      await ana.getByRole('dialog').getByRole('button', { name: 'Descongelar la fila' }).click()
      await ana.getByText('Congelada').waitFor({ state: 'detached' })
      await press(ana, 'Avisar Retiro')
      const message = ana.getByRole('dialog')
      await message.getByText(DELAY).click()
      await message.getByRole('button', { name: 'Enviar' }).click()
      await message.getByText('Enviado').or(message.getByText('Nadie con teléfono')).first().waitFor()
      await ana.keyboard.press('Escape')
    })

    it('[DESK-05] [WALL-01] a number goes to another módulo, which calls it before all others', async () => {
      await takeNumber(server, { office_id: office.office_id, line_id: office.lineId('firmas') })
      await press(luis, 'Llamar al siguiente')
      const number = luis.getByRole('article').getByText(/^[A-Z]\d{3}$/)
      await number.first().waitFor()
      const ticket = (await number.first().textContent()) ?? ''
      await onWall(ticket)
      await answered(luis)
      await press(luis, 'Derivar')
      const sheet = luis.getByRole('dialog')
      await sheet.getByRole('radio', { name: /^Módulo 3/ }).check()
      await sheet.getByRole('button', { name: 'Derivar', exact: true }).click()
      await luis.getByRole('article').getByText(ticket).first().waitFor({ state: 'detached' })
      await expect.poll(() => wall.locator('.number, .ticket').allTextContents()).not.toContain(ticket)
      await call(ana, ticket)
      await onWall(ticket)
      await attend(ana)
    })

    it('[RES-01] [DESK-11] a phone books a time today, is called at its hour, and is attended', async () => {
      const steps = bookSteps(booking)
      const { time_zone } = await db()
        .selectFrom('offices')
        .select('time_zone')
        .where('id', '=', office.office_id)
        .executeTakeFirstOrThrow()
      await booking.goto(`${server.origin}/offices/${OFFICE}/lines/firmas/book`)
      await steps.day(wallTime(server.clock.now(), time_zone).day)
      await steps.heading('¿A qué hora?')
      await booking.getByRole('radio').first().check()
      await booking.getByRole('button', { name: /^Sigue con/ }).click()
      await steps.heading('¿Quién eres?')
      await introduce(booking)
      await booking.locator('#person-identity').fill('11.111.111-1')
      await steps.next()
      await steps.heading('¿Reservamos esta hora?')
      await booking.getByText(PERSON.phone).waitFor()
      const id = (await steps.book()).split('/').at(-1) ?? ''
      const { block_from } = await db()
        .selectFrom('reservations')
        .select('block_from')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      server.clock.advance(block_from.getTime() - server.clock.now().getTime())
      const code = `RV${id.slice(-3).toUpperCase()}`
      await luis.reload()
      await press(luis, 'Reservas')
      await luis.getByRole('button', { name: `Llegó ${code}` }).click()
      await luis
        .getByText(/Llegó a las/)
        .first()
        .waitFor()
      await call(luis, code)
      await booking.getByText('Es tu turno').first().waitFor()
      await onWall(code)
      await attend(luis)
    })

    it('[DESK-09] [PAST-01] [STAT-01] closes by the clock: every number is accounted for, by the sums and by the log', async () => {
      await takeNumber(server, { office_id: office.office_id, line_id: office.lineId('firmas') })
      server.clock.advance(2.5 * 3_600_000)
      await closeOffices(server.queue)
      await ana.getByText('¿En qué módulo estás?').waitFor()
      await luis.getByText('¿En qué módulo estás?').waitFor()

      const { office_id } = office
      const tickets = await db()
        .selectFrom('tickets')
        .select(['id', 'state'])
        .where('office_id', '=', office_id)
        .execute()
      expect(tickets.filter(({ state }) => !ENDS.includes(state))).toEqual([])
      const moves = await db()
        .selectFrom('line_moves')
        .selectAll()
        .where('office_id', '=', office_id)
        .execute()
      const { states, waiting } = replay(await factsAfter(db(), office_id, 0, 10_000), moves)
      expect(new Map(tickets.map(({ id, state }) => [id, state]))).toEqual(states)
      expect([...waiting.values()].flat()).toEqual([])

      const body = { user: 'eva.rios', password: CLERK.password }
      const session = await server.ask('desk', '/session', { body })
      const { token } = (await session.json()) as { token: string }
      const answer = await server.ask('desk', `/offices/${office_id}/figures.csv`, { token })
      const [head = '', ...rows] = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n')
      const sum = (name: string) =>
        rows.reduce((all, row) => all + Number(row.split(';')[head.split(';').indexOf(name)]), 0)
      const count = (state: string) => tickets.filter(ticket => ticket.state === state).length
      expect({
        all: sum('taken') + sum('booked'),
        attended: sum('attended'),
        missed: sum('missed'),
        expired: sum('expired'),
        rest: sum('open') + sum('left'),
      }).toEqual({
        all: tickets.length,
        attended: count('attended'),
        missed: count('skipped'),
        expired: count('sent-home'),
        rest: 0,
      })
      await press(eva, 'El día')
      await expect
        .poll(() => eva.getByRole('listitem').filter({ hasText: 'Atendidos' }).textContent())
        .toMatch(new RegExp(`${count('attended')}de ${sum('taken')} números y ${sum('booked')} reserva`))
      await eva.goto(`${server.origin}/desk?office=${office_id}&page=acts`)
      for (const act of [/Ana Rojas.*R001|R001.*Ana Rojas/s, /Luis Vera.*R001|R001.*Luis Vera/s])
        await eva.getByRole('listitem').filter({ hasText: act }).first().waitFor()
      expect(faults).toEqual([])
    })
  })
})
