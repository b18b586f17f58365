import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openDeskOffice } from './desk-office.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk } from './sit-down.ts'

describeInBrowser('Chromium', 'the day of an office', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  /** A month of turns: the same every day, ended by noon, more than half of them as they were told. */
  async function fillMonth(): Promise<void> {
    const { office_id, clerk_id, lineId } = office
    await sql`
      insert into tickets (id, office_id, line_id, day, number, prefix, state, place, told_from, told_to, inserted_at,
                           called_at, calls, ended_at, clerk_id)
      select gen_random_uuid(), o.id, line, day, 1 + nth, 'A',
        case when nth % 12 = 5 then 'skipped' when nth % 17 = 3 then 'given-up' else 'attended' end, nth,
        least(told, 40), told + 12, at, case when nth % 17 = 3 and nth % 12 <> 5 then null else at + wait * interval '1 minute' end, 1,
        at + (wait + 4 + nth % 7) * interval '1 minute', ${clerk_id}::integer
      from offices o
      cross join generate_series(0, 29) ago
      cross join generate_series(0, 89) nth
      cross join lateral (select (now() at time zone o.time_zone)::date - ago as day) d
      cross join lateral (select (day + time '06:00' + (nth * 3 + nth % 5) * interval '1 minute') at time zone o.time_zone as at) a
      cross join lateral (select 5 + (20 - abs(nth - 45) / 3) as told) t
      cross join lateral (select told + nth % 16 - 3 as wait) w
      cross join lateral (select case nth % 3 when 0 then ${lineId('firmas')}::integer when 1 then ${lineId('retiro')}::integer
        else ${lineId('copias')}::integer end as line) l
      where o.id = ${office_id}::integer`.execute(server.database.db)
    await sql`
      insert into polls (ticket_id, line_id, day, rating, answered_at)
      select id, line_id, day, 3 + number % 3, ended_at from tickets where state = 'attended' and number % 2 = 0`.execute(
      server.database.db,
    )
  }

  /** Two modulos, mornings of the last ten days: enough for the first hours, too few for the third. */
  async function openModulos(): Promise<void> {
    await sql`
      insert into modulo_hours (office_id, modulo_id, opened_at, closed_at)
      select o.id, m.id, (day + time '05:45') at time zone o.time_zone, (day + till) at time zone o.time_zone
      from offices o join lateral (
        select id, case row_number() over (order by id) when 1 then time '08:15' else time '10:30' end as till
        from modulos where office_id = o.id order by id limit 2
      ) m on true
      cross join lateral (
        select (now() at time zone o.time_zone)::date - ago as day from generate_series(0, 9) ago
      ) d
      where o.id = ${office.office_id}::integer`.execute(server.database.db)
  }

  const role = (as: 'clerk' | 'supervisor') =>
    sql`update clerk_offices set role = ${as} where clerk_id = ${office.clerk_id}`.execute(server.database.db)

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    await fillMonth()
    await openModulos()
    await role('supervisor')
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    page = chromium.page
    page.on('pageerror', error => faults.push(error.message))
    await page.goto(`${server.origin}/desk?office=${office.office_id}`)
    await signInAtDesk(page)
    await page.getByText('¿En qué módulo estás?').waitFor()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const heading = () => page.getByRole('heading', { level: 1 })

  it('[STAT-01] [STAT-02] says what came beside what was said, by keyboard too', async () => {
    await chip('El día').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => heading().textContent()).toMatch(/^Hoy, /)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/7\d.*de 90 números/)
    expect(await card('Espera, mediana').textContent()).toMatch(/\d+ min.*1 de cada 10/)
    expect(await card('Lo que dijimos se cumplió').textContent()).toMatch(/\d de 10.*dentro de lo dicho/)
    expect(await card('No llegaron').textContent()).toMatch(/de 8\d llamados; 6 terminaron sin atención/)
    expect(await card('Nota').textContent()).toMatch(/\d,\d.*de 5, \d+ respuestas/)
    await lookedAt(page, 'desk-day')
    // The same for whoever does not see the plot.
    const words = page.getByText('Ver los números por hora')
    await words.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('columnheader', { name: 'Les dijimos' }).waitFor()
    const hours = page.getByRole('table').filter({ hasText: 'Les dijimos' }).getByRole('row')
    expect(await hours.count()).toBe(6)
    await lookedAt(page, 'desk-day-hours')
    await page.keyboard.press('Enter')
  })

  it('[STAT-01] of any days and any line, which a reload keeps', async () => {
    await chip('30 días').click()
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 2700 números|de 2\.700 números/)
    await page.getByRole('heading', { name: 'Por día' }).waitFor()
    await lookedAt(page, 'desk-day-month')
    await page.getByLabel('Todas las filas').selectOption({ label: 'Copias legales' })
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 900 números/)
    await page.reload()
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 900 números/)
    await chip('Ayer').click()
    await expect.poll(() => heading().textContent()).toMatch(/^Ayer, /)
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 30 números/)
    await chip('Otros días').click()
    await page.getByLabel('Desde').fill('2020-01-02')
    await page.getByLabel('Hasta').fill('2026-01-01')
    await page.getByRole('button', { name: 'Ver estos días' }).click()
    await page.getByText('Elige hasta un año.').waitFor()
    await picture(page, 'desk-day-others')
    // Said the other way round, it is the same days.
    await page.getByLabel('Hasta').fill('2020-01-01')
    await page.getByRole('button', { name: 'Ver estos días' }).click()
    await page.getByText('Nadie sacó número').waitFor()
    await expect.poll(() => heading().textContent()).toMatch(/1.*2 ene 2020/)
    await lookedAt(page, 'desk-day-empty')
    await chip('Hoy').click()
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 30 números/)
    await page.getByLabel('Todas las filas').selectOption('')
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 90 números/)
  })

  it('[STAT-01] sets who came against who could be attended, in a picture, in words and as a table', async () => {
    const pane = page.getByRole('figure').filter({ hasText: 'Llegadas y capacidad' })
    await expect
      .poll(() => pane.textContent())
      .toMatch(
        /A las 9:00 fue cuando más faltó: llegaron 20 personas y los módulos abiertos alcanzaban para 9\./,
      )
    expect(await pane.textContent()).toMatch(/Una atención dura 7 min en promedio\./)
    await pane.getByText('Ver la capacidad por hora').focus()
    await page.keyboard.press('Enter')
    const row = (hour: string) =>
      pane.getByRole('row').filter({ has: page.getByRole('rowheader', { name: hour }) })
    await expect.poll(() => row('6:00').textContent()).toMatch(/^6:00\d+17\D*2 h$/)
    await pane.scrollIntoViewIfNeeded()
    await lookedAt(page, 'desk-day-capacity')
    await page.keyboard.press('Enter')
    // Of the month it is known of ten days alone.
    await chip('30 días').click()
    await pane.getByText('Solo de 10 días se sabe qué módulos estaban abiertos.').waitFor()
    // The modulos serve all lines: one alone is set against nothing.
    await page.getByLabel('Todas las filas').selectOption({ label: 'Copias legales' })
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 900 números/)
    expect(await pane.count()).toBe(0)
    await page.getByLabel('Todas las filas').selectOption('')
    await chip('Hoy').click()
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 90 números/)
  })

  it('[STAT-01] [STAT-02] is read in a narrow window, and with large letters, with nothing to be pushed aside', async () => {
    await chip('30 días').click()
    await page.getByRole('heading', { name: 'Por día' }).waitFor()
    for (const words of ['Ver los números por hora', 'Ver la capacidad por hora'])
      await page.getByText(words).click()
    const tables = page.getByRole('table')
    expect(await tables.count()).toBe(5)
    const pushed = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('[role=group]:has(> table)')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent.slice(0, 80)),
      )
    const letters = await page.context().newCDPSession(page)
    for (const [width, standard] of [
      [1280, 16],
      [768, 16],
      [390, 16],
      [360, 16],
      [320, 16],
      [390, 32],
      [1280, 32],
    ] as const) {
      await letters.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } })
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(pushed, { message: `${width} px, ${standard}` }).toEqual([])
    }
    await letters.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
    await letters.detach()
    await page.setViewportSize({ width: 360, height: 800 })
    // Drawn as groups it is a table still, and each number has its name beside it.
    const lines = page.getByRole('table').filter({ hasText: 'Copias legales' })
    expect(await lines.getByRole('columnheader').allTextContents()).toEqual([
      'Fila',
      'Llegaron',
      'Atendidos',
      'Espera, mediana',
      'Se cumplió',
    ])
    const row = lines
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Copias legales' }) })
    const names = await row
      .getByRole('cell')
      .evaluateAll(cells => cells.map(cell => getComputedStyle(cell, '::before').content))
    expect(names).toEqual([
      expect.stringContaining('Llegaron'),
      expect.stringContaining('Atendidos'),
      expect.stringContaining('Espera, mediana'),
      expect.stringContaining('Se cumplió'),
    ])
    await lines.scrollIntoViewIfNeeded()
    await lookedAt(page, 'desk-day-tables', [1280, 360], true)
    for (const words of ['Ver los números por hora', 'Ver la capacidad por hora'])
      await page.getByText(words).click()
    await chip('Hoy').click()
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 90 números/)
  })

  it('[STAT-03] is saved as a table', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Guardar como tabla CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^notaria-91-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toMatch(/^\uFEFFday;hour;line_id;line;taken;/)
    const rows = text.trimEnd().split('\r\n').slice(1)
    expect(rows.reduce((sum, row) => sum + Number(row.split(';')[4]), 0)).toBe(90)
  })

  it('[STAT-01] without a network shows what is known, and since when; what is not known can be asked again', async () => {
    await chip('7 días').click()
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 630 números/)
    await chromium.context.setOffline(true)
    await chip('Hoy').click()
    await page.getByText(/Sin conexión\. Lo que ves es de las/).waitFor()
    expect(await card('Atendidos').textContent()).toMatch(/de 90 números/)
    await lookedAt(page, 'desk-day-offline')
    await page.getByRole('button', { name: 'Guardar como tabla CSV' }).click()
    await page.getByText(/No se guardó\./).waitFor()
    await chip('Ayer').click()
    await page.getByText('No pudimos contar el día').waitFor()
    await lookedAt(page, 'desk-day-failed')
    await chromium.context.setOffline(false)
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
    await expect.poll(() => card('Atendidos').textContent()).toMatch(/de 90 números/)
  })

  it('[STAT-01] is for supervisors: a clerk finds no way there, and is told so who knows the address', async () => {
    await role('clerk')
    await page.reload()
    await page.getByText('Los números del día son de quien supervisa').waitFor()
    await lookedAt(page, 'desk-day-refused')
    await page.getByRole('button', { name: 'Volver al mesón' }).last().click()
    await page.getByText('¿En qué módulo estás?').waitFor()
    expect(await chip('El día').count()).toBe(0)
    expect(faults).toEqual([])
  })
})
