import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { systemRandom } from '#server/platform/random.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { bookSteps } from './book-steps.ts'
import { dayFromNow, openBooks } from './book-town.ts'
import { intercept } from './intercept.ts'

const OFFICE = '/offices/notaria-norte'
const COPIES = `${OFFICE}/lines/copias-certificadas/book`

/**
 * Whoever lets others pass, moves a time or says who they are on a slow network does something else, and
 * comes back.
 */
describeInBrowser('Chromium', 'an errand that was left halfway', () => {
  let at: Visit
  let page: Page
  let steps: ReturnType<typeof bookSteps>

  beforeAll(async () => {
    at = await visit()
    page = at.page
    steps = bookSteps(page)
    await openBooks(at.server, at.town)
    await at.town.join('firmas', 6)
  })
  afterAll(() => at?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** As a finger does it, without loading the page anew. */
  const comeBack = (path: string) => page.evaluate(there => history.pushState(null, '', there), path)
  const isBusy = (name: string) =>
    waitFor(`«${name}» to be busy`, async () => (await button(name).getAttribute('aria-busy')) === 'true')

  /** Holds back what the page asks for by this method at this address, until it is let through. */
  async function holdBack(url: string, method: string) {
    const held: Route[] = []
    let isOpen = false
    const seen = (route: Route) => {
      if (route.request().method() !== method) return route.fallback()
      held.push(route)
      return isOpen ? route.fallback() : undefined
    }
    await intercept(page, url, seen)
    return {
      times: () => held.length,
      isHeld: () => waitFor('it to be on its way', async () => held.length > 0),
      async letThrough(answered: 'done' | 'refused' = 'done') {
        isOpen = true
        const answers = held.map(route => route.request().response())
        await Promise.all(held.map(route => route.continue()))
        for (const answer of await Promise.all(answers)) expect(answer?.ok()).toBe(answered === 'done')
        await page.unroute(url, seen)
      },
    }
  }

  it('[TEMP-01] who left while they were let in finds what they typed, and is not called back', async () => {
    await at.go(OFFICE)
    const login = await holdBack('**/services/login/temporaryV2', 'POST')
    await comeBack('/identify?next=/profile')
    await page.getByLabel('Nombre').fill('Ximena Ñuñoa')
    await comeBack(OFFICE)
    await page.getByText('Firmas y autorizaciones').first().waitFor()
    await comeBack('/identify?next=/profile')
    expect(await page.getByLabel('Nombre').inputValue()).toBe('Ximena Ñuñoa')
    await page.getByLabel('RUT').last().fill('12.345.678-5')
    await page.getByLabel('Teléfono').fill('+56912345678')
    await page.getByLabel('Correo').fill('ximena@correo.example')
    await page.getByRole('checkbox').check()
    await button('Sigue').click()
    await login.isHeld()
    await comeBack(OFFICE)
    await page.getByText('Firmas y autorizaciones').first().waitFor()
    await comeBack('/identify?next=/profile')
    await isBusy('Comprobando que eres una persona…')
    expect(await page.getByLabel('Correo').inputValue()).toBe('ximena@correo.example')
    await comeBack(OFFICE)
    await login.letThrough()
    await waitFor('the session', async () =>
      (await page.context().cookies()).some(cookie => cookie.httpOnly && cookie.value !== ''),
    )
    await comeBack('/profile')
    await page.getByText('Ximena Ñuñoa').waitFor()
    expect(new URL(page.url()).pathname).toBe('/profile')
    expect(login.times()).toBe(1)
  })

  it('[TEMP-01] what was corrected while its screen was left does not close it for who opens it again', async () => {
    const saving = await holdBack('**/services/login/temporary', 'PUT')
    await page.getByRole('link', { name: 'Corregir mis datos' }).click()
    await page.getByLabel('Nombre').fill('Ximena Soto')
    await button('Guardar').click()
    await saving.isHeld()
    await comeBack('/tickets')
    await page.getByRole('heading', { level: 1, name: 'Turnos' }).waitFor()
    await saving.letThrough()
    await comeBack('/profile')
    await page.getByText('Ximena Soto').waitFor()
    await page.getByRole('link', { name: 'Corregir mis datos' }).click()
    await page.getByLabel('Nombre').waitFor()
    expect(await page.getByLabel('Nombre').inputValue()).toBe('Ximena Soto')
    await page.getByLabel('Nombre').fill('Ximena Ñuñoa')
    await button('Guardar').click()
    await page.waitForURL('**/profile')
  })

  it('[TKT-13] others are let pass once, however often one leaves and presses', async () => {
    const path = await at.take('firmas')
    await at.town.join('firmas', 4)
    const pass = await holdBack('**/pass', 'POST')
    await button('Dejar pasar').click()
    await button('Deja pasar a 3 personas').click()
    await pass.isHeld()
    await comeBack('/tickets')
    await page.getByRole('heading', { level: 1, name: 'Turnos' }).waitFor()
    await comeBack(path)
    await isBusy('Dejar pasar')
    await button('Dejar pasar').click({ force: true })
    expect(await button('Deja pasar a 3 personas').count()).toBe(0)
    await pass.letThrough()
    await waitFor(
      'it to be done',
      async () => (await button('Dejar pasar').getAttribute('aria-busy')) === null,
    )
    const { passes } = await at.server.database.db
      .selectFrom('tickets')
      .select('passes')
      .where('id', '=', path.split('/').at(-1) ?? '')
      .executeTakeFirstOrThrow()
    expect(passes).toBe(1)
    expect(pass.times()).toBe(1)
  })

  it('[TKT-13] a number is given up once, and who comes back meanwhile finds it so', async () => {
    const path = new URL(page.url()).pathname
    const giving = await holdBack('**/give-up', 'POST')
    await button('Renunciar').click()
    await button('Sí, renunciar').click()
    await giving.isHeld()
    await comeBack('/tickets')
    await page.getByRole('heading', { level: 1, name: 'Turnos' }).waitFor()
    await comeBack(path)
    await isBusy('Renunciar')
    await giving.letThrough()
    await page.getByText('Renunciaste al número').first().waitFor()
    expect(giving.times()).toBe(1)
  })

  it('[RES-07] another hour is still being asked for, for who comes back, and its refusal is said on the card', async () => {
    await at.go(COPIES)
    await steps.day(dayFromNow(2))
    await steps.hour('9:00')
    await steps.answers({ 'Número de repertorio': '123456' })
    const card = await steps.book()
    const move = async (hour: string) => {
      await page.getByRole('link', { name: 'Cambiar la hora' }).click()
      await steps.day(dayFromNow(3))
      await steps.hour(hour)
      await steps.heading('¿Cambiamos a esta hora?')
      const moving = await holdBack('**/services/reservations/v2/*', 'PATCH')
      await button('Cambiar la hora').click()
      await moving.isHeld()
      await comeBack(card)
      await page.getByRole('link', { name: 'Estamos confirmando…' }).click()
      await steps.heading('¿Cambiamos a esta hora?')
      await isBusy('Estamos confirmando…')
      await page.getByRole('article').getByText(hour).first().waitFor()
      await button('Estamos confirmando…').click({ force: true })
      await comeBack(card)
      await page.getByRole('link', { name: 'Estamos confirmando…' }).waitFor()
      return moving
    }
    const refused = await move('15:30')
    await somebodyTakes('15:30')
    await refused.letThrough('refused')
    await page
      .getByRole('alert')
      .getByText(/ya ha sido tomada|Todos los cupos/)
      .first()
      .waitFor()
    expect(new URL(page.url()).pathname).toBe(card)
    expect(refused.times()).toBe(1)

    const moved = await move('16:00')
    await moved.letThrough()
    await page.getByRole('article').getByText('16:00').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(card)
    expect(moved.times()).toBe(1)
    // It was said: whoever changes it once more begins anew.
    await page.getByRole('link', { name: 'Cambiar la hora' }).click()
    await steps.heading('¿Qué día?')
  })

  it('[RES-07] who was refused another hour is back at the hours, and goes on with the first that is free', async () => {
    await steps.day(dayFromNow(3))
    await steps.hour('9:30')
    const moving = await holdBack('**/services/reservations/v2/*', 'PATCH')
    await button('Cambiar la hora').click()
    await moving.isHeld()
    await somebodyTakes('9:30')
    await moving.letThrough('refused')
    await steps.heading('¿A qué hora?')
    const refusal = page.getByText(/ya ha sido tomada|Todos los cupos/)
    await refusal.first().waitFor()
    await page.goBack()
    await steps.heading('¿Cambiamos a esta hora?')
    await refusal.first().waitFor()
    await page.goForward()
    await steps.heading('¿A qué hora?')
    await page.getByRole('link', { name: 'Volver' }).click()
    await page.getByRole('button', { name: /^Primera hora/ }).click()
    await steps.heading('¿Cambiamos a esta hora?')
    expect(await refusal.count()).toBe(0)
    await button('Cambiar la hora').click()
    await page.waitForURL(/\/reservations\/[^/?]+$/)
  })

  it('[RES-08] who says that they will come is not told of a cancelling that went wrong before', async () => {
    const said = 'the reservation no longer stands'
    const refused = { type: 'about:blank', title: said, message: said, code: 'reserve-invalid', status: 409 }
    const url = '**/services/reservations/v2/*'
    await intercept(page, url, route =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, contentType: 'application/problem+json', json: refused })
        : route.fallback(),
    )
    await button('Cancelar la reserva').click()
    await button('Sí, cancelar').click()
    const alert = page.getByRole('alert').getByText('Hubo un error al eliminar la reserva', { exact: true })
    await alert.waitFor()
    await page.unroute(url)
    await button('Confirmo que voy').click()
    await button('Confirmo que voy').waitFor({ state: 'detached' })
    expect(await alert.count()).toBe(0)
  })

  /** Another person books this hour of the day to which one moves. */
  async function somebodyTakes(hour: string): Promise<void> {
    const answer = await at.server.ask(
      'reservations',
      `/offices/notaria-norte/copias-certificadas/${dayFromNow(3)}/timeblocks`,
    )
    const blocks = (await answer.json()) as { from: string; to: string }[]
    const block = blocks.find(({ from }) =>
      new Date(from)
        .toLocaleTimeString('es-CL', { timeZone: 'America/Santiago', hour12: false })
        .startsWith(hour.padStart(5, '0')),
    )
    if (!block) throw new Error(`no block at ${hour}`)
    const { id } = await at.server.database.db
      .selectFrom('lines')
      .select('id')
      .where('slug', '=', 'copias-certificadas')
      .executeTakeFirstOrThrow()
    const { from, to } = block
    const { token } = await at.server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })
    const body = { line: id, block: { from, to }, meet: false, meta: { answers: { repertorio: '123456' } } }
    expect((await at.server.ask('reservations', '', { token, body })).ok).toBe(true)
  }
})

describeInBrowser('Chromium', 'a number that was just taken', () => {
  let at: Visit
  beforeAll(async () => {
    // The worker would have the file at hand that is to be slow.
    at = await visit({ chromium: { serviceWorkers: 'block' } })
  })
  afterAll(() => at?.close())

  it('[TKT-02] is no ground for a warning while its screen is on its way', async () => {
    const { page } = at
    const asked = Promise.withResolvers<Route>()
    await page.route('**/assets/tickets-screen-*.js', asked.resolve)
    await at.signIn()
    await at.go(`${OFFICE}/lines/firmas/take`)
    await page.getByRole('button', { name: 'Saca tu número' }).click()
    await page.getByRole('link', { name: /^Ver tu número/ }).waitFor()
    expect(await page.getByText('ya sacaste un ticket').count()).toBe(0)
    const screen = await asked.promise
    await screen.continue()
    await page.getByRole('button', { name: 'Renunciar' }).waitFor()
    await page.unroute('**/assets/tickets-screen-*.js')
    // Whoever comes another time is told.
    await at.go(`${OFFICE}/lines/firmas/take`)
    await page.getByText('ya sacaste un ticket').waitFor()
  })
})
