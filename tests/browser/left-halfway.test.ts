import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { systemRandom } from '#server/platform/random.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { bookSteps } from './book-steps.ts'
import { dayFromNow, openBooks } from './book-town.ts'

const OFFICE = '/offices/notaria-norte'
const TAKE = `${OFFICE}/lines/firmas/take`
const POWERS = `${OFFICE}/lines/poderes/book`
const COPIES = `${OFFICE}/lines/copias-certificadas/book`

/** Whoever asks for a number or a time on a slow network does something else meanwhile, and comes back. */
describeInBrowser('Chromium', 'what was asked for and left halfway', () => {
  let at: Visit
  let page: Page
  let steps: ReturnType<typeof bookSteps>
  /** Lets through what the page asked for; null while nothing is held back. */
  let letThrough: (() => void) | null = null
  let asked = 0
  let isSlow = false

  beforeAll(async () => {
    at = await visit()
    page = at.page
    steps = bookSteps(page)
    await openBooks(at.server, at.town)
    await at.signIn()
    // The network at its slowest: a number that is asked for is on its way for as long as the test wants.
    await page.routeWebSocket('**/socket/**', socket => {
      const server = socket.connectToServer()
      socket.onMessage(message => {
        if (!message.toString().includes('"ticket:new"')) return server.send(message)
        asked += 1
        if (isSlow) letThrough = () => server.send(message)
        else server.send(message)
      })
    })
  })
  afterAll(() => at?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const numbers = () => at.server.database.db.selectFrom('tickets').select(['id', 'state']).execute()
  const held = () => waitFor('it to be on its way', async () => letThrough !== null)
  /** As a finger does it, without loading the page anew. */
  const comeBack = (path: string) => page.evaluate(there => history.pushState(null, '', there), path)
  function slow(isNow: boolean): void {
    isSlow = isNow
    letThrough = null
    asked = 0
  }

  /**
   * Presses «Reservar», and is at the office again while the request is held back; `wishes` are those that
   * were sent.
   */
  async function bookAndLeave(hour: string) {
    const wishes: object[] = []
    let release = () => {}
    const late = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/services/reservations/**', async route => {
      if (route.request().method() === 'POST') {
        wishes.push(route.request().postDataJSON() as object)
        await late
      }
      await route.continue()
    })
    await at.go(COPIES)
    await steps.day(dayFromNow(2))
    await steps.hour(hour)
    await steps.answers({ 'Número de repertorio': '123456' })
    await button('Reservar').click()
    await waitFor('the time to be asked for', async () => wishes.length === 1)
    await comeBack(OFFICE)
    await page.getByText('Poderes y mandatos').first().waitFor()
    return { wishes, release }
  }

  it('[TKT-02] a number is still being taken for who comes back, is not asked for twice, and leads to its card', async () => {
    slow(true)
    await at.go(TAKE)
    await button('Saca tu número').click()
    await held()
    await comeBack(OFFICE)
    await page.getByText('Poderes y mandatos').first().waitFor()
    await comeBack(TAKE)
    const press = button('Saca tu número')
    await waitFor('the button to be busy', async () => (await press.getAttribute('aria-busy')) === 'true')
    await press.click({ force: true })
    letThrough?.()
    await page.waitForURL('**/tickets/*')
    expect(await page.getByText('Hubo un error inesperado').count()).toBe(0)
    expect(asked).toBe(1)
    expect(await numbers()).toHaveLength(1)
    await page.getByRole('button', { name: 'Renunciar' }).waitFor()
    // Its card was shown: who goes there once more is not led to it again.
    await comeBack(TAKE)
    await page.getByText('ya sacaste un ticket para esta fila').waitFor()
    expect(new URL(page.url()).pathname).toBe(TAKE)
  })

  it('[TKT-02] a number that came while its screen was left is not led to by who opens that screen later', async () => {
    await at.server.database.db.updateTable('tickets').set({ state: 'given-up' }).execute()
    slow(true)
    await at.go(TAKE)
    await button('Saca tu número').click()
    await held()
    await comeBack(OFFICE)
    letThrough?.()
    await waitFor('the number', async () => (await numbers()).length === 2)
    await page.getByRole('contentinfo').getByRole('link').waitFor()
    await comeBack(TAKE)
    await page.getByText('ya sacaste un ticket para esta fila').waitFor()
    expect(new URL(page.url()).pathname).toBe(TAKE)
  })

  it('[TKT-11] a page that is loaded anew in the middle says that nobody knows, and asks for the same number', async () => {
    await at.server.database.db.updateTable('tickets').set({ state: 'given-up' }).execute()
    slow(true)
    await at.go(TAKE)
    await button('Saca tu número').click()
    await held()
    slow(false)
    await page.reload()
    await page.getByRole('alert').getByText('No sabemos aún si tienes número').waitFor()
    await button('Intentar de nuevo').click()
    await page.waitForURL('**/tickets/*')
    expect(await numbers()).toHaveLength(3)
    await at.go(`${OFFICE}/lines/escrituras/take`)
    await page.getByLabel('Número de repertorio').waitFor()
    expect(await page.getByText('No sabemos aún si tienes número').count()).toBe(0)
  })

  it('[RES-16] a time is still being booked for who comes back, is not asked for twice, and leads to its card', async () => {
    const { wishes, release } = await bookAndLeave('9:00')
    await comeBack(COPIES)
    await steps.heading('¿Reservamos esta hora?')
    const press = button('Estamos confirmando…')
    expect(await press.getAttribute('aria-busy')).toBe('true')
    await press.click({ force: true })
    release()
    await page.waitForURL('**/reservations/*')
    await page.getByRole('article').first().waitFor()
    expect(wishes).toHaveLength(1)
    expect(await at.server.database.db.selectFrom('reservations').select('id').execute()).toHaveLength(1)
    // What was refused or done is not said again to who begins anew.
    await at.go(OFFICE)
    await comeBack(COPIES)
    await steps.heading('¿Qué día?')
  })

  it('[RES-05] while one is booked another line’s press waits for it, and asks then', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    const { wishes, release } = await bookAndLeave('11:00')
    await comeBack(POWERS)
    await page.getByRole('radio', { name: /En la oficina/ }).check()
    await steps.next()
    await steps.day(dayFromNow(3))
    await steps.hour('9:30')
    await steps.answers({})
    const waits = button('Estamos confirmando…')
    expect(await waits.getAttribute('aria-busy')).toBe('true')
    await waits.click({ force: true })
    expect(wishes).toHaveLength(1)
    release()
    await button('Reservar').waitFor()
    expect(new URL(page.url()).pathname).toBe(POWERS)
    await steps.book()
    expect(wishes).toHaveLength(2)
  })

  it.each([
    ['reaches', 'finds out by itself', '9:00', true],
    ['never reaches', 'says that nobody knows, and asks for the same', '9:30', false],
  ])(
    '[RES-05] a page that is loaded anew while its request %s the server %s, and books once',
    async (_way, _then, hour, reaches) => {
      await page.unrouteAll({ behavior: 'wait' })
      const asked: { wish: { request_id: string }; authorization: string }[] = []
      let lose = () => {}
      const lost = new Promise<void>(resolve => (lose = resolve))
      onTestFinished(() => lose())
      await page.route('**/services/reservations/**', async route => {
        const request = route.request()
        if (request.method() !== 'POST') return route.continue()
        const { authorization = '' } = request.headers()
        asked.push({ wish: request.postDataJSON() as { request_id: string }, authorization })
        if (asked.length > 1) return route.continue()
        await lost
        await route.abort()
      })
      // With one place an hour: once it is theirs none is free.
      await at.go(COPIES)
      await steps.day(dayFromNow(5))
      await steps.hour(hour)
      await steps.answers({ 'Número de repertorio': '123456' })
      const address = page.url()
      await button('Reservar').click()
      const { wish, authorization } = await waitFor('it to be asked for', () => asked[0])
      await at.go('/icons/icon-192.png')
      lose()
      // Nobody is there to hear the answer.
      if (reaches) await at.server.ask('reservations', '', { headers: { authorization }, body: wish })
      await page.goto(address)
      if (!reaches) {
        await page.getByRole('alert').getByText('No sabemos aún si tienes la hora').waitFor()
        await button('Intentar de nuevo').click()
      }
      await page.waitForURL('**/reservations/*')
      const { request_id } = wish
      const sent = reaches ? [request_id] : [request_id, request_id]
      expect(asked.map(own => own.wish.request_id)).toEqual(sent)
      const rows = await at.server.database.db
        .selectFrom('reservations')
        .select('id')
        .where('request_id', '=', wish.request_id)
        .execute()
      expect(rows).toHaveLength(1)
    },
  )

  it('[RES-07] who left before it was refused is not taken back by it, and is told where they are', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    const { wishes, release } = await bookAndLeave('10:00')
    const { token } = await at.server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })
    const wish = Object.assign({}, wishes[0], { request_id: systemRandom.uuid() })
    expect((await at.server.ask('reservations', '', { token, body: wish })).ok).toBe(true)
    release()
    await page.getByText(/Esta hora ya ha sido tomada|Todos los cupos de esta hora/).waitFor()
    expect(new URL(page.url()).pathname).toBe(OFFICE)
    await comeBack(COPIES)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(
      await page
        .getByRole('alert')
        .getByText(/ya ha sido tomada|Todos los cupos/)
        .count(),
    ).toBe(0)
  })
})
