import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json } from '#server/database/json-column.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openDeskOffice, takeNumber } from './desk-office.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk, sitDown } from './sit-down.ts'

const MINUTE_MS = 60_000

describeInBrowser('Chromium', 'the lines that a desk serves', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    for (const slug of ['firmas', 'firmas', 'retiro', 'retiro', 'copias']) await take(slug)
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    page = chromium.page
    page.setDefaultTimeout(30_000)
    page.on('pageerror', error => faults.push(error.message))
    await sitDown(page, { origin: server.origin, office_id: office.office_id })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  const take = (slug: string) =>
    takeNumber(server, { office_id: office.office_id, line_id: office.lineId(slug) })
  const button = (name: string | RegExp, on = page) => on.getByRole('button', { name })
  const lines = (on = page) => on.getByRole('button', { name: 'Filas', exact: true }).click()
  const box = (name: string, on = page) => on.getByRole('checkbox', { name })
  const says = (words: string | RegExp, on = page) => on.getByText(words).first().waitFor()
  const kept = async () =>
    (await server.database.db.selectFrom('clerk_lines').select('line_ids').executeTakeFirst())?.line_ids
  const prescribe = (line_ids: number[] | null) =>
    server.database.db
      .updateTable('modulos')
      .set({ prescribed_lines: line_ids && json(line_ids) })
      .where('name', '=', '3')
      .execute()

  /** The same clerk at another machine, on which something may be kept already. */
  async function elsewhere({
    locale = 'es-CL',
    before,
  }: {
    locale?: string
    before?: Record<string, string>
  } = {}): Promise<Page> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale })
    await context.addInitScript(entries => {
      for (const [key, value] of Object.entries(entries)) localStorage[key] ??= value
    }, before ?? {})
    const other = await context.newPage()
    other.setDefaultTimeout(30_000)
    other.on('pageerror', error => faults.push(error.message))
    await other.goto(`${server.origin}/desk?office=${office.office_id}`)
    return other
  }

  it('[DESK-04] says whom the next call would call, and calls them', async () => {
    await says(/Sigue: A001/)
    await lookedAt(page, 'desk-next')
    await button(/^Llamar al siguiente/).click()
    await page.getByRole('article').getByText('A001').waitFor()
    await says(/Sigue: A002/)
  })

  it('are found again after a reload and at another machine, marked as fast as one likes', async () => {
    await lines()
    await box('Firmas y autorizaciones').uncheck()
    await box('Copias legales').uncheck()
    await says(/Sigue: R001/)
    await expect.poll(kept).toEqual([office.lineId('retiro')])
    // The answer came, too: a press that is cut off by a reload is told of on the next page.
    await expect.poll(() => button('Atendido, y llamar al siguiente').isEnabled()).toBe(true)
    await page.reload()
    await says(/Sigue: R001/)
    const other = await elsewhere()
    await signInAtDesk(other)
    await says(/Sigue: R001/, other)
    await lines(other)
    expect(await box('Firmas y autorizaciones', other).isChecked()).toBe(false)
    await other.context().close()
  })

  it('chosen on a device before the server knew of them are taken over from it, once', async () => {
    await server.database.db.deleteFrom('clerk_lines').execute()
    const key = `numerito-desk-lines-${office.clerk_id}-${office.office_id}`
    const other = await elsewhere({ before: { [key]: json([office.lineId('copias'), 999_999]) } })
    await signInAtDesk(other)
    await says(/Sigue: C001/, other)
    await expect.poll(kept).toEqual([office.lineId('copias')])
    await expect.poll(() => other.evaluate(name => localStorage.getItem(name), key)).toBe('null')
    await lines(other)
    await button('Marcar todas', other).click()
    await expect.poll(kept).toBeNull()
    await other.context().close()
  })

  it('prescribed by the office are shown as such, and no clerk changes them', async () => {
    await prescribe([office.lineId('copias')])
    await says(/Sigue: C001/)
    await lines()
    await says('Las filas de este módulo las fija quien supervisa la oficina.')
    expect(await box('Copias legales').isChecked()).toBe(true)
    expect(await box('Firmas y autorizaciones').isChecked()).toBe(false)
    for (const name of ['Copias legales', 'Firmas y autorizaciones'])
      expect(await box(name).isDisabled()).toBe(true)
    expect(await button(/^(Quitar|Marcar) todas/).count()).toBe(0)
    await lookedAt(page, 'desk-lines-prescribed')
    await prescribe(null)
    await page.getByText('Las filas de este módulo las fija').waitFor({ state: 'detached' })
  })

  describe('the light', () => {
    const warn = (waiting: [number, number], minutes: [number, number]) =>
      server.database.db
        .updateTable('offices')
        .set({
          warnings: json({
            waiting: { amber: waiting[0], red: waiting[1] },
            minutes: { amber: minutes[0], red: minutes[1] },
          }),
        })
        .where('id', '=', office.office_id)
        .execute()
    /** Nobody reads anew what was read in the same second. */
    async function since(slug: string, minutes: number) {
      server.clock.advance(2_000)
      await server.database.db
        .updateTable('tickets')
        .set({ inserted_at: new Date(server.clock.now().getTime() - minutes * MINUTE_MS - 1_000) })
        .where('line_id', '=', office.lineId(slug))
        .where('state', '=', 'waiting')
        .execute()
    }

    it('is amber and red by how many wait and by who waits longest, as the office says, in es and pt', async () => {
      const other = await elsewhere({ locale: 'pt-BR' })
      await other.getByLabel('Usuário').fill('ana.rojas')
      await other.getByLabel('Senha').fill('cuatro-tazas-de-te')
      await other.keyboard.press('Enter')
      const light = async (spanish: RegExp, portuguese: RegExp) => {
        await page.getByRole('status').filter({ hasText: spanish }).waitFor()
        await other.getByRole('status').filter({ hasText: portuguese }).waitFor()
      }
      // Four wait: A002, R001, R002 and C001.
      await light(/Va bien\. Esperan 4\./, /Vai bem\. 4 esperam\./)
      await warn([4, 9], [30, 60])
      await light(/Va lento\. Esperan 4\./, /Vai devagar\. 4 esperam\./)
      await warn([2, 4], [30, 60])
      await light(/Va muy lento\. Esperan 4\./, /Vai muito devagar\. 4 esperam\./)
      await warn([8, 9], [30, 60])
      await since('retiro', 31)
      await light(
        /Va lento\. Uno lleva más de 30 minutos\./,
        /Vai devagar\. Alguém espera há mais de 30 minutos\./,
      )
      await since('retiro', 61)
      await light(
        /Va muy lento\. Uno lleva más de 60 minutos\./,
        /Vai muito devagar\. Alguém espera há mais de 60 minutos\./,
      )
      await says(/R001 espera há 61 minutos em Retiro de documentos\./, other)
      await lookedAt(other, 'desk-light-pt')
      await other.context().close()
    })

    it('names who waits too long, of a line that is not served here too, who can be called out of turn', async () => {
      const waits = page.getByRole('listitem').filter({ hasText: 'espera hace' })
      await waits.filter({ hasText: 'R001 espera hace 61 minutos en Retiro de documentos.' }).waitFor()
      // Their turn comes here anyhow.
      expect(await waits.getByRole('button').count()).toBe(0)
      await lines()
      await box('Retiro de documentos').uncheck()
      await waits.filter({ hasText: 'Tu módulo no atiende esa fila.' }).waitFor()
      await page.getByRole('status').filter({ hasText: 'Va bien.' }).waitFor()
      await lookedAt(page, 'desk-long-wait', [1280, 360], true)
      await waits.getByRole('button', { name: 'Llamar a R001' }).click()
      await page.getByRole('dialog').getByRole('button').first().click()
      await page.getByRole('article').getByText('R001').waitFor()
      const act = await server.database.db
        .selectFrom('desk_acts')
        .select(['act', 'reason'])
        .orderBy('id', 'desc')
        .where('act', '=', 'called-out-of-turn')
        .executeTakeFirst()
      expect(act).toMatchObject({ reason: 'Necesita atención antes' })
      await waits.filter({ hasText: 'R002 espera hace 61 minutos' }).waitFor()
    })
  })

  it('[ADMIN-02] are fixed in the settings, by módulo', async () => {
    await sql`update clerk_offices set role = 'supervisor' where office_id = ${office.office_id}`.execute(
      server.database.db,
    )
    await page.goto(`${server.origin}/desk?office=${office.office_id}&page=settings`)
    await button(/^Módulos/).click()
    await page.getByRole('heading', { name: 'Módulos', level: 1 }).waitFor()
    await box('Fijar sus filas 3').check()
    const fixed = page.getByRole('group', { name: 'Filas que atiende 3' })
    for (const name of ['Firmas y autorizaciones', 'Copias legales', 'Retiro de documentos'])
      await fixed.getByRole('checkbox', { name }).uncheck()
    await button(/^Guardar$/).click()
    await fixed.getByText('Elige al menos una fila.').waitFor()
    await fixed.getByRole('checkbox', { name: 'Copias legales' }).check()
    // With another name it is another módulo, and what is fixed goes along.
    await page.getByLabel('Módulo 3: nombre').fill('Copias')
    await lookedAt(page, 'settings-fixed-lines', [1280, 360], true)
    await button(/^Guardar$/).click()
    await page.getByRole('status').filter({ hasText: 'Guardado.' }).waitFor()
    const modulo = await server.database.db
      .selectFrom('modulos')
      .select('prescribed_lines')
      .where('name', '=', 'Copias')
      .executeTakeFirst()
    expect(modulo).toEqual({ prescribed_lines: [office.lineId('copias')] })
  })
})
