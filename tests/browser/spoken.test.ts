import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { wallTime } from '#contract/rules/office-time.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'
import { systemRandom } from '#server/platform/random.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { openTown, type Town } from './app-town.ts'
import { dayFromNow, openBooks, ZONE } from './book-town.ts'
import { SECTIONS } from '#src/desk/settings/parts.ts'
import { LINE_PARTS } from '#src/desk/settings/settings-place.ts'
import { CLERK } from './desk-office.ts'
import { said, sentenceIn, spanishIn, writtenByOffices } from './spoken.ts'
import { introduce, TAKE_PATH } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
const OFFICE = '/offices/notaria-norte'
/** Where nothing is held yet. */
const PATHS = [
  '/',
  '/search',
  '/search?q=zzzz',
  OFFICE,
  `${OFFICE}/lines/firmas`,
  `${OFFICE}/lines/congelada`,
  `${OFFICE}/lines/dispensador`,
  `${OFFICE}/lines/asesoria/take`,
  `${OFFICE}/lines/poderes/book`,
  `${OFFICE}/lines/llena/book`,
  '/offices/none-such',
  '/tickets',
  '/favorites',
  '/profile',
  '/nowhere',
]
const RUTS = { en: '11.111.111-1', pt: '22.222.222-2' }
const LOCALES = { en: 'en-US', pt: 'pt-BR' } as const

/** Keeps what is drawn into pictures, and prints nothing. */
const recordPapers = (page: Page) =>
  page.addInitScript(() => {
    const drawn: string[] = []
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      drawn.push(text)
      fillText.call(this, text, ...place)
    }
    Object.assign(window, { drawn, print() {} })
  })
const drawnWords = (page: Page) => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)

/** The town's clerk gets a password, a choice of offices, and supervises their own. */
async function letClerkIn({ database: { db } }: TestServer): Promise<void> {
  await db.updateTable('clerk_offices').set({ role: 'supervisor' }).execute()
  await db
    .updateTable('clerks')
    .set({ user_name: CLERK.user, password_hash: await hashPassword(CLERK.password) })
    .execute()
  await db
    .insertInto('clerk_offices')
    .columns(['clerk_id', 'office_id'])
    .expression(eb =>
      eb
        .selectFrom(['clerks', 'offices'])
        .select(['clerks.id', 'offices.id as office_id'])
        .where('offices.slug', '<>', 'notaria-norte'),
    )
    .execute()
}

/** Now; where what comes in a quarter of an hour is no longer today, half an hour ago. */
function earlyEnough(): Date {
  const now = new Date()
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const isLate = wallTime(after(15), ZONE).day !== wallTime(now, ZONE).day
  return isLate ? after(-30) : now
}

const somebody = (server: TestServer) => async () =>
  (await server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })).user_id

