import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KIOSK_CODE_LENGTH } from '#contract/limits.ts'
import { POSTER_TEXTS } from '#locales/poster/texts.ts'
import { json } from '#server/database/json-column.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { bareUser } from '#tests/support/bare-user.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openDeskOffice } from './desk-office.ts'
import { deviceAddress } from './device-address.ts'
import { intercept } from './intercept.ts'
import { ROOM_CATALOGUES, said, sentenceIn, spanishIn, writtenByOffices } from './spoken.ts'

const GIVING = '**/devices/kiosk/tickets'
/** Each language is named in itself on the kiosk, whatever is spoken there. */
const OWN_NAMES = ['Español', 'English', 'Português']

describeInBrowser('Chromium', 'a wall and a kiosk in a hall where Spanish is not spoken', () => {
  let server: TestServer
  let chromium: Chromium
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  /** An office that is closed, of its own: what the clock closes there is closed nowhere else. */
  let shut: { office_id: number; slug: string }
  let written: string[]

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    const { db } = server.database
    await openModulo(server.queue, { ...desk(), modulo_id: office.moduloId('3') })
    const preference = json({ law: 'br-14626', rule: 'next', before_reservations: false })
    await db.updateTable('offices').set({ preference }).where('id', '=', office.office_id).execute()
    shut = await shutOffice()
    written = [...OWN_NAMES, ...(await writtenByOffices(server.database))]
    chromium = await launchChromium()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const desk = () => ({ office_id: office.office_id, clerk_id: office.clerk_id })
  const give = () =>
    issuePaperNumber(server.queue, { office_id: office.office_id, line_id: office.lineId('firmas') })
  async function shutOffice() {
    const { db } = server.database
    const [slug, prefix] = ['notaria-0', 'A']
    const { id: office_id } = await db
      .updateTable('offices')
      .set({ hours: json([]) })
      .where('slug', '=', slug)
      .returning('id')
      .executeTakeFirstOrThrow()
    const line = { office_id, slug: 'firmas', name: 'Firmas y autorizaciones', prefix, fallback_minutes: 4 }
    await db
      .insertInto('lines')
      .values({ ...line, type: 'normal' })
      .execute()
    return { office_id, slug }
  }
  async function open(
    use: 'wall' | 'kiosk',
    language: 'es' | 'en' | 'pt',
    where: { office_id: number; slug?: string } = { office_id: office.office_id },
  ): Promise<Page> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const page = await (await browser.newContext({ viewport: { width: 1080, height: 1920 } })).newPage()
    await page.addInitScript(() => {
      window.print = () => undefined
    })
    await page.goto(await deviceAddress(server, use, { ...where, languages: [language] }))
    return page
  }

  it('is understood by this test: it finds our sentences where Spanish is spoken', async () => {
    for (const use of ['wall', 'kiosk'] as const) {
      const page = await open(use, 'es')
      await page.getByRole('list').first().waitFor()
      const everything = await said(page)
      for (const language of ['en', 'pt'] as const)
        expect(spanishIn(language, written, ROOM_CATALOGUES)(everything).length).toBeGreaterThan(3)
      await page.context().close()
    }
  })

  describe.each(['en', 'pt'] as const)('%s', language => {
    const own = sentenceIn(language, ROOM_CATALOGUES)
    const speaks = async (page: Page, where: string) => {
      expect(spanishIn(language, written, ROOM_CATALOGUES)(await said(page)), where).toEqual([])
      expect(await page.locator('html').getAttribute('lang'), where).toBe(language)
    }

    it('[WALL-01] [I18N-01] the wall says all it says in the language of its link', async () => {
      const wall = await open('wall', language)
      await wall.locator('.lines li').first().waitFor()
      await speaks(wall, 'quiet, or after a call')
      await give()
      await callNext(server.queue, { ...desk(), line_ids: [] })
      await wall.locator('[data-look=call]').waitFor()
      await speaks(wall, 'a call')
      await markAttended(server.queue, desk())
      for (const slug of ['firmas', 'copias'])
        await freezeLine(server.queue, { ...desk(), line_id: office.lineId(slug), frozen: true })
      await wall.getByText(own('No da números por ahora')).first().waitFor()
      await speaks(wall, 'lines that rest')
      for (const slug of ['firmas', 'copias'])
        await freezeLine(server.queue, { ...desk(), line_id: office.lineId(slug), frozen: false })
      await give()
      await callNext(server.queue, { ...desk(), line_ids: [] })
      await markAttended(server.queue, desk())
      await wall.getByText(own('Recién llamados')).waitFor()
      await speaks(wall, 'those called before')
      await wall.context().setOffline(true)
      await wall.locator('.stale').filter({ hasText: /\d/ }).waitFor()
      await speaks(wall, 'without a connection')
      await wall.context().setOffline(false)
      await wall.locator('.stale').waitFor({ state: 'hidden' })
      await wall.context().close()

      const closed = await open('wall', language, shut)
      await closed.getByText(own('Cerrado'), { exact: true }).waitFor()
      await speaks(closed, 'closed')
      await closed.context().close()
    })

    it('[KIOSK-01] [I18N-01] the kiosk too, whatever becomes of a press', async () => {
      const kiosk = await open('kiosk', language)
      const start = kiosk.getByRole('heading', { name: own('¿Qué vienes a hacer?') })
      const line = kiosk.getByRole('button', { name: /Retiro de documentos/ })
      // From the first picture of the question on, before anybody has chosen a language or has gone.
      await line.waitFor()
      await speaks(kiosk, 'the question')
      await intercept(kiosk, GIVING, route => route.abort())
      await line.click()
      await kiosk.getByRole('alert').waitFor()
      await speaks(kiosk, 'no answer')
      await kiosk.unroute(GIVING)
      for (const [code, status, sentence] of [
        ['line-frozen', 409, 'Esta fila no da números por ahora.'],
        ['office-closed', 409, 'La oficina ya cerró por hoy.'],
        ['line-no-exist', 404, 'Esta fila ya no da números aquí. Elige otra.'],
        ['too-many-requests', 429, 'Espera un momento y toca otra vez.'],
        ['nobody-knows', 400, 'No pudimos darte un número. Pide ayuda en el mesón.'],
      ] as const) {
        await intercept(
          kiosk,
          GIVING,
          route =>
            route.fulfill({
              status,
              contentType: 'application/problem+json',
              body: JSON.stringify({ code, status, type: 'about:blank', title: code, message: code }),
            }),
          { times: 1 },
        )
        await line.click()
        await kiosk.getByRole('alert').getByText(own(sentence)).waitFor()
        await speaks(kiosk, code)
      }
      await line.click()
      await kiosk
        .getByText(own('Este equipo no pudo imprimir. Anota tu número, o apunta tu cámara al código.'))
        .waitFor()
      await speaks(kiosk, 'the number')
      // The copy for the printer, as it comes out.
      const slip = await kiosk.locator('[data-prints]').innerText()
      expect(slip.length).toBeGreaterThan(40)
      expect(spanishIn(language, written, ROOM_CATALOGUES)(slip.split('\n'))).toEqual([])
      for (const sentence of ['Apunta tu cámara aquí', 'y te llamamos al teléfono']) {
        expect(await kiosk.locator('[data-prints]').textContent()).toContain(own(sentence))
      }
      await kiosk.getByRole('button', { name: own('Listo') }).click()
      await start.waitFor()
      await kiosk.context().close()
    })

    it('[KIOSK-01] [I18N-01] and to whoever booked', async () => {
      const user = () => bareUser(server.database, server.clock.now())
      const at = { office_id: office.office_id, context: server.queue, user }
      const booked = await reservation(at, office.lineId('firmas'), { inMinutes: 30, minutes: 30 })
      const kiosk = await open('kiosk', language)
      await kiosk.getByRole('button', { name: own('Tengo una hora reservada') }).click()
      await kiosk.getByRole('heading', { name: own('Escribe el código de tu reserva') }).waitFor()
      await speaks(kiosk, 'the code')
      const typed = booked.code.slice(-KIOSK_CODE_LENGTH)
      await kiosk.keyboard.type(typed === '000' ? '111' : '000')
      await kiosk.getByRole('alert').waitFor()
      await speaks(kiosk, 'no such code')
      for (const _ of typed) await kiosk.keyboard.press('Backspace')
      await kiosk.keyboard.type(typed)
      await kiosk.getByRole('heading', { name: own('¿Es esta tu hora?') }).waitFor()
      await speaks(kiosk, 'which time')
      await kiosk.getByRole('list').getByRole('button').first().click()
      await kiosk.getByRole('heading', { name: own('Anotamos que llegaste') }).waitFor()
      await speaks(kiosk, 'noted')
      await kiosk.context().close()
    })
  })

  it('[ADMIN-05] [I18N-01] the poster has a sentence of its own in each language', () => {
    const texts = Object.values(POSTER_TEXTS).flatMap(({ title, how }) => [title, how])
    expect(new Set(texts).size).toBe(6)
    for (const language of ['en', 'pt'] as const) {
      const { title, how } = POSTER_TEXTS[language]
      expect(spanishIn(language, [], ROOM_CATALOGUES)([title, how])).toEqual([])
    }
  })
})
