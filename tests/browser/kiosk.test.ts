import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KIOSK_IDLE_MS, KIOSK_NUMBER_SHOWN_MS } from '#contract/limits.ts'
import { SHUT_AGAIN_MS } from '#src/devices/enter-device.ts'
import { wallTime } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { actMeanwhile } from './act-meanwhile.ts'
import { openDeskOffice, takeNumber } from './desk-office.ts'
import { deviceAddress } from './device-address.ts'
import { intercept } from './intercept.ts'
import { loseAnswers } from './lose-answers.ts'
import { readAloud, reader } from './read-aloud.ts'

const GIVING = '**/devices/kiosk/tickets'
const UNKNOWN =
  /No llegó respuesta y no sabemos si tu número quedó tomado\. Toca otra vez la misma fila: será el mismo\./
const START = '¿Qué vienes a hacer?'
/** Of src/kiosk/main.tsx. */
const RELEASE_LOOK_MS = 10 * 60_000

describeInBrowser('Chromium', 'the kiosk and whoever stands before it', () => {
  let server: TestServer
  let chromium: Chromium
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    chromium = await launchChromium()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  /** A tablet whose printer begins, or has no paper at all. */
  async function stand({ prints = true } = {}): Promise<Page> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const kiosk = await (await browser.newContext({ viewport: { width: 768, height: 1024 } })).newPage()
    kiosk.on('pageerror', error => faults.push(error.message))
    await kiosk.addInitScript(works => {
      window.print = () => works && dispatchEvent(new Event('beforeprint'))
    }, prints)
    await kiosk.addInitScript(reader)
    await kiosk.clock.install()
    await kiosk.goto(await deviceAddress(server, 'kiosk', { office_id: office.office_id }))
    await kiosk.getByRole('heading', { name: START }).waitFor()
    return kiosk
  }
  const given = (slug: string) =>
    server.database.db
      .selectFrom('tickets')
      .select('number')
      .where('line_id', '=', office.lineId(slug))
      .execute()
  const number = (kiosk: Page, ticket: string) =>
    kiosk.getByRole('heading', { name: `Tu número es ${ticket}` })
  /** Time goes by, and whatever the kiosk asks meanwhile is answered as it would be. */
  async function wait(kiosk: Page, ms: number): Promise<void> {
    const STEP_MS = 1_000
    for (let gone = 0; gone < ms; gone += STEP_MS) {
      await kiosk.clock.runFor(STEP_MS)
      await kiosk.evaluate(() => fetch('/livez'))
    }
  }
  const focused = (kiosk: Page) => kiosk.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

  it('[KIOSK-01] an answer that is lost twice is asked for by itself: one number, and it is shown', async () => {
    const kiosk = await stand()
    await loseAnswers(kiosk, GIVING, { times: 2 })
    await kiosk.getByRole('button', { name: /Retiro de documentos/ }).click()
    await number(kiosk, 'R001').waitFor()
    expect(await given('retiro')).toEqual([{ number: 1 }])
    await kiosk.context().close()
  })

  it('[KIOSK-01] where no answer comes it says so and promises the same number, which the same press then gives', async () => {
    const kiosk = await stand()
    const line = kiosk.getByRole('button', { name: /Copias legales/ })
    const lost = await loseAnswers(kiosk, GIVING)
    await line.click()
    await kiosk.getByRole('alert').getByText(UNKNOWN).waitFor()
    expect(await given('copias')).toEqual([{ number: 1 }])
    expect(await kiosk.getByRole('heading', { name: START }).isVisible()).toBe(true)
    await lost.end()
    await line.click()
    await number(kiosk, 'C001').waitFor()
    expect(await given('copias')).toEqual([{ number: 1 }])
    // Whoever comes next is somebody else.
    await kiosk.getByRole('button', { name: 'Listo' }).click()
    await line.click()
    await number(kiosk, 'C002').waitFor()
    await kiosk.context().close()
  })

  it('[KIOSK-01] the number of a person who went away without an answer is not given to the next', async () => {
    const kiosk = await stand()
    const line = kiosk.getByRole('button', { name: /Copias legales/ })
    const lost = await loseAnswers(kiosk, GIVING)
    await line.click()
    const unknown = kiosk.getByRole('alert').getByText(UNKNOWN)
    await unknown.waitFor()
    await lost.end()
    await wait(kiosk, KIOSK_IDLE_MS)
    await unknown.waitFor({ state: 'detached' })
    await line.click()
    await number(kiosk, 'C004').waitFor()
    expect((await given('copias')).length).toBe(4)
    await kiosk.context().close()
  })

  it('[KIOSK-01] [DESK-09] what no desk gives either is refused with its reason, and sends nobody there', async () => {
    const kiosk = await stand()
    const { office_id } = office
    const line_id = office.lineId('copias')
    const { db } = server.database
    const line = (columns: { closed_until: Date | null }) =>
      db.updateTable('lines').set(columns).where('id', '=', line_id).execute()
    const ofOffice = () => db.updateTable('offices').where('id', '=', office_id)
    const { hours, time_zone } = await db
      .selectFrom('offices')
      .select(['hours', 'time_zone'])
      .where('id', '=', office_id)
      .executeTakeFirstOrThrow()
    const refused = async (act: () => Promise<unknown>, words: string) => {
      await actMeanwhile(kiosk, GIVING, act)
      await kiosk.getByRole('button', { name: /Copias legales/ }).click()
      await kiosk.getByRole('alert').getByText(words).waitFor()
    }
    const closes = new Date(Date.now() + 3_600_000)
    await refused(() => line({ closed_until: closes }), 'Esta fila ya cerró por hoy. Vuelve otro día.')
    await line({ closed_until: null })
    // Three wait, and the office closes in two minutes.
    for (const _ of [1, 2, 3]) await takeNumber(server, { office_id, line_id })
    const { minutes } = wallTime(new Date(Date.now() + 120_000), time_zone)
    const to = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    const soon = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to }))
    await refused(
      () =>
        ofOffice()
          .set({ until_closing: true, hours: json(soon) })
          .execute(),
      'Ya no alcanzan a atenderte hoy. Vuelve otro día.',
    )
    await ofOffice()
      .set({ until_closing: false, hours: json(hours) })
      .execute()
    await kiosk.context().close()
  })

  it('[KIOSK-01] a whole giving is read to whoever does not see it, and the reader stands where one goes on', async () => {
    const kiosk = await stand()
    const aloud = () => readAloud(kiosk)
    // The question in the office's language from the first, whatever the tablet's is.
    expect(await aloud()).toEqual(['One moment', START])
    let answer = () => {}
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    await intercept(kiosk, GIVING, async route => {
      await held
      await route.continue()
    })
    await kiosk.getByRole('button', { name: /Firmas y autorizaciones/ }).focus()
    await kiosk.keyboard.press('Enter')
    await expect.poll(async () => (await aloud()).at(-1)).toBe('Sacando tu número')
    expect(await focused(kiosk)).toMatch(/^Firmas y autorizaciones/)
    answer()
    await expect.poll(async () => (await aloud()).at(-1)).toBe('Tu número es A001')
    expect(await focused(kiosk)).toBe('Tu número es A001')
    await kiosk.getByRole('button', { name: 'Listo' }).focus()
    await kiosk.keyboard.press('Enter')
    await expect.poll(async () => (await aloud()).at(-1)).toBe(START)
    expect(await focused(kiosk)).toBe(START)
    await kiosk.context().close()
  })

  it('[KIOSK-01] trouble with the printer, and an answer that did not come, are read as they appear', async () => {
    const kiosk = await stand({ prints: false })
    const aloud = () => readAloud(kiosk)
    const lost = await loseAnswers(kiosk, GIVING)
    await kiosk.getByRole('button', { name: /Firmas y autorizaciones/ }).focus()
    await kiosk.keyboard.press('Enter')
    await expect.poll(async () => (await aloud()).at(-1)).toMatch(UNKNOWN)
    expect(await focused(kiosk)).toMatch(/^Firmas y autorizaciones/)
    await lost.end()
    await kiosk.keyboard.press('Enter')
    await expect
      .poll(async () => (await aloud()).at(-1))
      .toBe('Este equipo no pudo imprimir. Anota tu número, o apunta tu cámara al código.')
    expect((await aloud()).at(-2)).toMatch(/^Tu número es A/)
    // Again in vain: it is said again, and the way to try stays under the hand.
    const again = kiosk.getByRole('button', { name: 'Imprimir otra vez' })
    await again.focus()
    await kiosk.keyboard.press('Enter')
    await expect.poll(async () => (await aloud()).at(-1)).toMatch(/^Este equipo no pudo imprimir/)
    await expect.poll(async () => (await aloud()).at(-2)).toMatch(/^Mandamos tu papel/)
    expect(await focused(kiosk)).toBe('Imprimir otra vez')
    // Nobody is there any more: the next one begins at the beginning.
    await wait(kiosk, KIOSK_NUMBER_SHOWN_MS)
    await expect.poll(async () => (await aloud()).at(-1)).toBe(START)
    expect(await focused(kiosk)).toBe(START)
    await kiosk.context().close()
  })

  it('[KIOSK-01] whoever left at the question leaves the reader at its beginning, too', async () => {
    const kiosk = await stand()
    await kiosk.getByRole('button', { name: 'English' }).focus()
    await kiosk.keyboard.press('Enter')
    await kiosk.getByRole('heading', { name: 'What did you come to do?' }).waitFor()
    expect(await focused(kiosk)).toBe('English')
    await wait(kiosk, KIOSK_IDLE_MS)
    await kiosk.getByRole('heading', { name: START }).waitFor()
    await expect.poll(() => focused(kiosk)).toBe(START)
    expect(await readAloud(kiosk)).not.toContain('Sin conexión')
    await kiosk.context().close()
  })

  it('[KIOSK-01] that there are no numbers without a connection is read, and so is that there are again', async () => {
    const kiosk = await stand()
    const aloud = () => readAloud(kiosk)
    await kiosk.context().setOffline(true)
    await kiosk.clock.runFor(10_000)
    await expect
      .poll(async () => (await aloud()).slice(-2).join(' '))
      .toContain('Por ahora no podemos dar números aquí')
    expect(await focused(kiosk)).toBe('Sin conexión')
    await kiosk.context().setOffline(false)
    await kiosk.clock.runFor(10_000)
    await expect.poll(async () => (await aloud()).at(-1)).toBe(START)
    expect(await focused(kiosk)).toBe(START)
    await kiosk.context().close()
  })

  it('[KIOSK-01] a tablet that was shut out looks again by itself, and is let in once it may come in', async () => {
    const kiosk = await stand()
    const cookies = await kiosk.context().cookies()
    await kiosk.context().clearCookies()
    await kiosk.reload()
    // In the browser's language: what is spoken here it does not know yet.
    await kiosk.getByRole('heading', { name: 'This screen has no link' }).waitFor()
    await kiosk.context().addCookies(cookies)
    await kiosk.clock.runFor(SHUT_AGAIN_MS)
    await kiosk.getByRole('heading', { name: START }).waitFor()
    await kiosk.context().close()
  })

  it('[KIOSK-01] a new release comes when nobody stands before it, and no number is on its way', async () => {
    const kiosk = await stand()
    let looks = 0
    const { promise: looked, resolve: endLook } = Promise.withResolvers<void>()
    await kiosk.route(/\/kiosk\/[^/]+$/, async route => {
      if (route.request().resourceType() !== 'fetch') return await route.continue()
      looks += 1
      if (looks === 1) await looked
      await route.fulfill({ contentType: 'text/html', body: '<script src="/assets/kiosk-newer.js">' })
    })
    const lookAgain = () => kiosk.clock.fastForward(RELEASE_LOOK_MS)
    // The page draws that nobody is there in a turn of its own, which the clock does not rule.
    const untilNobodyIsThere = () => kiosk.locator('body:not([data-in-use])').waitFor()
    // Somebody reads: their finger was on it a moment ago.
    await kiosk.clock.fastForward(RELEASE_LOOK_MS - 5_000)
    await kiosk.mouse.click(5, 5)
    await wait(kiosk, 10_000)
    // Somebody waits for their number, which takes its time, and not so long that it is asked for again.
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: onItsWay, resolve: isOnItsWay } = Promise.withResolvers<void>()
    await kiosk.route(GIVING, async route => {
      isOnItsWay()
      await held
      await route.continue()
    })
    await kiosk.clock.fastForward(RELEASE_LOOK_MS - 15_000)
    await wait(kiosk, 5_000)
    await kiosk.getByRole('button', { name: /Firmas/ }).click()
    await onItsWay
    await kiosk.clock.runFor(8_000)
    expect(looks).toBe(0)
    letGo()
    await kiosk.getByRole('heading', { name: /^Tu número es/ }).waitFor()
    // In steps: what it asks meanwhile must not be too late by a clock that jumps, or it has no connection.
    await wait(kiosk, KIOSK_NUMBER_SHOWN_MS)
    await kiosk.getByRole('heading', { name: START }).waitFor()
    // Somebody comes while it looks.
    await untilNobodyIsThere()
    await lookAgain()
    await waitFor('it to look', async () => looks === 1)
    await kiosk.evaluate(() => document.body.setAttribute('data-stood', ''))
    await kiosk.mouse.click(5, 5)
    const answered = kiosk.waitForEvent('requestfinished')
    endLook()
    await answered
    await kiosk.clock.runFor(1000)
    expect(await kiosk.locator('[data-stood]').count()).toBe(1)
    await wait(kiosk, KIOSK_IDLE_MS)
    await untilNobodyIsThere()
    await Promise.all([kiosk.waitForEvent('load'), lookAgain()])
    expect(looks).toBe(2)
  })
})
