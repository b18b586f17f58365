import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DeskState } from '#contract/rest/desk.ts'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { takeBreak } from '#server/queue/day/take-break.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openDeskOffice } from './desk-office.ts'
import { intercept } from './intercept.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk } from './sit-down.ts'

const TYPED = 'Rosa Díaz'
/** Nothing here takes longer, on a loaded machine. */
const PATIENCE_MS = 20_000

describeInBrowser('Chromium', 'what is typed at a desk', () => {
  let server: TestServer
  let chromium: Chromium
  let desk: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  let today: string
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    const { db } = server.database
    await db
      .updateTable('clerk_offices')
      .set({ role: 'supervisor' })
      .where('office_id', '=', office.office_id)
      .where('clerk_id', '=', office.clerk_id)
      .execute()
    await db
      .updateTable('lines')
      .set({ takes_reservations: true, reserve_slots: 1, reserve_minutes: 30, reserve_days_ahead: 40 })
      .where('id', '=', office.lineId('firmas'))
      .execute()
    const { time_zone } = await db
      .selectFrom('offices')
      .select('time_zone')
      .where('id', '=', office.office_id)
      .executeTakeFirstOrThrow()
    today = wallTime(new Date(), time_zone).day
    for (let nth = 0; nth < 3; nth++)
      await issuePaperNumber(server.queue, { office_id: office.office_id, line_id: office.lineId('firmas') })
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    desk = chromium.page
    desk.setDefaultTimeout(PATIENCE_MS)
    desk.on('pageerror', error => faults.push(error.message))
    // By the choice of office, so that Back has somewhere to go.
    await desk.goto(`${server.origin}/desk`)
    await signInAtDesk(desk)
    await comeIn()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  const button = (name: string | RegExp) => desk.getByRole('button', { name, exact: true })
  const sheet = () => desk.getByRole('dialog').last()
  const question = () => desk.getByRole('alertdialog', { name: '¿Descartar lo que escribiste?' })
  const answer = async (name: 'Seguir escribiendo' | 'Descartar') => {
    await question().getByRole('button', { name }).click()
    await question().waitFor({ state: 'detached' })
  }
  const chooses = () => desk.getByText('¿En qué módulo estás?').waitFor()

  async function comeIn(): Promise<void> {
    await desk.getByRole('button', { name: /Notaría Norte/ }).click()
    const free = desk.getByRole('button', { name: 'Módulo 3' })
    const place = desk.getByRole('heading', { name: 'Módulo 3' })
    await free.or(place).first().waitFor()
    if (await free.isVisible()) await free.click()
    await place.waitFor()
  }
  /** Somebody is asked on each of these ways out, stays, and goes on in the field. */
  async function staysAsked(field: Locator, ways: Record<string, () => Promise<unknown>>): Promise<void> {
    const typed = await field.inputValue()
    const at = desk.url()
    for (const [way, leave] of Object.entries(ways)) {
      await field.focus()
      await leave()
      await question().waitFor()
      expect(await desk.evaluate(() => document.activeElement?.textContent), way).toBe('Seguir escribiendo')
      await desk.keyboard.press('Escape')
      await question().waitFor({ state: 'detached' })
      expect(await field.evaluate(own => own === document.activeElement), way).toBe(true)
      expect(await field.inputValue(), way).toBe(typed)
      expect(desk.url(), way).toBe(at)
    }
  }
  const cross = () => sheet().getByRole('button', { name: 'Cerrar', exact: true }).click()
  const escape = () => desk.keyboard.press('Escape')
  const beside = () => desk.mouse.click(20, 400)
  const back = () => desk.goBack({ waitUntil: 'commit' })
  /** The desk has been told that it stands so. */
  const heardOf = (stands: (state: DeskState) => boolean) =>
    desk.waitForResponse(async answer => {
      if (!/\/offices\/\d+$/.test(new URL(answer.url()).pathname) || !answer.ok()) return false
      return stands((await answer.json()) as DeskState)
    })

  /** «Reservar para alguien», with a name typed. */
  async function typeReservation(day: string, time: string): Promise<Locator> {
    await button('Reservar para alguien').click()
    const when = sheet().getByRole('grid')
    await when.waitFor()
    while ((await sheet().locator(`[data-day="${day}"]`).count()) === 0)
      await sheet().getByRole('button', { name: 'Mes siguiente' }).click()
    await sheet().locator(`[data-day="${day}"]`).click()
    await sheet()
      .getByRole('radio', { name: new RegExp(`^${time}(\\D|$)`) })
      .check()
    await sheet()
      .getByRole('button', { name: /^Sigue con/ })
      .click()
    const name = sheet().getByLabel('Nombre')
    await name.fill(TYPED)
    return name
  }

  it('[DESK-11] a reservation is asked for on every way out, and goes when somebody says so', async () => {
    await desk.getByRole('button', { name: /^Reservas/ }).click()
    const name = await typeReservation(addDays(today, 1), '10:00')
    await staysAsked(name, { cross, escape, beside, back })
    await cross()
    await lookedAt(desk, 'desk-typed-question')
    await answer('Descartar')
    await sheet().waitFor({ state: 'detached' })
    // It was for one person: it begins anew, and with nothing typed it closes at once.
    await button('Reservar para alguien').click()
    await sheet().getByRole('grid').waitFor()
    await escape()
    await sheet().waitFor({ state: 'detached' })
    // Sent and not answered, it may be booked, which the question says.
    await typeReservation(addDays(today, 1), '10:30')
    const answered = Promise.withResolvers<void>()
    await intercept(desk, '**/desk/offices/*/reservations', async route => {
      if (route.request().method() === 'POST') await answered.promise
      await route.continue()
    })
    await sheet().getByRole('button', { name: 'Reservar' }).click()
    await cross()
    await question()
      .getByText(/^Ya la pediste, y puede que quede reservada/)
      .waitFor()
    await answer('Seguir escribiendo')
    answered.resolve()
    // Answered, it closes unasked.
    await sheet().getByRole('article').getByText(TYPED).waitFor()
    await cross()
    await sheet().waitFor({ state: 'detached' })
  })

  it('[DESK-11] Back that is meant goes back, once what was typed is discarded', async () => {
    await typeReservation(addDays(today, 2), '11:00')
    await back()
    await question().waitFor()
    await answer('Descartar')
    await desk.getByText('¿Dónde atiendes hoy?').waitFor()
    expect(new URL(desk.url()).searchParams.get('office')).toBeNull()
    await comeIn()
  })

  it('[DESK-12] [DESK-14] a note, and why somebody is called before others', async () => {
    await button('Llamar al siguiente').click()
    await button('Anotar algo').click()
    const note = sheet().getByLabel('Qué conviene saber')
    await note.fill(TYPED)
    const volver = () => sheet().getByRole('button', { name: 'Volver' }).click()
    await staysAsked(note, { volver, escape, beside, back })
    await sheet().getByRole('button', { name: 'Guardar la nota' }).click()
    await sheet().waitFor({ state: 'detached' })
    await desk.getByRole('article').getByText(TYPED).waitFor()

    await desk.getByRole('button', { name: 'Atender' }).click()
    await button('Llamar A002').click()
    await sheet().getByText('Otra razón').click()
    const why = sheet().getByLabel('Cuál')
    await why.fill('Tiene que viajar')
    await staysAsked(why, { volver, escape, back })
    await escape()
    await answer('Descartar')
    await sheet().waitFor({ state: 'detached' })
    await button('Llamar A002').click()
    expect(await why.inputValue()).toBe('')
    await escape()
    await sheet().waitFor({ state: 'detached' })
  })

  it('[DESK-09] a note outlives a break that begins in another window', async () => {
    await desk.getByRole('article').waitFor()
    const { office_id, clerk_id } = office
    const { id: tuid } = await server.database.db
      .selectFrom('tickets')
      .select('id')
      .where('state', '=', 'called')
      .executeTakeFirstOrThrow()
    await markAttended(server.queue, { office_id, clerk_id, tuid })
    await button('Cambiar la nota').click()
    const note = sheet().getByLabel('Qué conviene saber')
    await note.fill('Vuelve a las 10')
    const rests = heardOf(({ modulos }) => modulos.some(({ break_until }) => break_until !== null))
    await takeBreak(server.queue, { office_id, clerk_id, minutes: 10 })
    await rests
    await escape()
    await answer('Seguir escribiendo')
    expect(await note.inputValue()).toBe('Vuelve a las 10')
    await escape()
    await answer('Descartar')
    const back = button('Volver a atender')
    await back.click()
    await back.waitFor({ state: 'detached' })
  })

  it('[DESK-08] a note outlives the módulo that another window closes', async () => {
    await button('Cambiar la nota').click()
    const note = sheet().getByLabel('Qué conviene saber')
    await note.fill('Vuelve a las 11')
    const isHeard = heardOf(({ modulo }) => modulo === null)
    await server.database.db
      .updateTable('modulos')
      .set({ clerk_id: null, opened_at: null })
      .where('office_id', '=', office.office_id)
      .where('clerk_id', '=', office.clerk_id)
      .execute()
    await isHeard
    expect(await note.inputValue()).toBe('Vuelve a las 11')
    await escape()
    await answer('Seguir escribiendo')
    expect(await note.inputValue()).toBe('Vuelve a las 11')
    await escape()
    await answer('Descartar')
    await chooses()
  })

  it('[KIOSK-01] a screen and another system', async () => {
    await button('Pantallas y afiche').click()
    const name = sheet().getByLabel('Dónde está')
    await name.fill('Sala del fondo')
    await staysAsked(name, { cross, escape, back })
    await sheet().getByRole('button', { name: 'Avisar a otro sistema' }).click()
    const url = sheet().getByLabel('A qué dirección')
    await url.fill('https://letrero.example/avisos')
    const cancel = () => sheet().getByRole('button', { name: 'Cancelar' }).click()
    await staysAsked(url, { cancel, cross })
    await cancel()
    await answer('Descartar')
    await url.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Sala del fondo')
    await cross()
    await answer('Descartar')
    await sheet().waitFor({ state: 'detached' })
  })

  it('[ADMIN-02] a line that is named in the settings, and a password', async () => {
    const account = desk.getByRole('button', { name: /Ana Rojas/ })
    await account.click()
    await sheet()
      .getByRole('button', { name: /Cambiar mi contraseña/ })
      .click()
    const password = sheet().getByLabel('La nueva', { exact: true })
    await password.fill('otra-frase-larga')
    await staysAsked(password, { cross, escape, back })
    await escape()
    await answer('Descartar')
    await account.click()
    await sheet()
      .getByRole('button', { name: /Ajustes de la oficina/ })
      .click()
    await desk.getByRole('button', { name: /^Filas/ }).click()
    await button('Agregar una fila').click()
    const line = sheet().getByLabel('Cómo se llama')
    await line.fill('Legalizaciones')
    await staysAsked(line, { cross, escape, beside, back })
    await sheet().getByRole('button', { name: 'Agregar', exact: true }).click()
    await sheet().waitFor({ state: 'detached' })
    await desk.getByRole('heading', { name: 'Legalizaciones' }).first().waitFor()
  })
})
