import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { PERSON } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { introduce, TAKE_PATH } from './take-number-at.ts'

const CLASH = 'Ya existe un ticket con este RUT, intente en otra fila, otra sucursal, o espere a ser llamado.'

describeInBrowser('Chromium', 'a document that another person typed', () => {
  let at: Visit
  let page: Page

  beforeAll(async () => {
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    page = at.page
  })
  afterAll(() => at?.close())

  it('[DOC-01] is refused in §8’s words, and "No fui yo" takes the number all the same, also after no network', async () => {
    const stranger = await at.server.signInTemporary({ rut: PERSON.rut })
    const office = await at.server.database.db
      .selectFrom('lines')
      .innerJoin('offices', 'offices.id', 'lines.office_id')
      .select(['offices.id as office_id', 'lines.id as line_id'])
      .where('offices.slug', '=', 'notaria-norte')
      .where('lines.slug', '=', 'firmas')
      .executeTakeFirstOrThrow()
    const first = await at.server.ask('v1', `/offices/${office.office_id}/tickets/new`, {
      token: stranger.token,
      body: { line_id: office.line_id, request_id: randomUUID() },
    })
    expect(first.status).toBe(201)

    await at.go(TAKE_PATH)
    await introduce(page)
    await page.locator('form button[type=submit]').click()
    await page.getByRole('alert').getByText(CLASH).waitFor()
    const declare = page.getByRole('button', { name: 'No fui yo', exact: true })
    await at.chromium.context.setOffline(true)
    await declare.click()
    await page.getByText('No hay conexión. Inténtalo de nuevo cuando vuelva.').first().waitFor()
    await at.chromium.context.setOffline(false)
    // What was declared stays declared: the ordinary button asks for it again.
    await page.getByRole('button', { name: 'Saca tu número', exact: true }).click()
    await page.waitForURL('**/tickets/*')
    await page.getByText('Listo. Lleva tu cédula: te la pedirán en la oficina').waitFor()
    const text = await page.locator('body').innerText()
    expect(text).not.toContain(PERSON.rut)
    const rows = await at.server.database.db.selectFrom('tickets').select(['id', 'disputed']).execute()
    expect(rows.filter(row => row.disputed)).toHaveLength(1)
  })

  it('[DOC-03] corrects a mistyped phone in the profile; the document stays while a number is held under it', async () => {
    const ticket = new URL(page.url()).pathname
    await at.go('/profile')
    await page.getByRole('link', { name: 'Corregir mis datos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Corrige tus datos' }).waitFor()
    const phone = page.getByLabel('Teléfono')
    expect(await phone.inputValue()).toBe(PERSON.phone)
    expect(await page.locator('body').innerText()).not.toContain(PERSON.rut)
    const save = page.getByRole('button', { name: 'Guardar' })
    await phone.fill('12')
    await save.click()
    const summary = page.getByRole('alert', { name: 'Revisa estos datos' })
    await summary.getByRole('link', { name: 'Escriba un teléfono válido' }).click()
    expect(await phone.evaluate(own => own === document.activeElement)).toBe(true)
    await phone.fill('+56 9 8765 4321')

    await at.chromium.context.setOffline(true)
    await save.click()
    await page.getByRole('alert').getByText('No hay conexión. Inténtalo de nuevo cuando vuelva.').waitFor()
    await at.chromium.context.setOffline(false)

    await page.getByRole('button', { name: 'Corregir el documento' }).click()
    await page.getByText(/Puedes corregir tu documento dos veces/).waitFor()
    await page.getByLabel('RUT', { exact: true }).last().fill('7.654.321-6')
    await save.click()
    await page
      .getByText('Tienes un número o una hora con este documento. Podrás cambiarlo cuando termine.')
      .waitFor()
    await page.getByRole('button', { name: 'Dejarlo como está' }).click()
    await save.click()
    await page.getByText('Datos actualizados correctamente').waitFor()
    await page.waitForURL('**/profile')
    await page.getByRole('link', { name: 'Corregir mis datos' }).click()
    await page.reload()
    await waitFor('the phone as it is known now', async () => (await phone.inputValue()) === '+56987654321')
    await at.go(ticket)
  })

  it('[DOC-01] a number that the office removes is told on the phone, and no place is promised any more', async () => {
    const tuid = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const { office_id } = await at.server.database.db
      .selectFrom('tickets')
      .select('office_id')
      .where('id', '=', tuid)
      .executeTakeFirstOrThrow()
    await removeTicket(at.server.queue, { office_id, tuid })
    await page.getByText('La oficina lo quitó', { exact: true }).waitFor()
    await page
      .getByText('La oficina quitó tu número. Si es un error, muestra tu cédula en el mesón.')
      .waitFor()
    await page.getByRole('link', { name: 'Saca otro número aquí' }).waitFor()
  })

  it('hides the way in where a link asks for it, and never the way out', async () => {
    await at.go('/profile?itemsToHide=login')
    await page.getByRole('button', { name: 'Salir', exact: true }).click()
    await page.getByRole('button', { name: 'Sí, salir' }).click()
    await page.getByRole('heading', { level: 2, name: 'Avisos' }).waitFor()
    await page.getByRole('button', { name: 'Salir', exact: true }).waitFor({ state: 'hidden' })
    await page.getByText('Aún no sabemos quién eres').waitFor({ state: 'hidden' })
  })

  it('takes a newcomer nine taps from opening the application to the number, and who is known four', async () => {
    let taps = 0
    const tap = async (thing: Locator) => {
      taps++
      await thing.click()
    }
    const fill = async (label: string, text: string) => {
      await tap(page.getByRole('textbox', { name: label }))
      await page.keyboard.type(text)
    }
    const toTheLine = async (line: RegExp) => {
      await at.go('/')
      const began = Date.now()
      await tap(page.getByRole('region', { name: '¿Qué necesitas?' }).getByRole('link', { name: 'Notarías' }))
      await tap(page.getByRole('link', { name: /^Notaría Norte/ }))
      await tap(
        page.getByRole('listitem').filter({ hasText: line }).getByRole('link', { name: 'Saca tu número' }),
      )
      await page.getByRole('heading', { level: 1, name: 'Saca tu número' }).waitFor()
      return began
    }
    const arrived = async (who: string, began: number) => {
      await page.waitForURL('**/tickets/*')
      await page.getByRole('article').first().waitFor()
      console.log(
        `${who}: ${taps} taps, ${((Date.now() - began) / 1_000).toFixed(1)} s from opening to the number`,
      )
      return taps
    }

    const first = await toTheLine(/Firmas y autorizaciones/)
    await fill('Nombre', 'Elena Soto')
    await fill('RUT', '7654321-6')
    await fill('Teléfono', '912345678')
    await fill('Correo', 'elena@correo.example')
    await tap(page.getByLabel('Acepto la política'))
    await tap(page.getByRole('button', { name: 'Saca tu número' }))
    expect(await arrived('a newcomer', first)).toBeLessThanOrEqual(9)

    taps = 0
    const second = await toTheLine(/Asesoría por video/)
    await tap(page.getByRole('button', { name: 'Saca tu número' }))
    expect(await arrived('somebody known', second)).toBeLessThanOrEqual(4)
  })
})
