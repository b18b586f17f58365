import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WALL_CALLS } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { axeFaults } from './axe-faults.ts'
import { openDeskOffice } from './desk-office.ts'
import { deviceAddress } from './device-address.ts'
import { refuseStorage } from './refuse-storage.ts'
import { sentenceIn } from './spoken.ts'
import { toldBySocket } from './told-by-socket.ts'

/** A gong is two tones, each with its octave. */
const STRIKES = 4
/** What the room hears. */
interface Heard {
  struck: number
  said: string[]
}

/** Counts what is struck by the browser's own gong. */
function listen(): void {
  const heard: Heard = { struck: 0, said: [] }
  Object.assign(window, { heard })
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (when) {
    heard.struck += 1
    start.call(this, when)
  }
}
/** A browser of a television that was never meant to sound. */
function takeSound(): void {
  Reflect.deleteProperty(window, 'AudioContext')
}
/** Gives the device one voice, of this language; the browser without a window has none. */
function giveVoice(language: string): void {
  class Utterance extends EventTarget {
    text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => [{ lang: `${language}-XX` }],
    cancel() {},
    speak(utterance: Utterance) {
      ;(window as unknown as { heard: Heard }).heard.said.push(utterance.text)
      queueMicrotask(() => utterance.dispatchEvent(new Event('end')))
    },
  })
  Object.defineProperty(window, 'speechSynthesis', { value: speech })
  Object.assign(window, { SpeechSynthesisUtterance: Utterance })
}

const BLOCKED = 'Sin sonido: toca la pantalla para activarlo'
const SOUNDLESS = 'Este equipo no tiene sonido'
const VOICELESS = 'Este equipo no tiene voz: solo suena la campana'

