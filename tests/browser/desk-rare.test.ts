import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '#server/identity/passwords.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { CLERK, openDeskOffice } from './desk-office.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk } from './sit-down.ts'
import { takeNumberAt } from './take-number-at.ts'

const HOUR_MS = 3_600_000
const DELAY = 'Vamos con demora. Gracias por esperar.'

describeInBrowser('Chromium', 'what is rarely pressed at a desk', () => {
  let server: TestServer
  let chromium: Chromium
  let desk: Page
  let phone: Page
  let marta: number
  let office: Awaited<ReturnType<typeof openDeskOffice>>
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
    marta = (
      await db
        .insertInto('clerks')
        .values({ user_name: 'marta.diaz', name: 'Marta Díaz' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    await db.insertInto('clerk_offices').values({ clerk_id: marta, office_id: office.office_id }).execute()
    // Pedro signs in as well, and has had módulo 2 open since this morning.
    await db
      .updateTable('clerks')
      .set({ password_hash: await hashPassword(CLERK.password) })
      .where('user_name', '=', 'pedro.soto')
      .execute()
    await db
      .deleteFrom('clerk_offices')
      .where('office_id', '<>', office.office_id)
      .where('clerk_id', '<>', office.clerk_id)
      .execute()
    await db
      .updateTable('modulos')
      .set({ opened_at: new Date(server.clock.now().getTime() - 3 * HOUR_MS) })
      .where('name', '=', '2')
      .execute()
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    desk = watched(chromium.page)
    phone = await another({ width: 360, height: 800 })
    await takeNumberAt(phone, `${server.origin}/offices/notaria-91/lines/retiro/take`)
    await desk.goto(`${server.origin}/desk?office=${office.office_id}`)
    await signInAtDesk(desk)
    await desk.getByText('¿En qué módulo estás?').waitFor()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  function watched(page: Page): Page {
    page.setDefaultTimeout(30_000)
    page.on('pageerror', error => faults.push(error.message))
    return page
  }
  async function another(viewport: { width: number; height: number }): Promise<Page> {
    const context = await chromium.context.browser()?.newContext({ viewport, locale: 'es-CL' })
    return watched((await context?.newPage()) ?? expect.fail('no browser'))
  }
  const button = (name: string | RegExp) => desk.getByRole('button', { name, exact: true })
  const dialog = (name?: string | RegExp) => desk.getByRole('dialog', { ...(name && { name }) }).last()
  const press = (name: string | RegExp, title?: string | RegExp) =>
    dialog(title).getByRole('button', { name, exact: true }).click()
  const lines = () =>
    server.database.db
      .selectFrom('lines')
      .select(['frozen', 'closed_until'])
      .where('office_id', '=', office.office_id)
      .execute()
  const moduloOf = async (name: string) =>
    (
      await server.database.db
        .selectFrom('modulos')
        .select('clerk_id')
        .where('office_id', '=', office.office_id)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
    ).clerk_id

  it('[DESK-08] a módulo that somebody left open is offered with since when, and taken over after a question', async () => {
    const two = desk.getByRole('button', { name: /^Módulo\s*2/ })
    await two.getByText(/Sin uso desde las \d+:\d\d: puedes tomarlo/).waitFor()
    await two.click()
    await lookedAt(desk, 'desk-take-over')
    await press('Tomar el módulo 2')
    await desk.getByRole('heading', { name: 'Módulo 2', exact: true }).waitFor()
    expect(await moduloOf('2')).toBe(office.clerk_id)
  })

  it('[DESK-10] a prepared sentence goes to one who waits', async () => {
    await button('Más sobre R001').click()
    await press('Avisar R001')
    await dialog().getByText(DELAY).click()
    await press('Enviar')
    await dialog().getByText('Enviado').waitFor()
    await press('Listo')
    await press('Cerrar')
    await phone.getByText(DELAY).first().waitFor()
    await phone.getByRole('button', { name: 'Entendido' }).first().click()
  })

  it('[SEC-03] a false number is taken away, and whoever holds it is told', async () => {
    await button('Más sobre R001').click()
    const question = '¿Quitar R001?'
    const sheet = desk.getByRole('dialog', { name: 'R001', exact: true })
    await sheet.getByRole('button', { name: 'Quitar R001' }).click()
    await lookedAt(desk, 'desk-remove')
    await press('Volver', question)
    await desk.getByRole('dialog', { name: question }).waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'Quitar R001' }).click()
    await press('Quitar R001', question)
    await button('Más sobre R001').waitFor({ state: 'detached' })
    await sheet.waitFor({ state: 'detached' })
    await phone.getByText('quitó tu número').first().waitFor()
    const removed = await server.database.db
      .selectFrom('tickets')
      .select('state')
      .where('line_id', '=', office.lineId('retiro'))
      .execute()
    expect(removed).toEqual([{ state: 'removed' }])
  })

  it('[DESK-09] all lines rest and go on by one press each, and so does the day', async () => {
    await button('Filas').click()
    await button('Congelar todas').click()
    await lookedAt(desk, 'desk-freeze-all')
    await press('Congelar todas')
    await button('Descongelar todas').waitFor()
    expect((await lines()).map(({ frozen }) => frozen)).toEqual([true, true, true])
    await button('Descongelar todas').click()
    await press('Descongelar todas')
    await button('Congelar todas').waitFor()
    expect((await lines()).map(({ frozen }) => frozen)).toEqual([false, false, false])
    await button('Cerrar el día').click()
    await press('Cerrar el día')
    await button('Abrir las filas otra vez').waitFor()
    await lookedAt(desk, 'desk-day-closed')
    expect((await lines()).every(({ closed_until }) => closed_until !== null)).toBe(true)
    await button('Abrir las filas otra vez').click()
    await button('Cerrar el día').waitFor()
    expect((await lines()).every(({ closed_until }) => closed_until === null)).toBe(true)
  })

  it('[ADMIN-03] somebody gets another role, and a link where they forgot their password', async () => {
    await desk.goto(`${server.origin}/desk?office=${office.office_id}&page=people`)
    await button(/^Marta Díaz/).click()
    await dialog()
      .getByRole('radio', { name: /^Supervis/ })
      .check()
    await press('Guardar')
    await expect
      .poll(() =>
        server.database.db.selectFrom('clerk_offices').select('role').where('clerk_id', '=', marta).execute(),
      )
      .toEqual([{ role: 'supervisor' }])
    await button(/^Pedro Soto/).click()
    await press('Olvidó su contraseña: hacer un enlace')
    const link = await desk.getByLabel('El enlace', { exact: true }).inputValue()
    await press('Cerrar')
    const own = await another({ width: 390, height: 844 })
    await own.goto(link)
    await own.getByRole('heading', { name: 'Elige una contraseña nueva' }).waitFor()
    await own.getByLabel('Contraseña', { exact: true }).fill('una clave muy distinta')
    await own.getByRole('button', { name: 'Entrar', exact: true }).click()
    await own.getByText('¿En qué módulo estás?').waitFor()
    await own.context().close()
  })

  it('[ADMIN-03] who is retired in the middle of a call is out, and whom they called is there for the next', async () => {
    await issuePaperNumber(server.queue, { office_id: office.office_id, line_id: office.lineId('copias') })
    const own = await another({ width: 1280, height: 800 })
    await own.goto(`${server.origin}/desk?office=${office.office_id}`)
    await own.getByLabel('Usuario').fill('pedro.soto')
    await own.getByLabel('Contraseña').fill('una clave muy distinta')
    await own.keyboard.press('Enter')
    await own.getByRole('button', { name: /^Módulo\s*1/ }).click()
    await own.getByRole('button', { name: /^Llamar al siguiente/ }).click()
    await own.getByRole('article').getByText('C001').first().waitFor()
    await desk.reload()
    await button(/^Pedro Soto/).click()
    await press('Ya no trabaja aquí')
    await button('Retirar a Pedro Soto').click()
    await desk.getByText('C001 sigue en el módulo 1.', { exact: false }).waitFor()
    await lookedAt(desk, 'desk-retired-in-call')
    await press('Cerrar')
    await own.getByText('Entra otra vez y sigues donde ibas.').waitFor()
    await own.context().close()
    await desk.goto(`${server.origin}/desk?office=${office.office_id}`)
    await desk.getByRole('heading', { name: 'Módulo 2' }).waitFor()
    await button('Cerrar módulo').click()
    await desk.getByRole('button', { name: /^Módulo\s*1/ }).click()
    await desk.getByRole('article').getByText('C001').first().waitFor()
    expect(await moduloOf('1')).toBe(office.clerk_id)
  })

  it('[ADMIN-02] [DESK-10] limits, the light, messages and the policy are saved, and hold', async () => {
    const settings = async (section: string) => {
      await desk.goto(`${server.origin}/desk?office=${office.office_id}&page=settings&section=${section}`)
      await desk.getByRole('heading', { level: 1 }).first().waitFor()
    }
    const save = async () => {
      await button('Guardar').click()
      await desk.getByRole('status').filter({ hasText: 'Guardado.' }).waitFor()
    }
    await settings('numbers')
    await desk.getByLabel('Números al día por persona').fill('2')
    await desk.getByLabel('Con otros límites que los de siempre').check()
    await desk.getByLabel('Amarilla desde, en personas').fill('2')
    await desk.getByLabel('Roja desde, en personas').fill('4')
    await save()
    await settings('messages')
    await button('Agregar un mensaje').click()
    for (const [at, words] of ['Trae tu carné', 'Bring your card', 'Traga o documento'].entries())
      await desk.getByRole('textbox').nth(at).fill(words)
    await save()
    await settings('policy')
    await desk.getByRole('radio', { name: 'Una de esta oficina' }).check()
    for (const [at, words] of ['2026-11', 'Guardamos poco.', 'We keep little.', 'Guardamos pouco.'].entries())
      await desk.getByRole('textbox').nth(at).fill(words)
    await save()
    const kept = await server.database.db
      .selectFrom('offices')
      .selectAll()
      .where('id', '=', office.office_id)
      .executeTakeFirstOrThrow()
    const said = JSON.stringify(kept)
    for (const words of ['Trae tu carné', 'Traga o documento', '2026-11']) expect(said).toContain(words)
  })
})