describeInBrowser('Chromium', 'a browser that does not speak Spanish', () => {
  let server: TestServer
  let town: Town
  let books: Awaited<ReturnType<typeof openBooks>>
  let written: string[]

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: dist, clock: new MovingClock(earlyEnough()) })
    town = await openTown(server)
    books = await openBooks(server, town)
    await letClerkIn(server)
    // What a person typed is theirs, as an office's words are the office's.
    // Zones have the names that the browser has for them.
    const zones = Intl.supportedValuesOf('timeZone').map(zone => zone.replaceAll('_', ' '))
    written = [...Object.values(PERSON), ...(await writtenByOffices(server.database)), ...zones]
  })
  afterAll(() => server?.close())

  const settled = async (page: Page) => {
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
  }

  it('is understood by this test: it finds our sentences where Spanish is spoken', async () => {
    const { page, close } = await launchChromium({ serviceWorkers: 'block' })
    await page.goto(`${server.origin}/profile`)
    await page.getByText('Código del otro teléfono').waitFor()
    await settled(page)
    const everything = await said(page)
    const found = { en: spanishIn('en', written)(everything), pt: spanishIn('pt', written)(everything) }
    await close()
    for (const language of ['en', 'pt'] as const) expect(found[language].length).toBeGreaterThan(10)
    expect(found.en).toContain('Perfil')
  })

  describe.each(['en', 'pt'] as const)('%s', language => {
    let chromium: Chromium
    let page: Page
    const own = sentenceIn(language)
    let spanish: (said: readonly string[]) => string[]
    let ticket: string
    let booked: string
    let callable: string

    beforeAll(async () => {
      spanish = spanishIn(language, written)
      chromium = await launchChromium({ serviceWorkers: 'block', locale: LOCALES[language] })
      page = chromium.page
      await recordPapers(page)
    })
    afterAll(() => chromium?.close())

    const speaks = async (where: string) => {
      expect(spanish(await said(page)), where).toEqual([])
      expect(await page.locator('html').getAttribute('lang'), where).toBe(language)
    }
    const button = (spanishName: string) => page.getByRole('button', { name: own(spanishName), exact: true })
    const download = async (way: Locator) => {
      const [file] = await Promise.all([page.waitForEvent('download'), way.click()])
      return file.path()
    }
    const go = async (path: string) => {
      await page.goto(server.origin + path)
      await settled(page)
    }

    it('[HAND-04] [I18N-01] is spoken to in its language on every screen, from the first visit on', async () => {
      for (const path of PATHS) {
        await go(path)
        await speaks(path)
      }
    })

    it('[HAND-04] and in forms, their faults, the waiting room, the call and the receipts', async () => {
      await go(TAKE_PATH)
      await page.locator('form button[type=submit]').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await speaks('faults of the form')
      await introduce(page)
      // Somebody else's in each language: one document waits once in a line.
      await page.locator('#person-identity').fill(RUTS[language])
      await town.join('firmas', 1)
      await page.locator('form button[type=submit]').click()
      await page.waitForURL('**/tickets/*')
      ticket = new URL(page.url()).pathname
      await settled(page)
      await speaks('waiting room')
      await go('/tickets')
      await speaks('receipts')
      await go(`${OFFICE}/lines/escrituras/take`)
      await page.locator('form button[type=submit]').click()
      await speaks('questions of an office')
      await go('/profile')
      await speaks('profile of somebody known')
    })

    const next = () => page.getByRole('button').last().click()

    it('[HAND-04] and at every step of the wizard, its calendar and hours, and on the card', async () => {
      await go(`${OFFICE}/lines/poderes/book`)
      await page.getByRole('radio').first().check()
      await next()
      // The first free day, on whose month the calendar opens.
      const day = page.locator(`[data-day="${dayFromNow(2)}"]`)
      await day.waitFor()
      await speaks('the day')
      await day.click()
      await speaks('the day that is chosen')
      await next()
      await page.getByRole('radio').first().waitFor()
      await speaks('the hours')
      await page.getByRole('radio').nth(1).check()
      await next()
      const name = page.locator('#question-name')
      await name.fill('')
      await next()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await speaks('the data, and its faults')
      await name.fill('Ximena Soto')
      await next()
      await page.getByRole('heading', { level: 1, name: own('¿Reservamos esta hora?') }).waitFor()
      await speaks('the last step')
      await next()
      await page.waitForURL('**/reservations/*')
      booked = new URL(page.url()).pathname
      await settled(page)
      await speaks('the card')
      await button('Cancelar la reserva').click()
      await page.getByRole('alertdialog').waitFor()
      await speaks('what is asked before it is cancelled')
      await go('/tickets')
      await page.getByRole('article').nth(1).waitFor()
      await speaks('the list')
    })

    it('[HAND-04] and on what leaves the screen: pictures, the calendar’s file, paper', async () => {
      await go(booked)
      await button('Descargar').click()
      await download(button('Como imagen'))
      expect(spanish(await drawnWords(page))).toEqual([])
      const calendar = readFileSync(await download(button('Para el calendario')), 'utf8').replaceAll(
        '\r\n ',
        '',
      )
      const texts = calendar.split('\r\n').map(line => line.slice(line.indexOf(':') + 1))
      expect(texts.length).toBeGreaterThan(10)
      expect(spanish(texts)).toEqual([])
      await go(`${booked}?print`)
      await page.getByRole('article').waitFor()
      await page.emulateMedia({ media: 'print' })
      const paper = (await page.locator('body').innerText()).split('\n')
      await page.emulateMedia({ media: null })
      expect(paper.length).toBeGreaterThan(3)
      expect(spanish(paper)).toEqual([])
      await go('/tickets')
      await download(page.getByRole('article').filter({ hasText: 'A0' }).getByRole('button').first())
      const drawn = await drawnWords(page)
      expect(drawn.length).toBeGreaterThan(4)
      expect(spanish(drawn)).toEqual([])
    })

    it('[HAND-04] and when it is called, and when it is over', async () => {
      await go(ticket)
      while ((await town.current())?.tuid !== ticket.split('/').at(-1)) await town.call('firmas')
      await page.locator('[data-fills-window=turn]').waitFor()
      await speaks('the call')
      await button('Voy').click()
      await page.getByText(own('Ya saben que vas')).waitFor()
      await speaks('the call, answered')
      await town.attended()
      await page.locator('[data-fills-window=turn]').waitFor({ state: 'detached' })
      await speaks('the number that is over')
    })

    it('[HAND-04] the desk too, from its door', async () => {
      const at = { office_id: town.office_id, context: server.queue, user: somebody(server) }
      const line = books.lineId('poderes')
      const answers = { name: PERSON.name, tel: PERSON.phone, email: PERSON.email }
      callable = (await reservation(at, line, { inMinutes: 5, answers })).code
      await reservation(at, line, { inMinutes: 10, meet: true, state: 'user-confirmed' })
      await reservation(at, line, { inMinutes: 12, state: 'pending' })
      for (const state of ['missed', 'attended'] as const)
        await reservation(at, line, { inMinutes: -60, state })
      await go('/desk')
      await speaks('desk')
      await next()
      await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
      await speaks('desk, refused')
      await page.locator('input[name=user]').fill(CLERK.user)
      await page.locator('input[name=password]').fill(CLERK.password)
      await page.keyboard.press('Enter')
      await page.getByRole('searchbox').waitFor()
      await speaks('offices')
      await page.getByRole('button', { name: 'Notaría Norte' }).click()
      await button('Llamar al siguiente').waitFor()
      await speaks('module')
    })

    it('[HAND-04] to who stands there, the lines, what is asked before a loss, and the modules', async () => {
      await town.join('firmas', 2)
      await button('Llamar al siguiente').click()
      await page.getByText(own('Número de papel')).waitFor()
      await speaks('called')
      await button('No llegó').click()
      await page.getByRole('article').getByText(own('No llegó')).waitFor()
      await speaks('absent')
      const layer = page.locator('dialog[open]')
      await button('Filas').click()
      await speaks('lines')
      for (const [view, asked] of [
        ['Filas', own('Congelar')],
        ['Números', own('Más sobre {ticket}').replace('{ticket}', '').trim()],
      ] as const) {
        await button(view).click()
        await page.getByRole('button', { name: asked }).first().click()
        await layer.waitFor()
        await speaks(asked)
        await page.keyboard.press('Escape')
        await layer.waitFor({ state: 'detached' })
      }
      await button('Atender').click()
      await button('Llamar al siguiente').click()
      await button('Sí, atiendo').waitFor()
      await speaks('whether they came')
      await button('Más').click()
      await layer.waitFor()
      await speaks('what is rarely needed')
      await button('Cerrar módulo').click()
      await layer.waitFor()
      await speaks('before the module is closed')
      await layer.getByRole('button', { name: own('Sí llegó') }).click()
      const modulo = page.getByRole('list', { name: own('Módulos de la oficina') }).getByRole('button')
      await modulo.waitFor()
      await speaks('modules')
      await modulo.click()
      await button('Llamar al siguiente').waitFor()
    })

    it('[HAND-04] and the reservations, with what was written in the form that is ours', async () => {
      await page
        .getByRole('button', { name: own('Reservas') })
        .first()
        .click()
      const call = page.getByRole('button', { name: `${own('Llamar')} ${callable}` })
      await call.waitFor()
      await speaks('reservations')
      await call.click()
      await page.getByRole('article').getByText(PERSON.email).waitFor()
      await speaks('reservation that is called')
    })

    it('[HAND-04] and to whoever supervises: the day, who did what, who works there, and all settings', async () => {
      const at = `/desk?office=${town.office_id}&page=`
      for (const name of ['day', 'acts', 'people', 'settings']) {
        await go(at + name)
        await speaks(name)
      }
      for (const section of SECTIONS) {
        await go(`${at}settings&section=${section}`)
        await speaks(section)
      }
      for (const part of ['', ...LINE_PARTS]) {
        await go(`${at}settings&section=lines&line=firmas&part=${part}`)
        await speaks(`line ${part}`)
      }
      const layer = page.locator('dialog[open]')
      await go(`${at}people`)
      await button('Invitar a alguien').click()
      await layer.waitFor()
      await speaks('who is invited')
    })

    it('[HAND-04] and to a clerk who books, sends on, rests and tells', async () => {
      const layer = page.locator('dialog[open]')
      await go(`/desk?office=${town.office_id}`)
      const asks = async (press: () => Promise<void>, what: string) => {
        await press()
        await layer.last().waitFor()
        await speaks(what)
        await page.keyboard.press('Escape')
        await layer.waitFor({ state: 'detached' })
      }
      await page
        .getByRole('button', { name: own('Reservas') })
        .first()
        .click()
      await asks(() => button('Reservar para alguien').click(), 'a time for somebody')
      await town.join('firmas', 1)
      await button('Filas').click()
      await asks(
        () =>
          page
            .getByRole('button', { name: own('Avisar') })
            .first()
            .click(),
        'what is told',
      )
      await button('Atender').click()
      await asks(() => button('Derivar').click(), 'where somebody is sent')
      await button('Números').click()
      await asks(() => page.getByRole('button', { name: own('Dar un número') }).click(), 'a number on paper')
    })
  })
})
