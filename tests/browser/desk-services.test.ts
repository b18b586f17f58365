import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '#server/identity/passwords.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { actMeanwhile } from './act-meanwhile.ts'
import { brokenWords } from './broken-words.ts'
import { CLERK, openDeskOffice, takeNumber } from './desk-office.ts'
import { intercept } from './intercept.ts'
import { lookedAt } from './looked-at.ts'
import { loseAnswers } from './lose-answers.ts'
import { sitDown } from './sit-down.ts'

const SERVICES = ['Copia legalizada', 'Autorización de viaje para menores de edad', 'Poder', 'Certificado']

describeInBrowser('Chromium', 'what was done for whoever was called', () => {
  let server: TestServer
  let chromium: Chromium
  let desk: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    const { db } = server.database
    await sql`update clerk_offices set role = 'supervisor' where office_id = ${office.office_id}`.execute(db)
    const password_hash = await hashPassword(CLERK.password)
    await db.updateTable('clerks').set({ password_hash }).where('user_name', '=', 'pedro.soto').execute()
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    desk = chromium.page
    desk.on('pageerror', error => faults.push(error.message))
    await sitDown(desk, { origin: server.origin, office_id: office.office_id })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  const button = (name: string | RegExp) => desk.getByRole('button', { name })
  const sheet = () => desk.getByRole('dialog')
  const card = () => desk.getByRole('article')
  const often = (service: string) => sheet().getByRole('spinbutton', { name: service })
  const save = () => sheet().getByRole('button', { name: 'Guardar', exact: true })
  const closed = () => sheet().waitFor({ state: 'detached' })
  const focused = () => desk.evaluate(() => document.activeElement?.getAttribute('role'))
  const taken = () => takeNumber(server, { office_id: office.office_id, line_id: office.lineId('retiro') })
  const callNext = async () => {
    const { ticket } = await taken()
    await button('Llamar al siguiente').click()
    await card().getByText(ticket.ticket).waitFor()
    return ticket
  }
  const attend = async () => {
    await button('Sí, atiendo').click()
    await desk.getByRole('button', { name: 'Atendido', exact: true }).click()
  }
  const rows = (tuid: string) =>
    server.database.db
      .selectFrom('ticket_services')
      .select(['service', 'quantity'])
      .where('ticket_id', '=', tuid)
      .orderBy('service')
      .execute()
  const acts = async () => {
    const { db } = server.database
    return (await db.selectFrom('desk_acts').select('id').where('act', '=', 'delivered-noted').execute())
      .length
  }
  const settings = () => `${server.origin}/desk?office=${office.office_id}&page=settings&section=services`

  /** A colleague, who notes something of the same turn. */
  async function noteElsewhere(tuid: string, delivered: object[], was: object[]) {
    const body = { user: 'pedro.soto', password: CLERK.password }
    const { token } = (await (await server.ask('desk', '/session', { body })).json()) as { token: string }
    const path = `/offices/${office.office_id}/tickets/${tuid}/delivered`
    expect((await server.ask('desk', path, { token, body: { delivered, was } })).status).toBe(200)
  }

  it('[DESK-12] an office that lists nothing shows nothing of it anywhere', async () => {
    await callNext()
    expect(await desk.getByText('servicios').count()).toBe(0)
    await attend()
    await desk.getByRole('radio', { name: 'Llamados 1' }).check()
    await desk.getByRole('list', { name: 'Llamados' }).getByRole('listitem').first().waitFor()
    expect(await desk.getByText('Servicios').count()).toBe(0)
    const figures = await chromium.context.newPage()
    await figures.goto(`${server.origin}/desk?office=${office.office_id}&page=day`)
    await figures.getByRole('heading', { name: 'Quién atendió' }).waitFor()
    expect(await figures.getByText('Lo que se hizo').count()).toBe(0)
    await figures.close()
  })

  it('[ADMIN-02] what the office does is listed in its settings, and the desk has it at once', async () => {
    const page = await chromium.context.newPage()
    page.on('pageerror', error => faults.push(error.message))
    await page.goto(settings())
    await page.getByRole('heading', { name: 'Lo que se hace', level: 1 }).waitFor()
    for (const [nth, name] of SERVICES.entries()) {
      await page.getByRole('button', { name: 'Agregar un servicio' }).click()
      const field = page.getByLabel(`Servicio ${nth + 1}: nombre`)
      await expect.poll(() => field.evaluate(own => own === document.activeElement)).toBe(true)
      await field.fill(name)
    }
    await page.getByLabel('Servicio 4: nombre').fill('Poder')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByText('Ya está en la lista.').first().waitFor()
    await page.getByLabel('Servicio 4: nombre').fill('Certificado')
    await lookedAt(page, 'settings-services')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Guardado.' }).last().waitFor()
    await page.getByRole('button', { name: 'Quitar: Certificado' }).click()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByRole('button', { name: 'Deshacer', exact: true }).click()
    await page.getByText('Deshecho: quedó como antes.').waitFor()
    await page.getByLabel('Servicio 4: nombre').waitFor()
    await page.close()
    await callNext()
    const note = card().getByRole('button', { name: 'Anotar servicios' })
    await note.waitFor()
    // Where the clerk looks: nothing lies over it, and nothing has to be moved.
    expect(
      await note.evaluate(own => {
        const { left, top, width, height } = own.getBoundingClientRect()
        return own.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    ).toBe(true)
  })

  it('[DESK-13] is noted by keyboard: a stop for each service, arrows or digits, and Enter', async () => {
    const tuid = await calledTuid()
    await card().getByRole('button', { name: 'Anotar servicios' }).focus()
    await desk.keyboard.press('Enter')
    await often('Copia legalizada').waitFor()
    expect(await focused()).toBe('spinbutton')
    await desk.keyboard.press('ArrowUp')
    await desk.keyboard.press('ArrowUp')
    await desk.keyboard.press('Tab')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type('12')
    await desk.keyboard.press('ArrowDown')
    expect(await often('Copia legalizada').getAttribute('aria-valuenow')).toBe('2')
    expect(await often('Poder').inputValue()).toBe('11')
    // A slip of the finger is no thousand.
    await desk.keyboard.press('Tab')
    await desk.keyboard.type('7x77')
    expect(await often('Certificado').inputValue()).toBe('99')
    await desk.keyboard.press('Home')
    await lookedAt(desk, 'desk-services')
    await often('Certificado').focus()
    await desk.keyboard.press('Enter')
    await closed()
    await card().getByText('Se hizo: 2 × Copia legalizada, 11 × Poder').waitFor()
    // The focus is back where it was.
    await expect
      .poll(() => desk.evaluate(() => document.activeElement?.textContent))
      .toBe('Cambiar servicios')
    expect(await rows(tuid)).toEqual([
      { service: 'Copia legalizada', quantity: 2 },
      { service: 'Poder', quantity: 11 },
    ])
    await lookedAt(desk, 'desk-services-noted')
  })

  it('[DESK-14] pressed twice is once; with no server nothing of it is lost, and a lost answer is told as done', async () => {
    const tuid = await calledTuid()
    const before = await acts()
    const change = card().getByRole('button', { name: 'Cambiar servicios' })
    await change.click()
    await sheet().getByRole('button', { name: 'Uno menos: Poder' }).click()
    await sheet().getByRole('button', { name: 'Uno más: Certificado' }).click()
    await save().dblclick()
    await closed()
    await card().getByText('Se hizo: 1 × Certificado, 2 × Copia legalizada, 10 × Poder').waitFor()
    expect(await acts()).toBe(before + 1)
    await change.click()
    await often('Poder').fill('0')
    await intercept(desk, '**/delivered', route => route.abort())
    await save().click()
    await sheet().getByRole('alert').waitFor()
    expect(await often('Poder').inputValue()).toBe('0')
    await desk.unroute('**/delivered')
    // It reaches the server, and its answer comes to nobody.
    const lost = await loseAnswers(desk, '**/delivered')
    await save().click()
    await closed()
    await lost.end()
    await card().getByText('Se hizo: 1 × Certificado, 2 × Copia legalizada').waitFor()
    expect(await acts()).toBe(before + 2)
    expect(await rows(tuid)).toHaveLength(2)
  })

  it('[DESK-12] of two clerks who note at once nobody writes over the other unread', async () => {
    const tuid = await calledTuid()
    await card().getByRole('button', { name: 'Cambiar servicios' }).click()
    await often('Poder').fill('3')
    const was = await rows(tuid)
    await actMeanwhile(desk, '**/delivered', () =>
      noteElsewhere(tuid, [{ service: 'Certificado', quantity: 5 }], was),
    )
    await save().click()
    await sheet().getByText('Otra persona cambió lo anotado.').waitFor()
    await sheet().getByText('Se hizo: 5 × Certificado').waitFor()
    // What was not touched here is theirs by now; what was stays.
    await expect.poll(() => often('Copia legalizada').inputValue()).toBe('0')
    expect(await often('Certificado').inputValue()).toBe('5')
    expect(await often('Poder').inputValue()).toBe('3')
    await picture(desk, 'desk-services-changed')
    await save().click()
    await closed()
    expect(await rows(tuid)).toEqual([
      { service: 'Certificado', quantity: 5 },
      { service: 'Poder', quantity: 3 },
    ])
    await attend()
  })

  it('[DESK-12] whoever ended is put right from the list, and from the card; a service taken away stays', async () => {
    await card().getByRole('button', { name: 'Cambiar servicios' }).waitFor()
    const tuid = await calledTuid()
    const { ticket } = await callNext()
    await desk.getByRole('radio', { name: /^Llamados/ }).check()
    const row = desk
      .getByRole('list', { name: 'Llamados' })
      .getByRole('listitem')
      .filter({ hasText: 'Poder' })
    await lookedAt(desk, 'desk-services-list', [1280])
    await desk.setViewportSize({ width: 390, height: 800 })
    await desk
      .getByRole('button', { name: 'Números', exact: true })
      .or(desk.getByRole('link', { name: 'Números', exact: true }))
      .click()
    await picture(desk, 'desk-services-list')
    await desk.setViewportSize({ width: 1280, height: 800 })
    await server.database.db
      .updateTable('offices')
      .set({ services: JSON.stringify(SERVICES.slice(0, 2)) })
      .where('id', '=', office.office_id)
      .execute()
    await row.getByRole('button', { name: /^Servicios/ }).click()
    await often('Poder').fill('4')
    await save().click()
    await closed()
    await row.getByText('Se hizo: 5 × Certificado, 4 × Poder').waitFor()
    expect(await rows(tuid)).toContainEqual({ service: 'Poder', quantity: 4 })
    await card().getByText(ticket).waitFor()
    await attend()
  })

  it('[STAT-01] [STAT-03] the day adds it up, and saves it as a table of its own', async () => {
    const page = await chromium.context.newPage()
    page.on('pageerror', error => faults.push(error.message))
    await page.goto(`${server.origin}/desk?office=${office.office_id}&page=day`)
    const done = page.getByRole('region', { name: 'Lo que se hizo' })
    await done.getByRole('row', { name: 'Certificado 5 1' }).waitFor()
    await done.getByRole('row', { name: 'Poder 4 1' }).waitFor()
    await done.scrollIntoViewIfNeeded()
    await lookedAt(page, 'day-services', [1280, 360], true)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      done.getByRole('button', { name: 'Guardar lo que se hizo como tabla' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/-services\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain(`;Certificado;5;1\r\n`)
    await page.close()
  })

  it('reads as well in Portuguese, on a narrow window too', async () => {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' })
    const page = await context.newPage()
    await page.goto(`${server.origin}/desk?office=${office.office_id}`)
    await page.getByLabel('Usuário').fill(CLERK.user)
    await page.getByLabel('Senha').fill(CLERK.password)
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByRole('button', { name: 'Anotar serviços' }).click()
    await page.getByRole('button', { name: 'Mais um: Copia legalizada' }).click()
    await lookedAt(page, 'desk-services-pt')
    expect(await brokenWords(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.goto(settings())
    await page.getByRole('heading', { name: 'O que se faz', level: 1 }).waitFor()
    await lookedAt(page, 'settings-services-pt')
    await page.goto(`${server.origin}/desk?office=${office.office_id}&page=day`)
    await page.getByRole('region', { name: 'O que foi feito' }).waitFor()
    await lookedAt(page, 'day-services-pt', [1280, 360], true)
    await context.close()
  })

  async function calledTuid(): Promise<string> {
    const { db } = server.database
    const { id } = await db
      .selectFrom('tickets')
      .select('id')
      .where('called_at', 'is not', null)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
})