describeInBrowser('Chromium', 'the wall in its room', () => {
  let server: TestServer
  /** As it comes: it lets no page sound that nobody has touched. */
  let strict: Chromium
  /** As a television is set up. */
  let chromium: Chromium
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    await openModulo(server.queue, { ...desk(), modulo_id: office.moduloId('3') })
    strict = await launchChromium({ flags: ['--autoplay-policy=document-user-activation-required'] })
    chromium = await launchChromium({ flags: ['--autoplay-policy=no-user-gesture-required'] })
  })
  afterAll(async () => {
    await strict?.close()
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  const desk = () => ({ office_id: office.office_id, clerk_id: office.clerk_id })
  const give = async () =>
    (await issuePaperNumber(server.queue, { office_id: office.office_id, line_id: office.lineId('firmas') }))
      .ticket
  const callOne = () => callNext(server.queue, { ...desk(), line_ids: [] })
  /** Somebody comes, is called, and is attended: the module is free again. */
  async function attendOne(): Promise<void> {
    await give()
    await callOne()
    await markAttended(server.queue, desk())
  }

  /** A wall of its own, in a browser, whose page was prepared by these. */
  async function hang({ context }: Chromium, language: Language, ...prepared: (() => void)[]): Promise<Page> {
    const browser = context.browser() ?? expect.fail('no browser')
    const page = await (
      await browser.newContext({ viewport: { width: 1920, height: 1080 }, hasTouch: true })
    ).newPage()
    page.on('pageerror', error => faults.push(error.message))
    for (const each of [listen, ...prepared]) await page.addInitScript(each)
    await page.goto(
      await deviceAddress(server, 'wall', { office_id: office.office_id, languages: [language] }),
    )
    return page
  }
  const heard = (wall: Page) => wall.evaluate(() => (window as unknown as { heard: Heard }).heard)
  const struck = async (wall: Page) => (await heard(wall)).struck
  const green = (wall: Page, ticket: string) =>
    wall.locator('[data-look=call]', { hasText: ticket }).waitFor()
  /** The tickets that the wall shows, from the largest on. */
  const shown = (wall: Page) => wall.locator('.number, .ticket').allTextContents()

  /** Somebody is called, and once more: a gong for each. */
  async function soundsEachCall(wall: Page): Promise<void> {
    const ticket = await give()
    await callOne()
    await green(wall, ticket)
    await expect.poll(() => struck(wall)).toBe(STRIKES)
    await callAgain(server.queue, desk())
    await expect.poll(() => struck(wall), { timeout: 20_000 }).toBe(2 * STRIKES)
  }

  describe.each(['es', 'en', 'pt'] as const)('%s', language => {
    const own = language === 'es' ? (spanish: string) => spanish : sentenceIn(language, ['wall'])

    it('[WALL-01] says that it may not sound yet, and one touch lets it', async () => {
      const wall = await hang(strict, language)
      const note = wall.getByRole('button', { name: own(BLOCKED), exact: true })
      await note.waitFor()
      const ticket = await give()
      await callOne()
      // Shown it is, whatever may be heard.
      await green(wall, ticket)
      expect(await struck(wall)).toBe(0)
      await wall.touchscreen.tap(900, 500)
      await note.waitFor({ state: 'detached' })
      await callAgain(server.queue, desk())
      await expect.poll(() => struck(wall), { timeout: 20_000 }).toBe(STRIKES)
      await markAttended(server.queue, desk())
      await wall.context().close()
    })

    it('[WALL-01] says that the device has no sound, and calls by voice all the same', async () => {
      const wall = await hang(chromium, language, takeSound)
      await wall.addInitScript(giveVoice, language)
      await wall.reload()
      await wall.getByText(own(SOUNDLESS), { exact: true }).waitFor()
      const ticket = await give()
      await callOne()
      await green(wall, ticket)
      await expect.poll(async () => (await heard(wall)).said.length).toBe(1)
      await markAttended(server.queue, desk())
      await wall.context().close()
    })

    it('[WALL-01] says that the device has no voice, and sounds its gong once for each call', async () => {
      const wall = await hang(chromium, language)
      await wall.getByText(own(VOICELESS), { exact: true }).waitFor()
      await soundsEachCall(wall)
      await markAttended(server.queue, desk())
      const next = await give()
      await callOne()
      await green(wall, next)
      await expect.poll(() => struck(wall), { timeout: 20_000 }).toBe(3 * STRIKES)
      await markAttended(server.queue, desk())
      await wall.context().close()
    })
  })

  it('[WALL-01] shows and sounds each call once where the browser keeps nothing', async () => {
    const wall = await hang(chromium, 'es', refuseStorage)
    // Told, and not found out by looking now and then.
    const told = toldBySocket(wall, 'call:created')
    await wall.reload()
    await wall.getByText(VOICELESS, { exact: true }).waitFor()
    await soundsEachCall(wall)
    await told
    expect(await wall.getByText('Sin conexión').count()).toBe(0)
    await markAttended(server.queue, desk())
    await wall.context().close()
  })

  it('[WALL-01] shows the last five calls, the newest first and large', async () => {
    for (let each = 0; each < WALL_CALLS.shown + 1; each++) {
      await attendOne()
      server.clock.advance(1_000)
    }
    const wall = await hang(chromium, 'es')
    await wall.locator('[data-look=calm] .number').waitFor()
    const calls = await server.database.db
      .selectFrom('facts')
      .select('detail')
      .where('office_id', '=', office.office_id)
      .where('kind', '=', 'call:created')
      .orderBy('seq', 'desc')
      .limit(WALL_CALLS.shown)
      .execute()
    const newest = calls.map(({ detail }) => (detail as { ticket: string }).ticket)
    expect(await shown(wall)).toEqual(newest)
    // The next call pushes out the oldest of them.
    const ticket = await give()
    await callOne()
    await green(wall, ticket)
    expect(await shown(wall)).toEqual([ticket, ...newest.slice(0, -1)])
    await markAttended(server.queue, desk())
    await wall.context().close()
  })

  it('[WALL-01] is read from eight metres, however the screen hangs', async () => {
    const wall = await hang(chromium, 'es')
    await wall.locator('[data-look=calm] .number').waitFor()
    expect((await shown(wall)).length).toBe(WALL_CALLS.shown)
    for (const [width, height, number, module, ticket] of [
      [1920, 1080, 0.24, 0.11, 0.085],
      [1280, 720, 0.24, 0.11, 0.085],
      [1024, 768, 0.22, 0.085, 0.065],
      [1080, 1920, 0.12, 0.065, 0.049],
      [768, 1366, 0.12, 0.065, 0.049],
    ] as const) {
      await wall.setViewportSize({ width, height })
      // Of the screen's height. The large number may grow; whoever stands far off must not lose any of it.
      const share = (selector: string) =>
        wall
          .locator(selector)
          .first()
          .evaluate(it => {
            const { left, right, top, bottom } = it.getBoundingClientRect()
            const isWhole = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
            return isWhole ? Number.parseFloat(getComputedStyle(it).fontSize) / innerHeight : 0
          })
      const at = `${width} × ${height}`
      expect(await share('.number'), `the number, ${at}`).toBeGreaterThan(number)
      expect(await share('.module'), `its module, ${at}`).toBeGreaterThan(module)
      expect(await share('.ticket'), `the one before, ${at}`).toBeGreaterThan(ticket)
    }
    await wall.context().close()
  })

  it('[WALL-01] a number that goes to another line leaves the wall, and so does a call that is taken back', async () => {
    const wall = await hang(chromium, 'es')
    await wall.locator('[data-look=calm] .number').waitFor()
    const before = await shown(wall)
    const moved = await give()
    await callOne()
    await green(wall, moved)
    await transferTicket(server.queue, { ...desk(), to: { line_id: office.lineId('copias') } })
    await wall.locator('[data-look=calm]').waitFor()
    await expect.poll(() => shown(wall)).toEqual(before)
    await wall.locator('.lines li', { hasText: 'Copias' }).getByText('1 espera').waitFor()

    const wrong = await callOne()
    await green(wall, moved)
    await takeBackCall(server.queue, { ...desk(), tuid: wrong.tuid })
    await wall.locator('[data-look=calm]').waitFor()
    await expect.poll(() => shown(wall)).toEqual(before)
    // It waits, and is called again as if nothing had been.
    await callOne()
    await green(wall, moved)
    await markAttended(server.queue, desk())
    await wall.context().close()
  })

  it('[WALL-01] lines beyond those that fit take turns, and none is left out', async () => {
    const { db } = server.database
    const more = Array.from({ length: 6 }, (_, each) => `Trámite ${each + 1}`)
    await db
      .insertInto('lines')
      .values(
        more.map((name, each) => ({
          office_id: office.office_id,
          type: 'normal' as const,
          fallback_minutes: 4,
          slug: `tramite-${each + 1}`,
          name,
          prefix: `T${each + 1}`,
        })),
      )
      .execute()
    // Lines are read anew once something happened: these came by no fact.
    await attendOne()
    const wall = await hang(chromium, 'es')
    const names = () => wall.locator('.lines li strong').allTextContents()
    await wall.locator('.lines li').first().waitFor()
    const seen = new Set<string>()
    await expect
      .poll(async () => {
        const now = await names()
        expect(now.length).toBeLessThanOrEqual(4)
        for (const name of now) seen.add(name)
        return [...seen].sort()
      })
      .toEqual(['Copias legales', 'Firmas y autorizaciones', 'Retiro de documentos', ...more].sort())
    await picture(wall, 'wall-lines')
    expect(await axeFaults(wall)).toEqual([])
    await db.updateTable('lines').set({ active: false }).where('name', 'in', more).execute()
    await wall.context().close()
  })
})
