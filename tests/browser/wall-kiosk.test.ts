import { join } from 'node:path'
import jsQR from 'jsqr'
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CALL_LARGE_MS, KIOSK_IDLE_MS, KIOSK_NUMBER_SHOWN_MS } from '#contract/limits.ts'
import { type DeviceUse, linkPath } from '#contract/rest/devices.ts'
import { json } from '#server/database/json-column.ts'
import { makeLink } from '#server/devices/links/make-link.ts'
import { SHUT_AGAIN_MS } from '#src/devices/enter-device.ts'
import { revokeLink } from '#server/devices/links/revoke-link.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { bareUser } from '#tests/support/bare-user.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { isSignedBy, startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { axeFaults } from './axe-faults.ts'
import { openDeskOffice, takeNumber } from './desk-office.ts'
import { intercept } from './intercept.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk } from './sit-down.ts'

/** Of src/wall/main.ts: until it asks to be let in once more. */
const DOOR_AGAIN_MS = 3_000

/** What the room hears, and what the printer gets. */
interface Heard {
  said: string[]
  prints: number
}
const OFFICE = 'notaria-91'
/** Of whoever `takeNumber` signs in: it may stand on no screen of the office. */
const NAME = 'Ximena'

/** Voices that a test can listen to, a printer that begins, and a clock that somebody set wrong. */
function equip(): void {
  const heard: Heard = { said: [], prints: 0 }
  class Utterance extends EventTarget {
    lang = ''
    voice = null
    rate = 1
    text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => [{ lang: 'es-CL' }, { lang: 'en-US' }],
    cancel() {},
    speak(utterance: Utterance) {
      heard.said.push(utterance.text)
      setTimeout(() => utterance.dispatchEvent(new Event('end')), 50)
    },
  })
  const now = Date.now
  Object.defineProperty(window, 'speechSynthesis', { value: speech })
  Object.assign(window, {
    heard,
    SpeechSynthesisUtterance: Utterance,
    print() {
      heard.prints += 1
      dispatchEvent(new Event('beforeprint'))
    },
  })
  Date.now = () => now() + 30 * 3_600_000
}

