import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { PERSON } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { bookSteps } from './book-steps.ts'
import { dayFromNow, openBooks } from './book-town.ts'
import { intercept } from './intercept.ts'
import { introduce } from './take-number-at.ts'
import { type Walk, walkByKeys } from './walk-by-keys.ts'

const POWERS = '/offices/notaria-norte/lines/poderes/book'
const COPIES = '/offices/notaria-norte/lines/copias-certificadas/book'

/** From the first question to the card, and back out of it. */
describeInBrowser('Chromium', 'who books a time', () => {
  let at: Visit
  let page: Page
  let walk: Walk
  let steps: ReturnType<typeof bookSteps>

  beforeAll(async () => {
    at = await visit()
    page = at.page
    walk = walkByKeys(page)
    steps = bookSteps(page)
    await openBooks(at.server, at.town)
    await at.server.database.db.updateTable('offices').set({ reserve_one_per: 'line' }).execute()
    await at.signIn(false)
  })
  afterAll(() => at?.close())

  const tree = () => page.locator('main').ariaSnapshot()
  const step = () => new URL(page.url()).searchParams.get('step')
  const reservations = () =>
    at.server.database.db.selectFrom('reservations').select(['id', 'state', 'block_from', 'meet']).execute()

  it('[RES-01] is led there from the line, whose times alone are booked', async () => {
    await at.go('/offices/notaria-norte')
    const row = page.getByRole('listitem').filter({ hasText: 'Poderes y mandatos' })
    await row.getByText('Se atiende con hora reservada').waitFor()
    expect(await row.getByRole('link').allInnerTexts()).toEqual(['Reserva hora'])
    await row.getByRole('link', { name: 'Reserva hora' }).click()
    await steps.heading('¿Cómo quieres que te atiendan?')
  })

  it('[RES-01] [RES-02] books by keys alone, and sees at each stop where it stands', async () => {
    await waitFor('the heading', async () => (await walk.focused()) === '¿Cómo quieres que te atiendan?')
    await walk.tabTo(/^Sigue$/)
    await walk.press('Enter')
    await page.getByText('Elige una de las dos').waitFor()
    await walk.press('Shift+Tab')
    await walk.arrowTo('ArrowDown', /Por video/)
    await walk.tabTo(/^Sigue$/)
    await walk.press('Enter')

    await waitFor('the day', async () => (await walk.focused()) === '¿Qué día?')
    await page.getByRole('grid').waitFor()
    await walk.tabTo(/^lunes|^martes|^miércoles|^jueves|^viernes|^sábado|^domingo/)
    const stop = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)
    expect(await stop()).toBe(dayFromNow(2))
    await walk.press('ArrowRight')
    await walk.press('ArrowRight')
    expect(await stop()).toBe(dayFromNow(4))
    expect(await walk.focused()).toMatch(/, no disponible$/)
    await walk.press('Enter')
    expect(await page.locator('[aria-pressed=true]').count()).toBe(0)
    await walk.press('ArrowLeft')
    await walk.press('Enter')
    await walk.tabTo(/^Sigue con el /)
    await walk.press('Enter')

    await waitFor('the hour', async () => (await walk.focused()) === '¿A qué hora?')
    await page.getByRole('radio', { name: /^9:00/ }).waitFor()
    await walk.tabTo(/^9:00/)
    await walk.press('ArrowRight')
    await walk.tabTo(/^Sigue con las 9:30$/)
    await walk.press('Enter')

    await waitFor('the data', async () => (await walk.focused()) === 'Tus datos')
    expect(await page.getByLabel('Nombre').inputValue()).toBe(PERSON.name)
    await walk.tabTo(/Acepto la política/)
    await walk.press('Space')
    await walk.tabTo(/^Sigue$/)
    await walk.press('Enter')

    await waitFor('the last step', async () => (await walk.focused()) === '¿Reservamos esta hora?')
    await walk.tabTo(/^Reservar$/)
    await walk.press('Enter')
    await page.waitForURL('**/reservations/*')
    await waitFor('the card', async () => (await walk.focused()) === 'Tu reserva')
    await page.getByText('Confirmada', { exact: true }).waitFor()
    expect(walk.unseen).toEqual([])
    const [booked] = await reservations()
    expect(booked).toMatchObject({ state: 'confirmed', meet: true })
  })

  it('[RES-11] [RES-12] shows the time, its code and its state, and takes "Confirmo que voy"', async () => {
    const [booked] = await reservations()
    const card = page.getByRole('article')
    await card.getByText(`RV${booked?.id.slice(-3).toUpperCase()}`).waitFor()
    expect(await card.innerText()).toContain('9:30')
    await card.getByText('En espera de atención').waitFor()
    await walk.tabTo(/^Confirmo que voy$/)
    await walk.press('Enter')
    await card.getByText('Confirmada por ti').waitFor()
  })

  it('[RES-08] cancels only once it is asked for and said again, by keys alone', async () => {
    await walk.tabTo(/^Cancelar la reserva$/)
    await walk.press('Enter')
    const question = page.getByRole('alertdialog', { name: /^¿Cancelar la reserva RV/ })
    await question.waitFor()
    expect(await walk.focused()).toBe('Conservar mi hora')
    await walk.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect((await reservations())[0]?.state).toBe('user-confirmed')
    await walk.press('Enter')
    await walk.tabTo(/^Sí, cancelar$/)
    await walk.press('Enter')
    await page.getByText('Reserva eliminada correctamente').waitFor()
    await page.getByRole('article').getByText('Cancelada por ti').waitFor()
    expect((await reservations())[0]?.state).toBe('cancelled')
    expect(walk.unseen).toEqual([])
  })

  it('[RES-01] tells a reader each question, what may be answered, and how far it is', async () => {
    await at.go(POWERS)
    await steps.heading('¿Cómo quieres que te atiendan?')
    expect(await tree()).toContain(`
  - progressbar "Paso 1 de 5"
  - paragraph: Notaría Norte · Poderes y mandatos
  - heading "¿Cómo quieres que te atiendan?" [level=1]
  - radiogroup "¿Cómo quieres que te atiendan?":
    - text: ¿Cómo quieres que te atiendan?
    - radio "En la oficina Bandera 100, Santiago"
    - text: En la oficina Bandera 100, Santiago
    - radio "Por video Desde tu teléfono o computador, sin ir a la oficina"
    - text: Por video Desde tu teléfono o computador, sin ir a la oficina
  - button "Sigue"`)
    await page.getByRole('radio', { name: /En la oficina/ }).check()
    await steps.next()
    await page.getByRole('grid', { name: 'Día de la reserva' }).waitFor()
    // At a month's end the first free day lies in the next.
    if ((await page.locator('[data-day][aria-current="date"]').count()) === 0)
      await page.getByRole('button', { name: 'Mes anterior' }).click()
    const days = await tree()
    for (const line of [
      'progressbar "Paso 2 de 5"',
      'heading "¿Qué día?" [level=1]',
      'button "Mes siguiente"',
      'columnheader "lunes"',
      'columnheader "domingo"',
    ])
      expect(days).toContain(line)
    expect(days).toMatch(/button "hoy, [^"]+, no disponible" \[disabled\]/)
    await steps.day(dayFromNow(3))
    await steps.heading('¿A qué hora?')
    await page.getByRole('radio').first().waitFor()
    const hours = await tree()
    expect(hours).toContain('region "Mañana"')
    expect(hours).toContain('radiogroup "Mañana"')
    expect(hours).toContain('radio "9:30 3 cupos"')
    expect(hours).toContain('region "Tarde"')
    expect(hours).toContain('region "Noche"')
    await steps.hour('19:00')
    await steps.heading('Tus datos')
    const data = await tree()
    for (const line of [
      'progressbar "Paso 4 de 5"',
      'heading "Tus datos" [level=1]',
      'textbox "Nombre"',
      'textbox "Teléfono"',
      'textbox "Correo"',
      'button "Sigue"',
    ])
      expect(data).toContain(line)
    // They accepted it with the first one, and are not asked again.
    expect(data).not.toContain('Acepto la política')
    await steps.answers({})
    const last = await tree()
    expect(last).toContain('progressbar "Paso 5 de 5"')
    expect(last).toContain('heading "Notaría Norte" [level=2]')
    expect(last).toMatch(/Hora: 19:00/)
    expect(last).toContain('link "Cambiar Nombre"')
    expect(last).toContain('button "Reservar"')
  })

  it('[OFFL-03] keeps every answer over a reload in the middle, and over the browser’s own way back', async () => {
    await page.reload()
    await steps.heading('¿Reservamos esta hora?')
    await page.getByText(PERSON.email).waitFor()
    await page.goBack()
    await steps.heading('Tus datos')
    await page.getByLabel('Nombre').fill('Ximena Soto')
    await page.goBack()
    await steps.heading('¿A qué hora?')
    expect(await page.getByRole('radio', { name: /^19:00/ }).isChecked()).toBe(true)
    await page.getByRole('link', { name: 'Volver' }).click()
    await steps.heading('¿Qué día?')
    expect(await page.locator(`[data-day="${dayFromNow(3)}"]`).getAttribute('aria-pressed')).toBe('true')
    await page.goForward()
    await page.goForward()
    await steps.heading('Tus datos')
    expect(await page.getByLabel('Nombre').inputValue()).toBe('Ximena Soto')
    await steps.next()
    await steps.heading('¿Reservamos esta hora?')
  })

  it('asks for nothing before what comes before it was answered', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await at.go(`${POWERS}?step=confirm`)
    await steps.heading('¿Cómo quieres que te atiendan?')
    expect(step()).toBe('modality')
  })

  it('[OFFL-03] stays over a reload at the question that was answered, until one goes on', async () => {
    await at.go(POWERS)
    await steps.heading('¿Cómo quieres que te atiendan?')
    // That address means this step: to name it would draw the screen once more before anybody has seen it.
    expect(step()).toBeNull()
    await page.getByRole('radio', { name: /En la oficina/ }).check()
    await page.reload()
    await steps.heading('¿Cómo quieres que te atiendan?')
    expect(await page.getByRole('radio', { name: /En la oficina/ }).isChecked()).toBe(true)
  })

  it('[FORM-01] [FORM-03] says what is wrong with the data, in the very words', async () => {
    await page.getByRole('radio', { name: /En la oficina/ }).check()
    await steps.next()
    await steps.day(dayFromNow(3))
    await steps.hour('19:00')
    await steps.heading('Tus datos')
    await page.getByLabel('Nombre').fill('Ximena 2')
    await page.getByLabel('Teléfono').fill('noventa')
    await page.getByLabel('Correo').fill('correo')
    await steps.next()
    const summary = page.getByRole('alert', { name: 'Revisa estos datos' })
    expect(await summary.getByRole('link').allInnerTexts()).toEqual([
      'Nombre: Debe ingresar un nombre válido',
      'Teléfono: Debe ingresar un numero de teléfono válido',
      'Correo: Debe ingresar un correo válido',
    ])
    expect(await page.getByLabel('Nombre').getAttribute('maxlength')).toBe('32')
    expect(await page.getByLabel('Teléfono').getAttribute('maxlength')).toBe('60')
    expect(await page.getByLabel('Correo').getAttribute('maxlength')).toBe('60')
    await summary.getByRole('link', { name: 'Correo: Debe ingresar un correo válido' }).click()
    expect(await page.getByLabel('Correo').evaluate(own => own === document.activeElement)).toBe(true)
    await page.getByLabel('Nombre').fill('')
    await summary.getByText('Por favor escriba la información solicitada').waitFor()
    expect(step()).toBe('data')
  })

  it('[FORM-02] asks a line’s own questions, in its words', async () => {
    await at.go('/offices/notaria-norte')
    await page.locator(`a[href="${COPIES}"]`).click()
    await steps.day(dayFromNow(2))
    await steps.hour('9:00')
    await steps.heading('Tus datos')
    await page.getByLabel('Número de repertorio').fill('12a')
    await steps.next()
    expect(await page.getByText('Son los seis dígitos de arriba a la derecha').count()).toBe(2)
    await steps.answers({ 'Número de repertorio': '123456' })
    await steps.book()
  })

  it('[RES-01] goes back from it to the office, and not into questions that are answered', async () => {
    const card = page.url()
    await page.goBack()
    await steps.heading('Notaría Norte')
    await page.goto(card)
  })

  it('[RES-01] moves it to another hour, and the first one is free again', async () => {
    const stood = await page.evaluate(() => window.navigation?.currentEntry?.index)
    await page.setViewportSize({ width: 360, height: 400 })
    await page.getByRole('link', { name: 'Cambiar la hora' }).click()
    await steps.heading('¿Qué día?')
    expect(step()).toBeNull()
    await steps.day(dayFromNow(3))
    await page.reload()
    await steps.hour('15:30')
    await steps.heading('¿Cambiamos a esta hora?')
    await page.getByRole('button', { name: 'Cambiar la hora' }).click()
    await page.waitForURL(/\/reservations\/[^/?]+$/)
    await page.getByRole('article').getByText('15:30').first().waitFor()
    // Back leads out of the card at once: it stands where the way to another hour began.
    expect(await page.evaluate(() => window.navigation?.currentEntry?.index)).toBe(stood)
    // And from its top, wherever its button was pressed: the hour is read first.
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.setViewportSize({ width: 360, height: 800 })
    const answer = await at.server.ask(
      'reservations',
      `/offices/notaria-norte/copias-certificadas/${dayFromNow(2)}/timeblocks`,
    )
    const [nine] = (await answer.json()) as { availables: number }[]
    expect(nine?.availables).toBe(1)
  })

  it('[RES-10] finds what it holds in the list and at home, and what is over below', async () => {
    await at.go('/tickets')
    const card = page.getByRole('article')
    await card.getByText('Copias certificadas').waitFor()
    expect(await card.count()).toBe(1)
    const past = page.getByRole('region', { name: 'Antes' }).getByRole('listitem')
    expect(await past.innerText()).toContain('Cancelada por ti')
    await at.go('/')
    await page.getByRole('link', { name: /15:30/ }).click()
    await steps.heading('Tu reserva')
  })

  it('[RES-08] [NOTE-03] is told that it could not be cancelled, once, and still holds it', async () => {
    const said = 'the reservation no longer stands'
    const refused = { type: 'about:blank', title: said, message: said, code: 'reserve-invalid', status: 409 }
    await intercept(page, '**/services/reservations/v2/*', route =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, contentType: 'application/problem+json', json: refused })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Cancelar la reserva' }).click()
    await page.getByRole('button', { name: 'Sí, cancelar' }).click()
    await page.getByRole('alert').getByText('Hubo un error al eliminar la reserva', { exact: true }).waitFor()
    expect(await page.getByText('Hubo un error al eliminar la reserva').count()).toBe(1)
    await page.getByRole('article').getByText('Confirmada', { exact: true }).waitFor()
    await page.unroute('**/services/reservations/v2/*')
  })

  it('[RES-09] is shown the one that it holds where a line gives only one', async () => {
    await at.go(COPIES)
    await page.getByText('Solo se puede obtener una reserva por fila').waitFor()
    await page.getByRole('article').getByRole('link', { name: 'Ver' }).click()
    await steps.heading('Tu reserva')
  })

  it('[NOTE-03] is told in the catalogue’s words that days or hours could not be had, and asks again', async () => {
    const failed = page.getByText('Ha ocurrido un error al obtener los bloques horarios', { exact: true })
    const again = page.getByRole('button', { name: 'Intentar de nuevo' })
    await page.route('**/calendar/unavailable?*', route => route.fulfill({ status: 500 }))
    await at.goAsBuilt(POWERS)
    await page.getByRole('radio', { name: /En la oficina/ }).check()
    await steps.next()
    await failed.waitFor()
    await page.unroute('**/calendar/unavailable?*')
    await intercept(page, '**/timeblocks', route => route.fulfill({ status: 500 }))
    await again.click()
    await steps.day(dayFromNow(3))
    await failed.waitFor()
    await page.unroute('**/timeblocks')
    await again.click()
    await page.getByRole('radio', { name: /^9:30/ }).waitFor()
  })

  it('is told of a day without hours, of a line without days, and of one that takes none', async () => {
    await page.route('**/timeblocks', route => route.fulfill({ json: [] }))
    await at.goAsBuilt(`${POWERS}?step=time`)
    await page.getByText('No quedan horas ese día').waitFor()
    await page.unroute('**/timeblocks')
    await page.getByRole('link', { name: 'Elige otro día' }).click()
    await steps.heading('¿Qué día?')
    await at.go('/offices/notaria-norte/lines/llena/book')
    await page.getByText('No quedan horas en esta fila').waitFor()
    await at.go('/offices/notaria-norte/lines/firmas/book')
    await page.getByText('Esta fila no toma reservas por ahora').waitFor()
  })

  it('[OFF-10] a link to a reservation that is not there says so, and leads away', async () => {
    await at.go('/reservations/5ff53bd9-3dbb-4bd4-9e84-4e8c9dd83c11')
    await page.getByText('Esta reserva ya no existe, o no está en este navegador').waitFor()
    await page.getByRole('link', { name: 'Ver mis turnos' }).click()
    await steps.heading('Turnos')
  })

  it('[SHELL-03] sees the three messages turn while what may be booked is being asked', async () => {
    await at.go('/')
    let answer = () => {}
    const answered = new Promise<void>(resolve => (answer = resolve))
    await page.route('**/settings/', async route => {
      await answered
      await route.continue()
    })
    await at.goAsBuilt(POWERS)
    const said = page.locator('output')
    for (const words of [
      'Planificando la asesoría',
      'Buscando fechas disponibles',
      'Buscando horas disponibles',
    ])
      await waitFor(words, async () => (await said.textContent()) === words)
    answer()
    await page.getByRole('grid').or(page.getByRole('radiogroup')).first().waitFor()
    await page.unroute('**/settings/')
  })

  it('[TEMP-01] says who one is on the way, once: what the line asks is filled in with it', async () => {
    await page.context().clearCookies()
    await page.evaluate(async () => {
      sessionStorage.clear()
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
    })
    await at.go(POWERS)
    await page.getByRole('radio', { name: /En la oficina/ }).check()
    await steps.next()
    await steps.day(dayFromNow(3))
    await steps.hour('16:00')
    await steps.heading('¿Quién eres?')
    await introduce(page)
    await steps.next()
    await steps.heading('¿Reservamos esta hora?')
    await page.getByText(PERSON.phone).waitFor()
    await steps.book()
    await page.getByText('Tu reserva está guardada solo en este navegador').waitFor()
  })

  it('broke nothing that the browser would complain of', () => {
    expect(at.faults).toEqual([])
  })
})
