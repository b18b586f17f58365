import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wallTime } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { systemRandom } from '#server/platform/random.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { actMeanwhile } from './act-meanwhile.ts'
import { axeFaults } from './axe-faults.ts'
import { CLERK, openDeskOffice } from './desk-office.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk } from './sit-down.ts'
import { takeNumberAt } from './take-number-at.ts'

/** Where they are kept. */
const SETTINGS = '**/settings'
const SLUG = 'notaria-91'
const WIDE = { width: 1280, height: 800 }

describeInBrowser('Chromium', 'the settings of an office', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  const at = (place = '') => `${server.origin}/desk?office=${office.office_id}&page=settings${place}`
  const press = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true }).click()
  const heading = (name: string, on = page) => on.getByRole('heading', { name, exact: true, level: 1 })
  const bar = (on = page) => on.getByRole('status').filter({ hasText: /./ }).last()
  const said = (words: string | RegExp, on = page) => bar(on).filter({ hasText: words }).waitFor()
  /** A section, by its card in the list. */
  const open = async (name: string, on = page) => {
    await on
      .getByRole('navigation', { name: 'Ajustes' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
    await heading(name, on).waitFor()
  }
  const card = (name: string) =>
    page.getByRole('navigation', { name: 'Ajustes' }).getByRole('button', { name: new RegExp(`^${name}`) })

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    await sql`update clerk_offices set role = 'supervisor' where office_id = ${office.office_id}`.execute(
      server.database.db,
    )
    await sql`update clerks set password_hash = ${await hashPassword(CLERK.password)}`.execute(
      server.database.db,
    )
    await sql`update offices set hours = ${JSON.stringify(
      [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '08:00', to: '20:00' })),
    )}::jsonb where id = ${office.office_id}`.execute(server.database.db)
    chromium = await launchChromium({ viewport: WIDE })
    page = chromium.page
    page.setDefaultTimeout(30_000)
    page.on('pageerror', error => faults.push(error.message))
    await page.goto(`${server.origin}/desk?office=${office.office_id}`)
    await signInAtDesk(page)
    await page.getByText('¿En qué módulo estás?').waitFor()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  it('[ADMIN-02] open from the account, and say how each part stands', async () => {
    await press('Ana Rojas')
    await press(/^Ajustes de la oficina/)
    await heading('Ajustes de la oficina').waitFor()
    await card('Horario').filter({ hasText: 'Todos los días 8:00' }).waitFor()
    await card('Filas').filter({ hasText: 'Firmas y autorizaciones' }).waitFor()
    await lookedAt(page, 'settings')
  })

  it('[ADMIN-02] say new hours to whoever has the office open, at once', async () => {
    const phone = await chromium.context.newPage()
    // A guest hears nothing: somebody who holds a number.
    await takeNumberAt(phone, `${server.origin}/offices/${SLUG}/lines/retiro/take`)
    await phone.goto(`${server.origin}/offices/${SLUG}`)
    await phone.getByText('Abierto hasta las 20:00').first().waitFor()
    await open('Horario')
    await lookedAt(page, 'settings-hours')
    await page.getByLabel('lunes, cierra').fill('19:15')
    await said('Sin guardar: Horario')
    await press('Copiar lunes a otros días')
    for (const day of ['sábado', 'domingo']) await page.getByRole('checkbox', { name: day }).check()
    await picture(page, 'settings-copy')
    await press('Copiar a estos días')
    await page.getByText('Todos los días 8:00').last().waitFor()
    await press('Guardar')
    await said('Guardado.')
    await phone.getByText('Abierto hasta las 19:15').first().waitFor()
    // What was a slip is taken back where it is said that it was saved.
    await press('Deshacer')
    await said('Deshecho: quedó como antes.')
    expect(await page.getByLabel('lunes, cierra').inputValue()).toBe('20:00')
    await phone.getByText('Abierto hasta las 20:00').first().waitFor()
    await phone.close()
  })

  it('[ADMIN-02] of two hours that cross are refused at the second, which has the focus', async () => {
    await press('Agregar horas el miércoles')
    const opens = page.getByLabel('miércoles, abre').last()
    await expect.poll(() => opens.evaluate(own => own === document.activeElement)).toBe(true)
    await opens.fill('19:00')
    await page.getByLabel('miércoles, cierra').last().fill('22:00')
    await open('Módulos')
    await press('Guardar')
    // Back where it is wrong.
    await heading('Horario').waitFor()
    await page.getByText('Se cruza con otro horario del mismo día.').first().waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
      .toBe('true')
    await picture(page, 'settings-fault')
    await page.getByLabel('miércoles, abre').last().fill('20:00')
    await page.getByText('Se cruza con otro horario del mismo día.').first().waitFor({ state: 'detached' })
    await press('Descartar')
    await press('Descartar los cambios')
  })

  it('[ADMIN-02] give a new line, in which a phone takes a number', async () => {
    await open('Filas')
    await press('Agregar una fila')
    await page.getByLabel('Cómo se llama').fill('Legalizaciones')
    await page.keyboard.press('Enter')
    await heading('Legalizaciones').waitFor()
    expect(await page.getByLabel('Letra de sus números').inputValue()).toBe('B')
    await lookedAt(page, 'settings-line')
    await press(/^Preguntas al sacar número/)
    await press('Agregar una pregunta')
    await page.getByLabel('Pregunta', { exact: true }).fill('¿Para qué país?')
    await page.getByLabel('Tipo de respuesta').selectOption('select')
    await page.getByLabel('Opciones').fill('Argentina\nPerú')
    // As its customer sees it, by the same field.
    const preview = page.getByRole('region', { name: 'Así la ve la gente' })
    await preview.getByLabel('¿Para qué país?').selectOption('Perú')
    await preview.getByRole('button', { name: 'Probar las respuestas' }).click()
    await preview.getByText('Así sirve.').waitFor()
    await lookedAt(page, 'settings-form')
    await press('Guardar')
    await said('Guardado.')
    const phone = await chromium.context.newPage()
    await phone.goto(`${server.origin}/offices/${SLUG}/lines/legalizaciones/take`)
    await phone.getByLabel('¿Para qué país?').selectOption('Argentina')
    await phone.locator('form button[type=submit]').click()
    await phone.waitForURL('**/tickets/*')
    await phone.getByText('B001').first().waitFor()
    await phone.close()
    // Whoever waits there keeps the line.
    await page.goto(at('&section=lines&line=legalizaciones'))
    await press('Retirar esta fila')
    await press('Retirarla')
    await press('Guardar')
    await page.getByText('Todavía espera gente ahí').waitFor()
    await press('Entendido')
    await press('Descartar')
    await press('Descartar los cambios')
  })

  it('[ADMIN-02] of two who change them at once go together, and are chosen where both changed the same', async () => {
    const other = await chromium.context.browser()!.newContext({ viewport: WIDE, locale: 'es-CL' })
    const second = await other.newPage()
    await second.goto(at('&section=office'))
    await second.getByLabel('Usuario').fill('pedro.soto')
    await second.getByLabel('Contraseña').fill(CLERK.password)
    await second.keyboard.press('Enter')
    await heading('La oficina', second).waitFor()
    await open('La oficina')
    // Its zone has a name that no browser lists, and is shown as chosen all the same.
    const zone = page.getByLabel('Hora de')
    expect(await zone.inputValue()).toMatch(/^Etc\//)
    expect(await zone.locator('option:checked').textContent()).toMatch(/^Etc\//)
    await page.getByLabel('Nombre').fill('Notaría Norte y Poniente')
    await second.getByLabel('Nombre').fill('Notaría del Norte')
    await open('Módulos', second)
    await press('Agregar un módulo', second)
    await press('Guardar', second)
    await said('Guardado.', second)
    // By then the page may have seen it by itself.
    await press(/^(Guardar|Ver los dos cambios)$/)
    await page.getByRole('dialog', { name: 'Pedro Soto también guardó' }).waitFor()
    await page.getByText('Notaría del Norte').last().waitFor()
    await lookedAt(page, 'settings-clash')
    await page.getByRole('radio', { name: 'Lo mío' }).check()
    await press('Guardar así')
    await said('Guardado.')
    await card('Módulos').waitFor()
    await open('Módulos')
    // What the other one alone changed is here as well.
    expect(await page.getByRole('textbox').count()).toBe(5)
    await other.close()
  })

  it('[ADMIN-02] that close a day ask what becomes of its reservations', async () => {
    await sql`update lines set takes_reservations = true where id = ${office.lineId('copias')}`.execute(
      server.database.db,
    )
    const { time_zone } = await server.database.db
      .selectFrom('offices')
      .select('time_zone')
      .where('id', '=', office.office_id)
      .executeTakeFirstOrThrow()
    // At a quarter of an hour: where a block begins.
    const now = server.clock.now().getTime()
    const quarter = (Math.ceil(now / 900_000) * 900_000 - now) / 60_000
    const bookedIn = async (days: number, dni: string) =>
      await reservation(
        {
          office_id: office.office_id,
          context: server.queue,
          user: async () => (await server.signInTemporary({ dni })).user_id,
        },
        office.lineId('copias'),
        { inMinutes: quarter + days * 24 * 60 },
      )
    const close = async (day: string) => {
      await page.goto(at('&section=closures'))
      await press('Cerrar un día')
      await page.getByLabel('Qué día').fill(day)
      await press('Agregar')
      await page.getByText('1 persona tiene reserva').waitFor()
    }
    const booked = await bookedIn(5, 'ABC12345')
    await close(wallTime(booked.block_from, time_zone).day)
    await lookedAt(page, 'settings-closures')
    await press('Guardar')
    await page.getByText('1 persona tiene una reserva que ya no cabría').waitFor()
    await picture(page, 'settings-reservations')
    await press('Cancelarlas y avisarles ahora')
    await said(/Se canceló 1 reserva/)
    // Or each is given another hour, now or when somebody comes back to it.
    const kept = await bookedIn(6, 'ABC54321')
    await close(wallTime(kept.block_from, time_zone).day)
    await press('Guardar')
    await press('Cambiarles la hora, una por una')
    const section = page.getByRole('list', { name: 'Reservas que ya no calzan' })
    await section.waitFor()
    await page.reload()
    await page.getByText('1 reserva ya no calza con los ajustes').waitFor()
    await lookedAt(page, 'settings-left-out')
    await section.getByRole('button').click()
    const sheet = page.getByRole('dialog').last()
    await sheet.getByRole('grid').waitFor()
    await lookedAt(page, 'settings-left-out-move')
    const day = wallTime(new Date(kept.block_from.getTime() + 24 * 3_600_000), time_zone).day
    while ((await sheet.locator(`[data-day="${day}"]`).count()) === 0) await press('Mes siguiente')
    await sheet.locator(`[data-day="${day}"]`).click()
    await sheet.getByRole('radio').first().check()
    await sheet.getByRole('button', { name: /^Cambiar a / }).click()
    await page.getByText(/quedó para el /).waitFor()
    await section.waitFor({ state: 'detached' })
    const { block_from } = await server.database.db
      .selectFrom('reservations')
      .select('block_from')
      .where('id', '=', kept.id)
      .executeTakeFirstOrThrow()
    expect(wallTime(block_from, time_zone).day).toBe(day)
    // Blocks of another length: the office attends at that hour, and it is said of none that it does not.
    const ofLine = () => server.database.db.updateTable('lines').where('id', '=', office.lineId('copias'))
    await ofLine().set({ reserve_minutes: 40 }).execute()
    await page.reload()
    await section.waitFor()
    await page.getByRole('heading', { name: 'Reservas que ya no calzan' }).waitFor()
    await page.getByText('1 reserva ya no calza con los ajustes').waitFor()
    await ofLine().set({ reserve_minutes: 15 }).execute()
  })

  it('[ADMIN-02] wait where there is no network, and are saved once it is back', async () => {
    await open('Números y llamados')
    await chromium.context.setOffline(true)
    await page.getByLabel('Veces que se repite un llamado').fill('3')
    await press('Guardar')
    await said('Sin conexión. Puedes seguir: se guarda solo cuando vuelva.')
    await page.getByLabel('Minutos para volver al principio').fill('20')
    await picture(page, 'settings-offline')
    await chromium.context.setOffline(false)
    await said('Guardado.')
    expect(await page.getByLabel('Minutos para volver al principio').inputValue()).toBe('20')
  })

  it('[ADMIN-02] that are not saved are kept by the tab, also where the session is over, and asked for before they are left', async () => {
    await page.getByLabel('Veces que se repite un llamado').fill('4')
    await actMeanwhile(page, SETTINGS, () =>
      sql`delete from sessions where clerk_id = ${office.clerk_id}`.execute(server.database.db),
    )
    await press('Guardar')
    await page.getByText('Tu sesión terminó').waitFor()
    await signInAtDesk(page)
    await said('Guardado.')
    await page.getByLabel('Veces que se repite un llamado').fill('5')
    const asked = new Promise<string>(resolve => {
      page.once('dialog', dialog => {
        resolve(dialog.type())
        void dialog.accept()
      })
    })
    await page.reload()
    expect(await asked).toBe('beforeunload')
    await said('Sin guardar: Números y llamados')
    expect(await page.getByLabel('Veces que se repite un llamado').inputValue()).toBe('5')
    await press('El día')
    await page.getByText('¿Salir sin guardar?').waitFor()
    await picture(page, 'settings-leave')
    await press('Seguir aquí')
    await press('El día')
    await press('Descartar los cambios')
    await page.getByRole('heading', { level: 1, name: /^Hoy/ }).waitFor()
    await page.goto(at('&section=numbers'))
    await expect.poll(() => page.getByLabel('Veces que se repite un llamado').inputValue()).toBe('4')
  })

  it('[ADMIN-02] are saved as the offices file, and brought back from it with what it would change', async () => {
    await page.goto(at())
    const [download] = await Promise.all([page.waitForEvent('download'), press('Guardar como archivo')])
    expect(download.suggestedFilename()).toBe(`${SLUG}.json`)
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    const bring = (content: unknown) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'oficina.json',
        mimeType: 'application/json',
        buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
      })
    await bring('not json')
    await page.getByText('Ese archivo no se puede leer').waitFor()
    await bring({ ...file, offices: [{ ...file.offices[0], slug: 'otra', name: 'Otra Notaría' }] })
    await page.getByText('Ese archivo es de otra oficina').waitFor()
    await page.getByText('Otra Notaría').waitFor()
    const lines = file.offices[0].lines
    await bring({
      ...file,
      offices: [
        { ...file.offices[0], lines: [...lines, { ...lines[0], slug: 'doble' }], modulos: ['1', '1'] },
      ],
    })
    await page.getByText('No se trajo: el archivo tiene 2 cosas por corregir').waitFor()
    await page.getByText('modulos[1]').waitFor()
    await picture(page, 'settings-file-faults')
    await bring({ ...file, offices: [{ ...file.offices[0], district: 'Ñuñoa', until_closing: true }] })
    await page.getByText('El archivo cambia 2 partes').waitFor()
    await page.getByText('Ñuñoa').waitFor()
    await lookedAt(page, 'settings-file')
    await press('Aplicarlo')
    await said('Guardado.')
    await card('La oficina').filter({ hasText: 'Ñuñoa' }).waitFor()
    await press('Deshacer el último cambio')
    await said('Deshecho: quedó como antes.')
    await card('La oficina').filter({ hasText: 'Santiago' }).waitFor()
  })

  it('[ADMIN-02] are edited by keys alone, and everything of them is there for whoever does not see', async () => {
    await page.goto(at())
    await heading('Ajustes de la oficina').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await card('Atención preferente').focus()
    await page.keyboard.press('Enter')
    await heading('Atención preferente').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Atención preferente')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await said('Sin guardar: Atención preferente')
    await page.getByRole('radio', { name: /^En módulos propios/ }).press('Space')
    await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
    await said('Guardado.')
    await card('Atención preferente').filter({ hasText: 'Ley 21.768, de Chile: en' }).waitFor()
    for (const section of ['office', 'lines', 'modulos', 'messages', 'policy']) {
      await page.goto(at(`&section=${section}`))
      await page.getByRole('navigation', { name: 'Ajustes' }).waitFor()
      expect(await axeFaults(page), section).toEqual([])
    }
  })

  it('[ADMIN-02] by which the day would be over for those who wait are saved once it was asked', async () => {
    const week = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '24:00' }))
    const { time_zone } = await server.database.db
      .updateTable('offices')
      .set({ hours: json(week), closing: 'send-home' })
      .where('id', '=', office.office_id)
      .returning('time_zone')
      .executeTakeFirstOrThrow()
    for (const dni of ['ABC11111', 'ABC22222'])
      await takeTicket(server.queue, {
        office: { office_id: office.office_id },
        line_id: office.lineId('retiro'),
        user_id: (await server.signInTemporary({ dni })).user_id,
        request_id: systemRandom.uuid(),
      })
    await page.goto(at('&section=closures'))
    await press('Cerrar un día')
    await page.getByLabel('Qué día').fill(wallTime(server.clock.now(), time_zone).day)
    await press('Agregar')
    await page.getByText(/personas esperan ahora/).waitFor()
    await press('Guardar')
    await page.getByText(/^Así la oficina cierra ahora, y esperan . personas$/).waitFor()
    await lookedAt(page, 'settings-day-ends')
    await press('Volver sin guardar')
    await said('Sin guardar: Días cerrados')
    await press('Guardar')
    await press('Cerrar, y que vuelvan otro día')
    await said('Guardado.')
    await press('Deshacer')
    await said('Deshecho: quedó como antes.')
  })

  it('[ADMIN-01] [ADMIN-02] of a role that is taken away meanwhile are closed, and what was typed can be kept', async () => {
    await page.goto(at('&section=numbers'))
    await page.getByLabel('Veces que se repite un llamado').fill('0')
    await actMeanwhile(page, SETTINGS, () =>
      sql`update clerk_offices set role = 'clerk' where clerk_id = ${office.clerk_id}`.execute(
        server.database.db,
      ),
    )
    await press('Guardar')
    await page.getByText('Ya no puedes cambiar esta oficina').waitFor()
    await picture(page, 'settings-refused')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press('Guardar lo que escribí en un archivo'),
    ])
    expect(JSON.parse(await readFile(await download.path(), 'utf8')).offices[0].calls.repeats).toBe(0)
  })
})
