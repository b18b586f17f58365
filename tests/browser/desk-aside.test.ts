import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '#server/identity/passwords.ts'
import { systemRandom } from '#server/platform/random.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { actMeanwhile } from './act-meanwhile.ts'
import { answered } from './answered.ts'
import { axeFaults } from './axe-faults.ts'
import { CLERK, openDeskOffice } from './desk-office.ts'
import { intercept } from './intercept.ts'
import { lookedAt } from './looked-at.ts'
import { sitDown } from './sit-down.ts'

/** Nothing lies over its middle. */
const isInSight = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

describeInBrowser('Chromium', 'what becomes of a number after its call', () => {
  let server: TestServer
  let chromium: Chromium
  let desk: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
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
  const list = (name: string | RegExp) => desk.getByRole('radio', { name })
  const listed = (name: string, ticket: string) =>
    desk.getByRole('list', { name }).getByRole('listitem').filter({ hasText: ticket })
  const callNext = async () => {
    await answered(desk)
    await button('Llamar al siguiente').click()
  }
  const attend = async () => {
    await button('Sí, atiendo').click()
    await desk.getByRole('button', { name: 'Atendido', exact: true }).click()
  }
  /** Called, and both sides have seen it. */
  const meet = async (page: Page, ticket: string) => {
    await callNext()
    await page.getByText('Es tu turno').first().waitFor()
    await desk.getByRole('article').getByText(ticket).waitFor()
    await answered(desk)
  }

  /** Somebody's own, on the screen of the number that they hold. */
  async function phoneWith(slug: string): Promise<{ page: Page; ticket: string }> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'es-CL' })
    const { token, cookie } = await server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: server.origin, httpOnly: true }])
    const response = await server.ask('v1', `/offices/${office.office_id}/tickets/new`, {
      token,
      body: { line_id: office.lineId(slug), request_id: systemRandom.uuid() },
    })
    const { tuid, ticket } = (await response.json()) as { tuid: string; ticket: string }
    const page = await context.newPage()
    page.on('pageerror', error => faults.push(error.message))
    await page.goto(`${server.origin}/tickets/${tuid}`)
    await page.getByText(ticket).first().waitFor()
    return { page, ticket }
  }

  /** A colleague, who notes something of whoever is called. */
  async function anotherDesk() {
    const { db } = server.database
    const password_hash = await hashPassword(CLERK.password)
    await db.updateTable('clerks').set({ password_hash }).where('user_name', '=', 'pedro.soto').execute()
    const body = { user: 'pedro.soto', password: CLERK.password }
    const { token } = (await (await server.ask('desk', '/session', { body })).json()) as { token: string }
    const called = db.selectFrom('tickets').select('id').where('state', '=', 'called')
    const { id: tuid } = await called.executeTakeFirstOrThrow()
    return async (note: string, was: string | null) => {
      const path = `/offices/${office.office_id}/tickets/${tuid}/note`
      expect((await server.ask('desk', path, { token, body: { note, was } })).status).toBe(200)
    }
  }

  it('[DESK-07] whoever fetches a paper stands aside, their phone says so, and one press calls them again', async () => {
    const { page, ticket } = await phoneWith('firmas')
    await meet(page, ticket)
    await button('Espera').focus()
    await desk.keyboard.press('Enter')
    await page.getByText('Te guardan el lugar').first().waitFor()
    await list('En espera 1').check()
    await listed('En espera', ticket).waitFor()
    await lookedAt(desk, 'desk-parked')
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'app-parked', true)
    // Loaded anew it is said as well, and also with no network.
    await page.reload()
    await page.getByText('Te guardan el lugar').first().waitFor()
    await answered(desk)
    await button(`Llamar ${ticket}`).click()
    await page.getByText('Es tu turno').first().waitFor()
    await desk.getByText('Llamado 2 veces').first().waitFor()
    await answered(desk)
    await button('Espera').click()
    await button(`Devolver a la fila ${ticket}`).waitFor()
    await answered(desk)
    await button(`Devolver a la fila ${ticket}`).click()
    await page.getByText('Sigues tú').first().waitFor()
    await callNext()
    await attend()
    await page.context().close()
  })

  it('[DESK-05] whoever stands at the wrong desk goes on in the other line, by keyboard, with the number that they have', async () => {
    const { page, ticket } = await phoneWith('firmas')
    await meet(page, ticket)
    await button('Derivar').focus()
    await desk.keyboard.press('Enter')
    await sheet()
      .getByRole('heading', { name: `Derivar ${ticket}` })
      .waitFor()
    await sheet()
      .getByRole('radio', { name: /Retiro de documentos/ })
      .focus()
    await desk.keyboard.press('Space')
    await lookedAt(desk, 'desk-transfer')
    await sheet().getByRole('button', { name: 'Derivar', exact: true }).focus()
    await desk.keyboard.press('Enter')
    await page.getByText('Retiro de documentos').first().waitFor()
    await page.getByText('Sigues tú').first().waitFor()
    expect(await page.getByText(ticket).first().isVisible()).toBe(true)
    await expect.poll(() => button('Espera').isDisabled()).toBe(true)
    // Called there, and sent to another desk, which is the one that calls.
    await meet(page, ticket)
    await button('Derivar').click()
    await sheet()
      .getByRole('radio', { name: /Módulo 2/ })
      .check()
    await sheet().getByRole('button', { name: 'Derivar', exact: true }).click()
    await page.getByText('Ahora te llama el módulo 2').waitFor()
    await picture(page, 'app-transferred', true)
    await callNext()
    await desk.getByText('A quienes esperan los llama otro módulo: los derivaron ahí.').waitFor()
    await page.context().close()
  })

  it('[DESK-05] [DESK-12] what a clerk notes goes along, is written over by nobody unread, and never lost', async () => {
    const { page, ticket } = await phoneWith('firmas')
    // Who was sent to the other desk waits, too.
    await list(/^Esperan /).check()
    await button(`Más sobre ${ticket}`).click()
    await sheet().getByRole('button', { name: 'Anotar algo' }).click()
    const words = sheet().getByLabel('Qué conviene saber')
    await words.fill('Trae el poder de su madre')
    await lookedAt(desk, 'desk-note')
    // Without the server nothing is lost of what was typed, and it can be pressed again.
    await intercept(desk, '**/note', route => route.abort())
    await sheet().getByRole('button', { name: 'Guardar la nota' }).click()
    await sheet().getByRole('alert').waitFor()
    expect(await words.inputValue()).toBe('Trae el poder de su madre')
    await desk.unroute('**/note')
    await sheet().getByRole('button', { name: 'Guardar la nota' }).click()
    await words.waitFor({ state: 'detached' })
    await desk.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await listed('Esperan', ticket).getByText('Trae el poder de su madre').first().waitFor()
    await meet(page, ticket)
    const card = desk.getByRole('article')
    await card.getByText('Trae el poder de su madre').waitFor()
    await picture(desk, 'desk-noted')
    // Seen at once, without moving the page.
    expect(await card.getByText('Trae el poder de su madre').evaluate(isInSight)).toBe(true)
    expect(await page.getByText('poder').count()).toBe(0)
    await card.getByRole('button', { name: 'Cambiar la nota' }).focus()
    await desk.keyboard.press('Enter')
    await words.fill('Falta la firma')
    const noteElsewhere = await anotherDesk()
    await actMeanwhile(desk, '**/note', () =>
      noteElsewhere('Su hermana viene más tarde', 'Trae el poder de su madre'),
    )
    const save = sheet().getByRole('button', { name: 'Guardar la nota' })
    await save.click()
    await sheet().getByText('Su hermana viene más tarde').waitFor()
    expect(await words.inputValue()).toBe('Falta la firma')
    await picture(desk, 'desk-note-changed')
    await save.click()
    await card.getByText('Falta la firma').waitFor()
    await card.getByRole('button', { name: 'Cambiar la nota' }).click()
    await sheet().getByRole('button', { name: 'Quitar la nota' }).click()
    // Where there was none, and one comes while another is written.
    await card.getByRole('button', { name: 'Anotar algo' }).click()
    await words.fill('Ya la trajo')
    await actMeanwhile(desk, '**/note', () => noteElsewhere('Vuelve el jueves', null))
    await save.click()
    await sheet().getByText('Vuelve el jueves').waitFor()
    expect(await words.inputValue()).toBe('Ya la trajo')
    await save.click()
    await card.getByText('Ya la trajo').waitFor()
    await attend()
    await page.context().close()
  })

  it('[DESK-05] a frozen line is asked about before anybody is sent there', async () => {
    const { page, ticket } = await phoneWith('firmas')
    await server.database.db
      .updateTable('lines')
      .set({ frozen: true })
      .where('id', '=', office.lineId('copias'))
      .execute()
    await meet(page, ticket)
    await button('Derivar').click()
    await sheet()
      .getByRole('radio', { name: /Copias legales/ })
      .check()
    await sheet().getByText('Esa fila está congelada: no da números. ¿Derivar igual?').waitFor()
    await sheet().getByRole('button', { name: 'Derivar igual' }).click()
    await page.getByText('Copias legales').first().waitFor()
    await callNext()
    await attend()
    await page.context().close()
  })

  it('[DESK-04] whoever missed their call says that they are here, not without a network; and the clerk brings them back', async () => {
    const { page, ticket } = await phoneWith('firmas')
    await meet(page, ticket)
    await button('No llegó').click()
    const here = page.getByRole('button', { name: 'Ya llegué' })
    await here.waitFor()
    await page.getByText(/vuelves al principio de la fila/).waitFor()
    await list('Perdidos 1').check()
    await listed('Perdidos', ticket).waitFor()
    await lookedAt(desk, 'desk-missed')
    await lookedAt(page, 'app-missed')
    await page.context().setOffline(true)
    await page.getByText('Sin conexión no podemos avisar a la oficina. Dilo en un módulo.').waitFor()
    expect(await here.isDisabled()).toBe(true)
    await page.context().setOffline(false)
    await here.click()
    await page.getByText('Sigues tú').first().waitFor()
    await desk.getByText('Hoy nadie perdió su turno').waitFor()
    await meet(page, ticket)
    await button('No llegó').click()
    await page.getByText('Vuelves al final de la fila, con el mismo número.').waitFor()
    // Loaded anew, the page hears that a clerk brought it back.
    await page.reload()
    await here.waitFor()
    await button(`Traer de vuelta ${ticket}`).focus()
    await desk.keyboard.press('Enter')
    await page.getByText('Sigues tú').first().waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })
})
