import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemRandom } from '#server/platform/random.ts'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { answered } from './answered.ts'
import { CLERK, openDeskOffice, takeNumber } from './desk-office.ts'
import { intercept } from './intercept.ts'
import { lookedAt } from './looked-at.ts'

describeInBrowser('Chromium', 'the desk', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []
  const pictures = (name: string) => lookedAt(page, `desk-${name}`)

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    page = chromium.page
    page.on('pageerror', error => faults.push(error.message))
    page.on('console', message => {
      // A refused answer is a line in the console, whatever the page makes of it.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text())
    })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const exactly = (name: string) => page.getByRole('button', { name, exact: true })
  /** The one thing to press next, whatever it says of who stands here. */
  const call = () => button('lamar al siguiente')
  const card = () => page.getByRole('article')
  const number = () => page.getByRole('article').locator('.numerals').first()

  it('names what is missing, and a wrong password, at the door', async () => {
    await page.goto(`${server.origin}/desk`)
    await page.getByLabel('Usuario').waitFor()
    await pictures('sign-in')
    await button('Entrar').click()
    await page.getByRole('alert').getByText('Escribe tu usuario').waitFor()
    await pictures('sign-in-faults')
    await page.getByLabel('Usuario').fill(CLERK.user)
    await page.getByLabel('Contraseña').fill('no es esta')
    await page.keyboard.press('Enter')
    await page.getByText('El usuario o la contraseña no coinciden').waitFor()
  })

  it('lets the clerk in, to the offices where they work, while somebody on the same network guesses', async () => {
    // The pause that they brought never ends by itself: the server's clock stands still.
    const guess = () => server.ask('desk', '/session', { body: { ...CLERK, password: 'otra' } })
    await waitFor('the pause', async () => (await guess()).status === 429)
    let letThrough = () => {}
    const held = new Promise<void>(resolve => (letThrough = resolve))
    await intercept(page, '**/services/desk/captcha', route => held.then(() => route.continue()))
    await page.getByLabel('Contraseña').fill(CLERK.password)
    await button('Entrar').click()
    await page.getByRole('status').getByText('Comprobamos tu navegador').waitFor()
    await pictures('sign-in-proving')
    letThrough()
    await page.getByRole('heading', { name: '¿Dónde atiendes hoy?' }).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(92)
    await pictures('offices')
    await page.getByRole('searchbox').fill('norte')
    expect(await page.getByRole('listitem').count()).toBe(1)
    await button('Notaría Norte').click()
  })

  it('offers the free modules, and says who has the others', async () => {
    await page.getByText('Lo tiene Pedro Soto').waitFor()
    await pictures('modulos')
    // Asked first; whoever thinks better of it takes nothing.
    await button('Módulo 2').click()
    await page.getByRole('dialog').getByText('Lo tiene abierto Pedro Soto').waitFor()
    await pictures('take-over')
    await page.getByRole('dialog').getByRole('button', { name: 'Volver' }).click()
    await button('Módulo 3').click()
    await page.getByRole('heading', { name: 'Módulo 3' }).waitFor()
    await page.getByText('Nadie espera', { exact: true }).waitFor()
    await pictures('nobody')
  })

  it('says so where nobody waits', async () => {
    await call().click()
    await page.getByText('Nadie espera en las filas que atiendes.').waitFor()
  })

  it('calls a number that a person has taken, with their answers and their signs', async () => {
    const first = await takeNumber(server, {
      office_id: office.office_id,
      line_id: office.lineId('firmas'),
      answers: { tramite: 'Autorizar la venta de un auto', firmados: 'Sí, los dos ejemplares' },
    })
    for (const slug of ['firmas', 'firmas', 'retiro'])
      await takeNumber(server, { office_id: office.office_id, line_id: office.lineId(slug) })
    server.clock.advance(7 * 60_000)
    await page.getByText('Esperan 4 personas.').waitFor()
    await call().click()
    await card().getByText('A001').waitFor()
    await card().getByText('Autorizar la venta de un auto').waitFor()
    await card().getByText('7 min', { exact: true }).waitFor()

    await server.ask('turns', `/tickets/${first.ticket.tuid}/on-my-way`, {
      method: 'POST',
      token: first.token,
    })
    await card().getByText('Va en camino').waitFor()
    const delivery = systemRandom.uuid()
    await server.database.db
      .insertInto('push_deliveries')
      .values({
        id: delivery,
        subscription_id: systemRandom.uuid(),
        user_id: first.ticket.user_id,
        ticket_id: first.ticket.tuid,
        kind: 'call',
        sent_at: server.clock.now(),
        status: 201,
        shown_at: null,
        calls: 1,
      })
      .execute()
    expect(await page.getByText('Aviso sin confirmar').count()).toBe(1)
    await server.ask('push', `/deliveries/${delivery}`, { body: { shown: true } })
    await page.getByText('Aviso recibido').waitFor()
    await pictures('called')

    const owner = await (await server.ask('v1', `/user/v2/tickets/${first.ticket.tuid}`, first)).json()
    expect(owner).toMatchObject({ state: 'called', modulo: '3' })
  })

  it('calls again, and keeps its buttons in their place whatever becomes of the number', async () => {
    const before = await call().boundingBox()
    await button('Llamar otra vez').click()
    await page.getByText('Llamado 2 veces').first().waitFor()
    await button('No llegó').click()
    await page.getByRole('article').getByText('No llegó', { exact: true }).waitFor()
    await pictures('absent')
    expect(await call().evaluate(own => own === document.activeElement)).toBe(true)
    expect(await call().boundingBox()).toEqual(before)
    await button('Llamar otra vez').click()
    await page.getByText('Llamado 3 veces').first().waitFor()
    await button('Sí, atiendo').click()
    await exactly('Atendido').waitFor()
    expect(await button('Deshacer').isDisabled()).toBe(true)
    await pictures('arrived')
    await exactly('Atendido').click()
    await card().getByText('Atendido').waitFor()
    await pictures('attended')
    expect(await call().boundingBox()).toEqual(before)
  })

  it('[DESK-06] asks whether the last one came in the press that calls the next, and both answers go on', async () => {
    await call().click()
    await card().getByText('A002').waitFor()
    await answered(page)
    await call().click()
    await page.getByRole('group', { name: '¿Llegó el A002?' }).waitFor()
    expect(await button('Sí, y llamar').evaluate(own => own === document.activeElement)).toBe(true)
    await pictures('question')
    // Whoever thinks better of it has called nobody.
    await exactly('Volver').click()
    expect(await call().evaluate(own => own === document.activeElement)).toBe(true)
    expect(await number().textContent()).toBe('A002')
    await call().click()
    await button('No, y llamar').click()
    await card().getByText('A003').waitFor()
    await page.getByRole('radio', { name: 'Perdidos 1' }).check()
    await page.getByRole('listitem').filter({ hasText: 'A002' }).getByText('No llegó').waitFor()
    await pictures('missed')
  })

  it('[DESK-03] takes a call back while its seconds run, and says so in the line', async () => {
    await page.getByText(/· \d+ s/).waitFor()
    await button('Deshacer').click()
    await page.getByRole('radio', { name: /^Esperan/ }).check()
    const row = page.getByRole('listitem').filter({ hasText: 'A003' })
    await row.waitFor()
    expect(await button('Deshacer').isDisabled()).toBe(true)
    await answered(page)
    await call().click()
    await card().getByText('A003').waitFor()
    expect(await card().getByText('Llamado a las').first().isVisible()).toBe(true)
  })

  it('[DESK-02] calls one of the list out of turn, with a reason, and who was here is said first', async () => {
    const line_id = office.lineId('firmas')
    for (let taken = 0; taken < 3; taken++) {
      await takeNumber(server, {
        office_id: office.office_id,
        line_id,
        answers: { tramite: taken === 1 ? 'Ñandú: permiso de caza' : 'Poder simple' },
      })
    }
    await page.getByRole('searchbox').fill('nandu')
    await page.getByRole('listitem').filter({ hasText: 'A005' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'A004' }).waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('5')
    await button('Llamar A005').click()
    const dialog = page.getByRole('dialog', { name: 'Llamar a A005 ahora' })
    await dialog.getByText('¿llegó el A003?').waitFor()
    await dialog.getByRole('radio', { name: 'Otra razón' }).check()
    await dialog.getByRole('button', { name: 'Sí llegó' }).click()
    await dialog.getByText('Escribe la razón').first().waitFor()
    await dialog.getByLabel('Cuál').fill('Trajo el papel que faltaba')
    await pictures('out-of-turn')
    await dialog.getByRole('button', { name: 'Sí llegó' }).click()
    await card().getByText('A005').waitFor()
    const [act] = await server.database.db
      .selectFrom('desk_acts')
      .select(['reason', 'clerk_id'])
      .where('act', '=', 'called-out-of-turn')
      .execute()
    expect(act).toEqual({ reason: 'Trajo el papel que faltaba', clerk_id: office.clerk_id })
    await page.getByRole('searchbox').fill('')
    await button('Sí, atiendo').click()
    await exactly('Atendido').click()
    await card().getByText('Atendido').waitFor()
  })

  it('calls only from the lines that it serves', async () => {
    await exactly('Filas').click()
    await button('Quitar todas').click()
    await page.getByText('Marca al menos una fila para llamar.').waitFor()
    expect(await call().isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: 'Retiro de documentos' }).check()
    await call().click()
    await page.getByRole('article').getByText('R001').waitFor()
    await page.reload()
    await page.getByRole('article').getByText('R001').waitFor()
    await exactly('Filas').click()
    expect(await page.getByRole('checkbox', { name: 'Firmas y autorizaciones' }).isChecked()).toBe(false)
    await button('Marcar todas').click()
    await page.getByText('Esperan 2 personas.').waitFor()
  })

  it('freezes a line after asking, and thaws it', async () => {
    const lines = () => page.getByRole('region', { name: 'Tus filas' })
    const freeze = button('Congelar Copias legales')
    await freeze.click()
    await page.getByRole('dialog').waitFor()
    await pictures('freeze')
    await button('Volver').click()
    expect(await lines().getByText('Congelada').count()).toBe(0)
    await freeze.click()
    await button('Congelar la fila').click()
    await lines().getByText('Congelada').waitFor()
    await pictures('frozen')
    await expect(
      takeNumber(server, { office_id: office.office_id, line_id: office.lineId('copias') }),
    ).rejects.toThrow('line-frozen')
    await button('Descongelar Copias legales').click()
    await button('Descongelar la fila').click()
    await lines().getByText('Congelada').waitFor({ state: 'detached' })
    await takeNumber(server, { office_id: office.office_id, line_id: office.lineId('copias') })
  })

  it('without a network shows what it last saw, since when, and comes back by itself', async () => {
    await goOffline(chromium.context)
    await page.getByText('Lo que ves es de las').waitFor()
    await button('Sí, atiendo').click()
    await page.getByText('No llegó respuesta').waitFor()
    expect(await number().textContent()).toBe('R001')
    await pictures('offline')
    await goOffline(chromium.context, false)
    await page.getByText('Lo que ves es de las').waitFor({ state: 'detached' })
    // It never reached the server, and the desk says which.
    await page.getByText('Lo último que pediste no se hizo.').waitFor()
    await pictures('not-done')
  })

  it('asks for the password over the work when the session ends, and goes on where it was', async () => {
    await server.database.db
      .updateTable('sessions')
      .set({ revoked_at: server.clock.now() })
      .where('clerk_id', '=', office.clerk_id)
      .execute()
    const dialog = page.getByRole('alertdialog', { name: 'Tu sesión terminó' })
    await dialog.waitFor()
    await pictures('session-over')
    await dialog.getByLabel('Usuario').fill(CLERK.user)
    await dialog.getByLabel('Contraseña').fill(CLERK.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await number().textContent()).toBe('R001')
    await button('Llamar otra vez').click()
    await page.getByText('Llamado 2 veces').first().waitFor()
  })

  it('shows every stop of the keyboard, and calls by keys alone', async () => {
    await page.getByRole('heading', { level: 1 }).focus()
    const stops: string[] = []
    for (let stop = 0; stop < 12; stop++) {
      await page.keyboard.press('Tab')
      stops.push(
        await page.evaluate(() => {
          const own = document.activeElement as HTMLElement
          const { outlineStyle, outlineWidth } = getComputedStyle(own)
          const seen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
          return `${own.textContent || own.getAttribute('aria-label') || own.id}${seen ? '' : ' (unseen)'}`
        }),
      )
    }
    expect(stops.filter(stop => stop.endsWith('(unseen)'))).toEqual([])
    expect(stops).toEqual(
      expect.arrayContaining(['Cerrar módulo', 'Atender', 'Filas', 'Salir', 'No llegó', 'Llamar otra vez']),
    )
    await exactly('Atender').click()
    // The one next thing, wherever the focus is: they came; then they are attended, and the next is called.
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Control+Enter')
    await exactly('Atendido').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('A004').waitFor()
  })

  it('leaves the module free and the browser signed out', async () => {
    await button('Salir').click()
    const dialog = page.getByRole('dialog', { name: '¿Llegó el A004?' })
    await dialog.waitFor()
    await pictures('leave')
    await dialog.getByRole('button', { name: 'Sí llegó' }).click()
    await page.getByRole('heading', { name: 'Entra a tu mesón' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Entra a tu mesón' }).waitFor()
    const open = await server.database.db
      .selectFrom('modulos')
      .select('name')
      .where('clerk_id', '=', office.clerk_id)
      .execute()
    expect(open).toEqual([])
    expect((await chromium.context.cookies()).filter(cookie => cookie.name.includes('desk'))).toEqual([])
  })

  it('broke nothing that the browser would complain of', async () => {
    await waitFor('the page to be at rest', () => page.evaluate(() => document.readyState === 'complete'))
    expect(faults).toEqual([])
  })
})