describeInBrowser('Chromium', 'the wall, the kiosk and the poster', () => {
  let server: TestServer
  let chromium: Chromium
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  let receiver: WebhookReceiver
  let wall: Page
  let wallLink: { id: number; secret: string }
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({
      applicationDirectory: join(import.meta.dirname, '../../dist'),
      settings: { webhookNetworks: ['127.0.0.0/8'] },
    })
    receiver = await startWebhookReceiver()
    office = await openDeskOffice(server.database)
    chromium = await launchChromium({
      viewport: { width: 1920, height: 1080 },
      flags: ['--autoplay-policy=no-user-gesture-required'],
    })
    await server.database.db
      .updateTable('clerk_offices')
      .set({ role: 'supervisor' })
      .where('clerk_id', '=', office.clerk_id)
      .execute()
    await openModulo(server.queue, { ...desk(), modulo_id: office.moduloId('3') })
    wallLink = await link('wall')
    wall = chromium.page
    await wall.clock.install()
    await prepared(wall)
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    await receiver?.stop()
  })

  const desk = () => ({ office_id: office.office_id, clerk_id: office.clerk_id })
  const link = (use: DeviceUse) =>
    makeLink(server.queue, {
      office_id: office.office_id,
      made_by: null,
      use,
      name: 'Sala',
      languages: ['es', 'en'],
    })
  const address = (use: DeviceUse, secret: string) => server.origin + linkPath(use, OFFICE, secret)
  const said = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard }).heard.said)
  const prints = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard }).heard.prints)
  const give = () =>
    issuePaperNumber(server.queue, { office_id: office.office_id, line_id: office.lineId('firmas') })
  const call = () => callNext(server.queue, { ...desk(), line_ids: [] })
  /** Green, with this number. */
  const called = (ticket: string) => wall.locator('[data-look=call]', { hasText: ticket }).waitFor()
  const calm = (ticket: string) => wall.locator('[data-look=calm]', { hasText: ticket }).waitFor()

  async function prepared(page: Page): Promise<Page> {
    page.on('pageerror', error => faults.push(error.message))
    await page.addInitScript(equip)
    return page
  }
  async function another(viewport: { width: number; height: number }): Promise<Page> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    return prepared(await (await browser.newContext({ viewport, locale: 'es-CL' })).newPage())
  }

  /** What a camera reads on the page as it stands. */
  async function readCode(page: Page, name: RegExp): Promise<string> {
    const png = (await page.getByRole('img', { name }).first().screenshot()).toString('base64')
    const { width, height, data } = await page.evaluate(async bytes => {
      const image = new Image()
      image.src = `data:image/png;base64,${bytes}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      const picture = canvas.getContext('2d')?.getImageData(0, 0, image.width, image.height)
      return { width: image.width, height: image.height, data: [...(picture?.data ?? [])] }
    }, png)
    return jsQR(Uint8ClampedArray.from(data), width, height)?.data ?? ''
  }

  it('[WALL-01] opens by its link, whose secret does not stay in the address, and shows the server’s time', async () => {
    await takeNumber(server, { office_id: office.office_id, line_id: office.lineId('firmas') })
    await wall.goto(address('wall', wallLink.secret))
    await wall.getByRole('heading', { name: 'Ya atendemos' }).waitFor()
    expect(wall.url()).toBe(`${server.origin}/wall/${OFFICE}`)
    const { time_zone } = await server.database.db
      .selectFrom('offices')
      .select('time_zone')
      .where('id', '=', office.office_id)
      .executeTakeFirstOrThrow()
    const clock = new Intl.DateTimeFormat('es', { hour: 'numeric', minute: '2-digit', timeZone: time_zone })
    const times = [0, 60_000].map(ms => clock.format(server.clock.now().getTime() + ms))
    expect(times).toContain(await wall.locator('.clock').textContent())
    expect(await readCode(wall, /QR/)).toBe(`${server.origin}/offices/${OFFICE}`)
  })

  it('[WALL-01] calls out a number once, in each language; and again where it is called again', async () => {
    await call()
    await called('A001')
    await wall.locator('.module', { hasText: '3' }).waitFor()
    const once = ['Número A 0 0 1, módulo 3', 'Number A 0 0 1, desk 3']
    await expect.poll(() => said(wall)).toEqual(once)
    await callAgain(server.queue, desk())
    await expect.poll(() => said(wall), { timeout: 20_000 }).toEqual([...once, ...once])
    expect(await wall.locator('body').innerText()).not.toContain(NAME)
    for (const [width, height] of [
      [1920, 1080],
      [1280, 720],
      [1080, 1920],
    ] as const) {
      await wall.setViewportSize({ width, height })
      await picture(wall, `wall-${height}`)
      expect(await axeFaults(wall)).toEqual([])
    }
    await wall.setViewportSize({ width: 1920, height: 1080 })
  })

  it('[WALL-02] a cut is said, with since when, and what was called meanwhile is shown but not called out', async () => {
    const before = await said(wall)
    await wall.context().setOffline(true)
    await wall.getByText(/Sin conexión desde las/).waitFor()
    await wall.clock.runFor(CALL_LARGE_MS)
    await calm('A001')
    await markAttended(server.queue, desk())
    await give()
    await call()
    server.clock.advance(120_000)
    await wall.context().setOffline(false)
    await calm('A002')
    await expect.poll(() => wall.getByText(/Sin conexión/).isVisible()).toBe(false)
    expect(await said(wall)).toEqual(before)
    // Nor by a page that is loaded anew, by its cookie alone.
    await wall.reload()
    await calm('A002')
    expect(await said(wall)).toEqual([])
  })

  it('[WALL-01] a call that is taken back is gone', async () => {
    const { db } = server.database
    await db
      .updateTable('tickets')
      .set({ state: 'waiting', modulo_id: null, clerk_id: null, called_at: null })
      .where('office_id', '=', office.office_id)
      .where('number', '=', 2)
      .execute()
    await freezeLine(server.queue, { ...desk(), line_id: office.lineId('copias'), frozen: true })
    await calm('A001')
    await wall.getByText('No da números por ahora').waitFor()
  })

  it('[WALL-02] shut out by a proxy that stumbles, it says since when it is not current, and comes back', async () => {
    const devices = '**/services/desk/devices/**'
    await wall.route(devices, route => route.fulfill({ status: 404, body: 'no such page' }))
    const late = () => wall.getByText(/Sin conexión desde las/)
    const asked = new Set<Request>()
    const isAsked = (request: Request) => void asked.add(request)
    wall.on('request', isAsked)
    const isAnswered = (request: Request) => void asked.delete(request)
    wall.on('requestfinished', isAnswered).on('requestfailed', isAnswered)
    /** Time goes by until it does, or does no more; what the wall asks is answered before more of it does. */
    async function untilSaid(isSaid: boolean): Promise<void> {
      await expect
        .poll(async () => {
          await wall.clock.runFor(DOOR_AGAIN_MS)
          await waitFor('what was asked to be answered', () => asked.size === 0)
          return await late().isVisible()
        })
        .toBe(isSaid)
    }
    await untilSaid(true)
    await calm('A001')
    await wall.unroute(devices)
    await untilSaid(false)
    wall.off('request', isAsked).off('requestfinished', isAnswered).off('requestfailed', isAnswered)
  })

  it('[WALL-01] a link that is revoked goes dark in that moment, and says so', async () => {
    await revokeLink(server.queue, { office_id: office.office_id, link_id: wallLink.id })
    await wall.getByRole('heading', { name: 'Esta pantalla no tiene enlace' }).waitFor()
    expect(await axeFaults(wall)).toEqual([])
  })

  it('[WALL-01] and then it is asked once a minute whether it is let in again, whatever happens meanwhile', async () => {
    const asked: string[] = []
    let answered = 0
    const isOurs = (url: string) => url.includes('/services/desk/devices/')
    wall.on('request', request => {
      if (isOurs(request.url())) asked.push(new URL(request.url()).pathname)
    })
    wall.on('response', response => {
      if (isOurs(response.url())) answered += 1
    })
    const elapsed = () => wall.evaluate(() => performance.now())
    let earliest = Number.NEGATIVE_INFINITY
    for (let times = 1; times <= 3; times += 1) {
      await wall.evaluate(() => {
        for (const change of ['online', 'offline', 'online']) dispatchEvent(new Event(change))
      })
      // Little by little: a minute at once would be over for what is asked before its answer can come.
      let before = await elapsed()
      while (asked.length < times) {
        before = await elapsed()
        await wall.clock.runFor(1_000)
      }
      await waitFor('the answer', () => answered === asked.length)
      expect((await elapsed()) - earliest).toBeGreaterThanOrEqual(SHUT_AGAIN_MS)
      earliest = before
    }
    expect(asked).toEqual(Array.from({ length: 3 }, () => `/services/desk/devices/wall/${OFFICE}/session`))
  })

  it.each(['wall', 'kiosk'] as const)(
    '[WALL-01] [KIOSK-01] a %s that stays switched on keeps its cookie, and goes on where nobody could be asked for it',
    async use => {
      const DAY_S = 86_400
      const screen = await another({ width: 1280, height: 800 })
      const context = screen.context()
      await screen.clock.install()
      await screen.goto(address(use, (await link(use)).secret))
      const line = screen.getByText('Firmas y autorizaciones').first()
      await line.waitFor()
      const lasts = async () => {
        const [cookie] = await context.cookies()
        return (cookie?.expires ?? 0) - Date.now() / 1_000
      }
      // It was given three months ago, all but some days.
      const [given] = await context.cookies()
      await context.addCookies([{ ...given!, expires: Date.now() / 1_000 + 3 * DAY_S }])
      let refused = 0
      await intercept(screen, '**/session', route => {
        refused += 1
        return route.abort()
      })
      await screen.clock.fastForward(DAY_S * 1_000)
      await expect.poll(() => refused).toBe(1)
      await line.waitFor()
      expect(await lasts()).toBeLessThan(3 * DAY_S)
      await screen.unroute('**/session')
      await screen.clock.fastForward(DAY_S * 1_000)
      await expect.poll(lasts).toBeGreaterThan(89 * DAY_S)
      await line.waitFor()
      await screen.close()
    },
  )

  it.each([
    ['en-US', 'en', 'This screen has no link', 'Connecting…'],
    ['pt-BR', 'pt', 'Esta tela não tem link', 'Conectando…'],
  ])(
    '[HAND-04] before an office is known, wall and kiosk speak what the browser speaks (%s); then as the office chose',
    async (locale, language, shut, unreached) => {
      for (const use of ['wall', 'kiosk'] as const) {
        const context = await chromium.context.browser()?.newContext({ locale })
        const screen = (await context?.newPage()) as Page
        const spoken = () => screen.evaluate(() => document.documentElement.lang)
        const says = (title: string) => screen.getByRole('heading', { name: title }).waitFor()
        const { secret } = await link(use)
        await screen.goto(server.origin + linkPath(use, OFFICE, '').replace(/#$/, ''))
        await says(shut)
        expect(await spoken()).toBe(language)
        await screen.route('**/services/**', route => route.abort())
        await screen.reload()
        await says(unreached)
        expect(await spoken()).toBe(language)
        await screen.unroute('**/services/**')
        await screen.goto('about:blank')
        await screen.goto(address(use, secret))
        await screen.getByText('Firmas y autorizaciones').first().waitFor()
        expect(await spoken()).toBe('es')
        await context?.close()
      }
    },
  )

  it('[KIOSK-01] gives one number for two presses, prints it, and shows its code long enough', async () => {
    const kiosk = await another({ width: 768, height: 1024 })
    await kiosk.clock.install()
    const { secret } = await link('kiosk')
    await kiosk.goto(address('kiosk', secret))
    const line = kiosk.getByRole('button', { name: /Retiro de documentos/ })
    await line.waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [768, 1280, 360]) {
        await kiosk.setViewportSize({ width, height: width === 768 ? 1024 : 800 })
        await kiosk.emulateMedia({ colorScheme })
        await picture(kiosk, 'kiosk')
        expect(await axeFaults(kiosk)).toEqual([])
      }
    }
    await kiosk.setViewportSize({ width: 768, height: 1024 })
    await line.dblclick()
    await kiosk.getByRole('heading', { name: 'Tu número es R001' }).waitFor()
    const shown = performance.now()
    await kiosk.getByText('Mandamos tu papel a la impresora').waitFor()
    expect(await prints(kiosk)).toBe(1)
    expect(await readCode(kiosk, /QR/)).toMatch(new RegExp(`^${server.origin}/n/[A-Za-z0-9_-]{43}$`))
    expect(await axeFaults(kiosk)).toEqual([])
    const given = await server.database.db
      .selectFrom('tickets')
      .select('id')
      .where('line_id', '=', office.lineId('retiro'))
      .execute()
    expect(given).toHaveLength(1)
    // Paper may be out: the number stays for whoever writes it down, and then it is nobody else's to read.
    const gone = performance.now() - shown
    await kiosk.clock.runFor(Math.max(0, KIOSK_NUMBER_SHOWN_MS - 5_000 - gone))
    expect(await kiosk.getByRole('heading', { name: 'Tu número es R001' }).isVisible()).toBe(true)
    await kiosk.clock.runFor(6_000)
    await kiosk.getByRole('heading', { name: '¿Qué vienes a hacer?' }).waitFor()
    await kiosk.close()
  })

  it('[KIOSK-01] says so where it could not print', async () => {
    const kiosk = await another({ width: 768, height: 1024 })
    await kiosk.addInitScript(() => Object.assign(window, { print() {} }))
    await kiosk.goto(address('kiosk', (await link('kiosk')).secret))
    await kiosk.getByRole('button', { name: /Retiro de documentos/ }).click()
    await kiosk.getByText('Este equipo no pudo imprimir').waitFor()
    await kiosk.close()
  })

  it('[KIOSK-01] is in another language and larger for one person, and back at its question for the next', async () => {
    const kiosk = await another({ width: 768, height: 1024 })
    await kiosk.clock.install()
    // Somebody may choose before it is known how the lines stand: it stays with what they chose.
    const chosen = Promise.withResolvers<void>()
    await kiosk.route('**/devices/kiosk', async route => {
      await chosen.promise
      await route.fallback()
    })
    await kiosk.goto(address('kiosk', (await link('kiosk')).secret))
    await kiosk.getByRole('button', { name: 'English' }).click()
    chosen.resolve()
    await kiosk.getByRole('heading', { name: 'What did you come to do?' }).waitFor()
    await kiosk.getByRole('button', { name: 'Listen' }).click()
    expect((await said(kiosk))[0]).toMatch(/^What did you come to do\?\. Firmas/)
    const size = () => kiosk.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    await kiosk.getByRole('button', { name: 'Large text' }).click()
    expect(await size()).toBe('24px')
    await picture(kiosk, 'kiosk-large')
    expect(await axeFaults(kiosk)).toEqual([])
    await kiosk.clock.runFor(KIOSK_IDLE_MS)
    await kiosk.getByRole('heading', { name: '¿Qué vienes a hacer?' }).waitFor()
    expect(await size()).toBe('16px')
    await kiosk.close()
  })

  it('[KIOSK-01] begins in its own language where somebody chose another and left before it was reached', async () => {
    const kiosk = await another({ width: 768, height: 1024 })
    await kiosk.clock.install()
    const reached = Promise.withResolvers<void>()
    await kiosk.route('**/devices/kiosk', async route => {
      await reached.promise
      await route.fallback()
    })
    await kiosk.goto(address('kiosk', (await link('kiosk')).secret))
    await kiosk.getByRole('button', { name: 'English' }).click()
    await kiosk.getByRole('heading', { name: 'One moment' }).waitFor()
    await kiosk.clock.runFor(KIOSK_IDLE_MS)
    reached.resolve()
    await kiosk.getByRole('button', { name: /Firmas y autorizaciones/ }).waitFor()
    expect(await kiosk.getByRole('heading').innerText()).toBe('¿Qué vienes a hacer?')
    await kiosk.close()
  })

  it('[KIOSK-01] [PRIO-01] asks in one switch whether the law lets somebody go first, and forgets it with the person', async () => {
    const { db } = server.database
    const preference = json({ law: 'br-14626', rule: 'next', before_reservations: false })
    await db.updateTable('offices').set({ preference }).where('id', '=', office.office_id).execute()
    server.queue.settings.forget(office.lineId('firmas'))
    await give()
    const kiosk = await another({ width: 768, height: 1024 })
    await kiosk.clock.install()
    await kiosk.goto(address('kiosk', (await link('kiosk')).secret))
    const prefers = () => kiosk.getByRole('switch', { name: 'Tengo derecho a atención preferente' })
    await prefers().waitFor()
    expect(await prefers().getAttribute('aria-checked')).toBe('false')
    await lookedAt(kiosk, 'kiosk-preference', [768, 360])
    await kiosk.setViewportSize({ width: 768, height: 1024 })
    // Whoever goes away without a number leaves no switch on for the next.
    await prefers().click()
    await kiosk.clock.runFor(KIOSK_IDLE_MS)
    await expect.poll(() => prefers().getAttribute('aria-checked')).toBe('false')
    await kiosk.getByRole('button', { name: 'Escuchar' }).click()
    expect((await said(kiosk))[0]).toContain('de 60 años o más')
    await kiosk.getByRole('button', { name: 'Português' }).click()
    const inPortuguese = kiosk.getByRole('switch', { name: 'Tenho direito a atendimento preferencial' })
    await inPortuguese.focus()
    await kiosk.keyboard.press('Space')
    await kiosk.getByRole('button', { name: /Firmas/ }).focus()
    await kiosk.keyboard.press('Enter')
    await kiosk.getByRole('heading', { name: /^Sua senha é A/ }).waitFor()
    const newest = () =>
      db
        .selectFrom('tickets')
        .select(['preference', 'state'])
        .where('line_id', '=', office.lineId('firmas'))
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
    expect(await newest()).toEqual({ preference: 'declared', state: 'waiting' })
    // On the paper, which others see, nothing of it stands.
    expect(await kiosk.locator('[data-prints]').textContent()).not.toMatch(/prefer|priorit/i)
    await kiosk.getByRole('button', { name: 'Pronto' }).click()
    await expect.poll(() => prefers().getAttribute('aria-checked')).toBe('false')
    await kiosk.getByRole('button', { name: /Firmas/ }).click()
    await kiosk.getByRole('heading', { name: /^Tu número es A/ }).waitFor()
    expect(await newest()).toEqual({ preference: null, state: 'waiting' })
    await kiosk.close()
    await db.updateTable('offices').set({ preference: null }).where('id', '=', office.office_id).execute()
    server.queue.settings.forget(office.lineId('firmas'))
  })

  it('[KIOSK-01] [PRIO-01] asks for the preference before the lines: to the eye, to the keyboard, to who hears it', async () => {
    const { db } = server.database
    const preference = json({ law: 'br-14626', rule: 'next', before_reservations: false })
    await db.updateTable('offices').set({ preference }).where('id', '=', office.office_id).execute()
    server.queue.settings.forget(office.lineId('firmas'))
    for (const count of [2, 8, 30]) {
      const kiosk = await another({ width: 768, height: 1024 })
      await kiosk.route('**/devices/kiosk', async route => {
        const response = await route.fetch()
        const state = await response.json()
        const lines = Array.from({ length: count }, (_, nth) => ({
          ...state.lines[0],
          line_id: nth + 1,
          name: `Trámite con un nombre largo ${nth + 1}`,
        }))
        await route.fulfill({ response, json: { ...state, lines } })
      })
      await kiosk.goto(address('kiosk', (await link('kiosk')).secret))
      const prefers = kiosk.getByRole('switch')
      const first = kiosk.getByRole('list', { name: 'Filas' }).getByRole('button').first()
      await first.waitFor()
      for (const isLarge of [false, true]) {
        if (isLarge) await kiosk.getByRole('button', { name: 'Letra grande' }).click()
        for (const [width, height] of [
          [768, 1024],
          [1280, 800],
          [1024, 768],
          [360, 800],
        ] as const) {
          // Larger than that is for tablets.
          if (isLarge && width < 600) continue
          const where = `${count} lines, ${width} × ${height}, ${isLarge ? 'large' : 'plain'}`
          await kiosk.setViewportSize({ width, height })
          await kiosk.evaluate(() => scrollTo(0, 0))
          const tools = await kiosk.getByRole('contentinfo').boundingBox()
          const [asked, line] = [await prefers.boundingBox(), await first.boundingBox()]
          if (!tools || !asked || !line) return expect.fail(where)
          expect(asked.y + asked.height, where).toBeLessThanOrEqual(line.y)
          // All of it is seen at once, and that there are lines under it.
          if (width >= 600) expect(line.y + 24, where).toBeLessThan(tools.y)
          expect(asked.y + asked.height, where).toBeLessThanOrEqual(height)
        }
      }
      await kiosk.setViewportSize({ width: 1280, height: 800 })
      await picture(kiosk, `kiosk-preference-${count}-large`)
      expect(await axeFaults(kiosk)).toEqual([])
      await kiosk.getByRole('button', { name: 'Letra grande' }).click()
      await kiosk.setViewportSize({ width: 768, height: 1024 })
      await kiosk.getByRole('heading', { level: 1 }).focus()
      const stops: string[] = []
      for (let stop = 0; stop < 2; stop++) {
        await kiosk.keyboard.press('Tab')
        stops.push(await kiosk.evaluate(() => document.activeElement?.textContent ?? ''))
      }
      expect(stops).toEqual([
        expect.stringContaining('Tengo derecho a atención preferente'),
        expect.stringContaining('Trámite con un nombre largo 1'),
      ])
      // Wherever it is pressed; and what is so is said by a word.
      expect(await prefers.innerText()).toMatch(/No$/)
      await prefers.click({ position: { x: 20, y: 20 } })
      await expect.poll(() => prefers.getAttribute('aria-checked')).toBe('true')
      expect(await prefers.innerText()).toMatch(/Sí$/)
      await lookedAt(kiosk, `kiosk-preference-${count}`, [1280, 768])
      await kiosk.getByRole('button', { name: 'Escuchar' }).click()
      expect((await said(kiosk))[0]).toMatch(/preferente.*Trámite con un nombre largo 1/s)
      await kiosk.unrouteAll({ behavior: 'ignoreErrors' })
      await kiosk.close()
    }
    await db.updateTable('offices').set({ preference: null }).where('id', '=', office.office_id).execute()
    server.queue.settings.forget(office.lineId('firmas'))
  })

  it('[KIOSK-01] whoever booked types the code of their receipt and says that they are here', async () => {
    const kiosk = await another({ width: 768, height: 1024 })
    await kiosk.clock.install()
    const user = () => bareUser(server.database, server.clock.now())
    const at = { office_id: office.office_id, context: server.queue, user }
    const booked = await reservation(at, office.lineId('firmas'), { inMinutes: 30, minutes: 30 })
    await kiosk.goto(address('kiosk', (await link('kiosk')).secret))
    await kiosk.getByRole('button', { name: 'Tengo una hora reservada' }).click()
    await kiosk.getByRole('heading', { name: 'Escribe el código de tu reserva' }).waitFor()
    await expect.poll(() => kiosk.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await lookedAt(kiosk, 'kiosk-code', [768, 1280, 360])
    await kiosk.setViewportSize({ width: 768, height: 1024 })
    // A wrong one, by touch; corrected with the key that erases.
    const typed = booked.code.slice(2)
    const wrong = typed === '000' ? '111' : '000'
    for (const sign of wrong) await kiosk.getByRole('button', { name: sign, exact: true }).click()
    await kiosk.getByText('No encontramos una reserva de hoy con ese código').waitFor()
    expect(await axeFaults(kiosk)).toEqual([])
    for (const _ of wrong) await kiosk.getByRole('button', { name: 'Borrar' }).click()
    await kiosk.getByText('Escrito: R V', { exact: true }).waitFor({ state: 'attached' })
    // By a keyboard, small letters too.
    await kiosk.keyboard.type(typed.toLowerCase())
    await kiosk.getByRole('heading', { name: '¿Es esta tu hora?' }).waitFor()
    await lookedAt(kiosk, 'kiosk-found', [768, 360])
    await kiosk.setViewportSize({ width: 768, height: 1024 })
    const arrivedAt = async () => {
      const { db } = server.database
      const row = await db
        .selectFrom('reservations')
        .select('arrived_at')
        .where('id', '=', booked.id)
        .executeTakeFirst()
      return row?.arrived_at
    }
    // Whoever leaves it so leaves nothing behind: neither a word nor a code.
    await kiosk.clock.runFor(KIOSK_IDLE_MS)
    await kiosk.getByRole('heading', { name: '¿Qué vienes a hacer?' }).waitFor()
    expect(await arrivedAt()).toBeNull()
    await kiosk.getByRole('button', { name: 'Tengo una hora reservada' }).click()
    await kiosk.getByText('Escrito: R V', { exact: true }).waitFor({ state: 'attached' })
    await kiosk.getByRole('button', { name: 'English' }).click()
    await kiosk.getByRole('button', { name: 'Large text' }).click()
    for (const sign of typed) await kiosk.getByRole('button', { name: sign, exact: true }).click()
    await kiosk.getByRole('button', { name: /Yes, I am here/ }).click()
    await kiosk.getByRole('heading', { name: 'We noted that you are here' }).waitFor()
    await kiosk.getByText(new RegExp(`we call you as ${booked.code}`)).waitFor()
    expect(await arrivedAt()).not.toBeNull()
    await picture(kiosk, 'kiosk-arrived')
    expect(await axeFaults(kiosk)).toEqual([])
    await kiosk.clock.runFor(KIOSK_IDLE_MS)
    await kiosk.getByRole('heading', { name: '¿Qué vienes a hacer?' }).waitFor()
    await kiosk.close()
  })

  it('[KIOSK-01] an arrival whose answer is lost is said again by itself, and where nobody answers, it is not promised', async () => {
    const kiosk = await another({ width: 768, height: 1024 })
    const { db } = server.database
    const { id } = await db
      .selectFrom('reservations')
      .select('id')
      .where('office_id', '=', office.office_id)
      .executeTakeFirstOrThrow()
    await kiosk.goto(address('kiosk', (await link('kiosk')).secret))
    await kiosk.getByRole('button', { name: 'Tengo una hora reservada' }).click()
    let lost = 2
    await intercept(kiosk, '**/arrived', route => {
      lost -= 1
      return lost < 0 ? route.continue() : route.abort()
    })
    await kiosk.keyboard.type(id.slice(-3))
    await kiosk.getByRole('button', { name: /Ya está anotado/ }).click()
    // Whoever hears the kiosk hears that it works on it.
    await kiosk.getByText('Anotando que llegaste').waitFor({ state: 'attached' })
    await kiosk.getByRole('heading', { name: 'Anotamos que llegaste' }).waitFor()
    expect(lost).toBe(-1)
    await kiosk.getByRole('button', { name: 'Listo' }).click()
    lost = 100
    await kiosk.getByRole('button', { name: 'Tengo una hora reservada' }).click()
    await kiosk.keyboard.type(id.slice(-3))
    await kiosk.getByRole('button', { name: /Ya está anotado/ }).click()
    await kiosk.getByText('No llegó respuesta. Prueba otra vez, o avisa en el mesón que llegaste.').waitFor()
    expect(await kiosk.getByRole('heading', { name: 'Anotamos que llegaste' }).count()).toBe(0)
    await kiosk.close()
  })

  it('[KIOSK-01] without a connection promises no place, and is back by itself', async () => {
    const kiosk = await another({ width: 1280, height: 800 })
    await kiosk.goto(address('kiosk', (await link('kiosk')).secret))
    const line = kiosk.getByRole('button', { name: /Firmas/ })
    await line.waitFor()
    await kiosk.context().setOffline(true)
    await kiosk.getByText('Por ahora no podemos dar números aquí').waitFor()
    expect(await line.count()).toBe(0)
    await kiosk.context().setOffline(false)
    await line.waitFor()
    await kiosk.close()
  })

  /** Where a supervisor has the office's screens, machines and poster. */
  async function openSheet(page: Page) {
    await server.database.db
      .updateTable('modulos')
      .set({ clerk_id: null, opened_at: null })
      .where('clerk_id', '=', office.clerk_id)
      .execute()
    await page.goto(`${server.origin}/desk?office=${office.office_id}`)
    await signInAtDesk(page)
    await page.getByRole('button', { name: 'Pantallas y afiche' }).click()
    return page.getByRole('dialog', { name: 'Pantallas y afiche' })
  }

  it('[ADMIN-05] the poster is one page of A4, whose code leads to the office or to the line', async () => {
    const page = await another({ width: 1280, height: 800 })
    await page.addInitScript(() => {
      // Chromium takes the picture of what is printed; until then it stands there.
      window.print = () => {
        const copy = document.querySelector('[data-prints]')?.cloneNode(true) as HTMLElement | undefined
        if (copy) document.body.append(Object.assign(copy, { id: 'printed' }))
      }
    })
    const sheet = await openSheet(page)
    await sheet.getByText('Pantalla de la sala').or(sheet.getByText('Tótem que da números')).first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await picture(page, 'desk-screens')
        expect(await axeFaults(page)).toEqual([])
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const [line, leads] of [
      ['Toda la oficina', `/offices/${OFFICE}`],
      ['Firmas y autorizaciones', `/lines/${office.lineId('firmas')}`],
    ] as const) {
      await sheet.getByLabel('El código lleva a').selectOption({ label: line })
      await sheet.getByRole('button', { name: 'Imprimir el afiche' }).click()
      await page.locator('#printed').waitFor({ state: 'attached' })
      // What was printed goes from the page by itself, a moment later.
      await expect.poll(() => page.locator('[data-prints]').count()).toBe(1)
      await page.emulateMedia({ media: 'print', colorScheme: 'light' })
      const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
      expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45][.\d]* 84[12][.\d]*\s*\]/)
      await page.setViewportSize({ width: 800, height: 1130 })
      expect(await readCode(page, /afiche/)).toBe(server.origin + leads)
      await picture(page, `poster-${line === 'Toda la oficina' ? 'office' : 'line'}`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ media: 'screen' })
      await page.evaluate(() => document.querySelector('#printed')?.remove())
    }
    // A link is made here, told once, and closed again.
    await sheet.getByLabel('Dónde está').fill('Pasillo')
    await sheet.getByRole('button', { name: 'Crear el enlace' }).click()
    await sheet.getByText(new RegExp(`/wall/${OFFICE}#`)).waitFor()
    await sheet.getByRole('button', { name: 'Revocar Pasillo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
    await expect.poll(() => sheet.getByRole('button', { name: 'Revocar Pasillo' }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  /** As it stands, and then from its top: what is scrolled away under its head lies over nothing. */
  async function sheetLookedAt(page: Page, sheet: Locator, name: string) {
    await picture(page, `${name}-below`)
    await sheet.getByRole('heading', { name: 'Pantallas y equipos' }).scrollIntoViewIfNeeded()
    await lookedAt(page, name)
  }

  it('[ADMIN-01] a machine gets a token and another system is told, and both are stopped here', async () => {
    const page = await another({ width: 1280, height: 800 })
    const sheet = await openSheet(page)
    await sheet.getByRole('radio', { name: 'Equipo propio' }).check()
    await sheet.getByLabel('Cómo se llama').fill('Letrero')
    await sheet.getByRole('radio', { name: 'Mirar, y dar números en papel' }).check()
    await sheet.getByRole('button', { name: 'Crear el token' }).click()
    const told = sheet.getByText(/^[A-Za-z0-9_-]{43}$/)
    const token = (await told.textContent()) ?? ''
    const state = () => server.ask('v1', '/machine/state', { token })
    expect((await state()).status).toBe(200)
    await sheetLookedAt(page, sheet, 'desk-token')
    await sheet.getByRole('button', { name: 'Listo' }).click()
    await sheet.getByText('Equipo propio que mira y da números').waitFor()

    await sheet.getByRole('button', { name: 'Avisar a otro sistema' }).click()
    await sheet.getByLabel('Alguien sacó un número').check()
    await sheet.getByLabel('A qué dirección').fill('letrero.example')
    await sheet.getByRole('button', { name: 'Empezar a avisar' }).click()
    await sheet.getByText('Escribe una dirección que empiece con https://').waitFor()
    await sheet.getByLabel('A qué dirección').fill('http://10.0.0.7/')
    await sheet.getByRole('button', { name: 'Empezar a avisar' }).click()
    await sheet.getByText('A esa dirección no se puede avisar.').waitFor()
    await sheetLookedAt(page, sheet, 'desk-webhook-new')
    await sheet.getByLabel('A qué dirección').fill(receiver.url)
    await sheet.getByRole('button', { name: 'Empezar a avisar' }).click()
    const secret = (await sheet.getByText(/^whsec_/).textContent()) ?? ''
    await sheet.getByRole('button', { name: 'Listo' }).click()
    await sheet.getByText('Al día').waitFor()
    await give()
    await receiver.heard(1)
    expect(receiver.told[0]).toMatchObject({ type: 'ticket.created', data: { officeSlug: OFFICE } })
    expect(isSignedBy(secret, receiver.told[0]!)).toBe(true)

    await sheet.getByRole('button', { name: /^Probar/ }).click()
    await sheet.getByText('La prueba llegó: respondió 204.').waitFor()
    receiver.answerWith(500)
    await give()
    await receiver.heard(3)
    await expect
      .poll(async () => {
        await sheet.getByRole('button', { name: /^Probar/ }).click()
        await sheet.getByText('La prueba no llegó: respondió 500.').waitFor()
        return sheet.getByText(/^Desde hoy .*; se sigue intentando/).isVisible()
      })
      .toBe(true)
    await sheetLookedAt(page, sheet, 'desk-webhooks')

    await sheet.getByRole('button', { name: /^Cambiar el secreto/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cambiarlo' }).click()
    await expect.poll(() => sheet.getByText(/^whsec_/).textContent()).not.toBe(secret)
    await sheet.getByRole('button', { name: 'Listo' }).click()
    await sheet.getByRole('button', { name: /^Quitar/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dejar de avisar' }).click()
    await sheet.getByText(/^Ninguno\. Un letrero/).waitFor()
    await sheet.getByRole('button', { name: 'Revocar Letrero' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
    await expect.poll(() => sheet.getByRole('button', { name: 'Revocar Letrero' }).count()).toBe(0)
    expect((await state()).status).toBe(401)
    expect(faults).toEqual([])
  })
})
