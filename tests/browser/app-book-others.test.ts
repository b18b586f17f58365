import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { instantOfWallTime } from '#contract/rules/wall-stretches.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { systemRandom } from '#server/platform/random.ts'
import { type Visit, visit } from './app-visit.ts'
import { bookSteps } from './book-steps.ts'
import { dayFromNow, openBooks, ZONE } from './book-town.ts'
import { intercept, untilIntercepted } from './intercept.ts'

const COPIES = '/offices/notaria-norte/lines/copias-certificadas/book'
const POWERS = '/offices/notaria-norte/lines/poderes/book'
const ADVICE = '/offices/notaria-norte/lines/asesor/book'

/** What others do meanwhile: somebody who wants the same hour, the office, another time zone. */
describeInBrowser('Chromium', 'who books a time among others', () => {
  let at: Visit
  let lineId: (slug: string) => number
  let me: SignedIn
  let steps: ReturnType<typeof bookSteps>
  const guests: Chromium[] = []

  const nextDni = () => systemRandom.uuid().slice(0, 8)
  const signIn = async (
    { context }: Pick<Chromium, 'context'>,
    dni: string = nextDni(),
  ): Promise<SignedIn> => {
    const signed = await at.server.signInTemporary({ dni })
    const [name = '', value = ''] = signed.cookie.split('=')
    await context.addCookies([{ name, value, url: at.server.origin, httpOnly: true }])
    return signed
  }
  /** Somebody else, in a browser of their own, under a document that nobody else has unless told. */
  async function somebody(options: Parameters<typeof launchChromium>[0] = {}, dni?: string) {
    const browser = await launchChromium(options)
    guests.push(browser)
    await signIn(browser, dni)
    return {
      page: browser.page,
      steps: bookSteps(browser.page),
      go: async (path: string) => void (await browser.page.goto(at.server.origin + path)),
    }
  }
  const live = async () =>
    at.server.database.db
      .selectFrom('reservations')
      .select(['id', 'user_id', 'state'])
      .where('deleted_at', 'is', null)
      .execute()

  beforeAll(async () => {
    at = await visit()
    steps = bookSteps(at.page)
    ;({ lineId } = await openBooks(at.server, at.town))
    me = await signIn(at.chromium)
  })
  afterAll(async () => {
    for (const guest of guests) await guest.close()
    await at?.close()
  })

  it('[RES-03] [RES-07] sees an hour fill while it is looked at, and keeps everything else', async () => {
    const other = await somebody()
    await at.go(COPIES)
    await steps.day(dayFromNow(2))
    await steps.hour('9:00')
    await steps.answers({ 'Número de repertorio': '123456' })

    await other.go(COPIES)
    await other.steps.day(dayFromNow(2))
    await other.steps.hour('9:00')
    await other.steps.answers({ 'Número de repertorio': '654321' })
    await other.steps.book()

    await at.page.getByRole('alert').getByText('Esta hora acaba de ser tomada.').waitFor()
    await at.page.getByRole('link', { name: 'Elige otra hora' }).click()
    await steps.heading('¿A qué hora?')
    await at.page
      .getByRole('alert')
      .getByText('La hora de las 9:00 acaba de ser tomada. Elige otra.')
      .waitFor()
    const taken = at.page.getByRole('radio', { name: '9:00 tomada' })
    expect(await taken.isDisabled()).toBe(true)
    expect(await at.page.getByRole('radio', { checked: true }).count()).toBe(0)
    await steps.hour('9:30')
    await steps.heading('Tus datos')
    expect(await at.page.getByLabel('Número de repertorio').inputValue()).toBe('123456')
    await steps.answers({})
    await steps.book()
    expect(await live()).toHaveLength(2)
  })

  it('[RES-07] [RES-14] of two who press for one place at once one has it, and the other is back at the hours', async () => {
    const [first, second] = [await somebody(), await somebody()]
    for (const { go, steps: own } of [first, second]) {
      await go(COPIES)
      await own.day(dayFromNow(2))
      await own.hour('11:30')
      await own.answers({ 'Número de repertorio': '111111' })
    }
    // Both have asked before either is answered: who hears that the place is gone has no button left to
    // press.
    const asked = new Set<object>()
    let answer = () => {}
    const bothAsked = new Promise<void>(resolve => {
      answer = resolve
    })
    for (const { page } of [first, second]) {
      await intercept(page, '**/services/reservations/v2', async route => {
        asked.add(page)
        if (asked.size === 2) answer()
        await bothAsked
        await route.continue()
      })
      await page.getByRole('button', { name: 'Reservar' }).click()
    }
    const isBooked = ({ page }: typeof first) => new URL(page.url()).pathname.startsWith('/reservations/')
    await waitFor('one to have it', () => isBooked(first) || isBooked(second))
    const loser = isBooked(first) ? second : first
    await loser.steps.heading('¿A qué hora?')
    await loser.page
      .getByRole('alert')
      .getByText(/Esta hora ya ha sido tomada, por favor seleccione otra|Todos los cupos de esta hora/)
      .waitFor()
    await loser.steps.hour('15:00')
    expect(await loser.page.getByLabel('Número de repertorio').inputValue()).toBe('111111')
    const rows = await at.server.database.db
      .selectFrom('reservations')
      .select('id')
      .where('line_id', '=', lineId('copias-certificadas'))
      .where('deleted_at', 'is', null)
      .execute()
    expect(rows).toHaveLength(3)
  })

  it('[I18N-02] a phone in another zone sees the office’s hours, and is told by which clock they are', async () => {
    const abroad = await somebody({ timezoneId: 'Europe/Madrid' })
    await abroad.go(POWERS)
    await abroad.page.getByRole('radio', { name: /En la oficina/ }).check()
    await abroad.steps.next()
    await abroad.steps.day(dayFromNow(3))
    await abroad.page.getByText('Hora de Santiago. Tu teléfono está en otra zona.').waitFor()
    await abroad.page.getByRole('radio', { name: /^9:30/ }).check()
    const row = await abroad.page.evaluate(
      from =>
        new Intl.DateTimeFormat('es', {
          hour: 'numeric',
          minute: '2-digit',
          timeZone: 'Europe/Madrid',
        }).format(from),
      instantOfWallTime(dayFromNow(3), 9 * 60 + 30, ZONE).getTime(),
    )
    expect(row).not.toBe('9:30')
    await abroad.page.getByText(`Hora de Santiago. En la zona de tu teléfono son las ${row}.`).waitFor()
    await abroad.steps.next()
    await abroad.steps.answers({})
    await abroad.steps.book()
    await abroad.page.getByText(`En la zona de tu teléfono son las ${row}.`).waitFor()
    expect(await abroad.page.getByRole('article').innerText()).toContain('9:30')
  })

  it('[RES-05] [RES-11] stands "Por confirmar" until the office says yes, and then says so by itself', async () => {
    await at.go(ADVICE)
    await steps.day(dayFromNow(2))
    await steps.hour('10:00')
    await steps.answers({})
    const path = await steps.book()
    const card = at.page.getByRole('article')
    await card.getByText('Por confirmar').waitFor()
    await at.page.getByText(/La oficina la confirma a más tardar/).waitFor()
    const id = path.split('/').pop() ?? ''
    await confirmByOffice(at.server.queue, { id, office_id: at.town.office_id })
    await card.getByText('Confirmada', { exact: true }).waitFor()
    await at.page.getByText('La oficina confirmó tu reserva').waitFor()
  })

  it('[VID-01] enters the video attention from 15 minutes before, and not sooner', async () => {
    const own = { office_id: at.town.office_id, context: at.server.queue, user: async () => me.user_id }
    const soon = await reservation(own, lineId('poderes'), { inMinutes: 10, minutes: 30, meet: true })
    const later = await reservation(own, lineId('poderes'), { inMinutes: 60, minutes: 30, meet: true })
    await at.go(`/reservations/${later.id}`)
    await at.page.getByText(/Podrás entrar a la videollamada desde las \d+:\d\d, 15 minutos antes/).waitFor()
    expect(await at.page.getByRole('link', { name: 'Entra a la videollamada' }).count()).toBe(0)
    await at.go(`/reservations/${soon.id}`)
    const enter = at.page.getByRole('link', { name: 'Entra a la videollamada' })
    expect(await enter.getAttribute('href')).toBe(`/reservations/${soon.id}/meet`)
  })

  it('[CALL-01] a reservation that is called is "Es tu turno", as a number is', async () => {
    const own = { office_id: at.town.office_id, context: at.server.queue, user: async () => me.user_id }
    const { id } = await reservation(own, lineId('asesor'), { inMinutes: 5 })
    await at.go(`/reservations/${id}`)
    await steps.heading('Tu reserva')
    await at.town.callReservation(id)
    await steps.heading('Es tu turno')
    const screen = await at.page.locator('main').innerText()
    expect(screen).toContain(`RV${id.slice(-3).toUpperCase()}`)
    expect(screen).toMatch(/Pasa al módulo\s+3/)
    await at.page.getByRole('button', { name: 'Voy', exact: true }).click()
    await at.page.getByText('Ya saben que vas').waitFor()
  })

  it('[RES-05] does not know, says so, and finds out when the server can be asked again', async () => {
    const torn = await somebody()
    // Somebody at the office has to confirm it: the channel does not tell before the answer does.
    await torn.go(ADVICE)
    await torn.steps.day(dayFromNow(5))
    await torn.steps.hour('16:30')
    await torn.steps.answers({})
    // The request arrives, its answer does not, and nothing else can be asked, by the worker neither.
    const context = torn.page.context()
    let isTorn = false
    await context.route('**/services/reservations/**', async route => {
      const isBooking = route.request().method() === 'POST'
      // What the screen asked for by itself, before.
      if (!isBooking && !isTorn) return route.continue()
      isTorn = true
      await context.setOffline(true)
      if (isBooking) await route.fetch()
      await route.abort()
    })
    await untilIntercepted(torn.page)
    await torn.page.getByRole('button', { name: 'Reservar' }).click()
    const said = torn.page.getByRole('alert')
    await said.getByText('No sabemos aún si tienes la hora').waitFor()
    await said.getByText('Se ha superado el tiempo de espera para crear una reserva').waitFor()
    await context.unrouteAll({ behavior: 'wait' })
    await context.setOffline(false)
    await torn.page.waitForURL('**/reservations/*')
    await torn.page.getByRole('article').getByText('16:30').first().waitFor()
  })

  it('[DOC-01] is refused for what a stranger booked under the document, and "No fui yo" books all the same', async () => {
    const { db } = at.server.database
    const onePer = (reserve_one_per: 'line' | null) =>
      db.updateTable('offices').set({ reserve_one_per }).where('id', '=', at.town.office_id).execute()
    await onePer('line')
    onTestFinished(async () => void (await onePer(null)))
    const dni = nextDni()
    const stranger = await at.server.signInTemporary({ dni })
    const moment = (minutes: number) => instantOfWallTime(dayFromNow(6), minutes, ZONE).toISOString()
    const taken = await at.server.ask('reservations', '', {
      token: stranger.token,
      body: {
        line: lineId('copias-certificadas'),
        block: { from: moment(16 * 60), to: moment(16 * 60 + 30) },
        request_id: systemRandom.uuid(),
        keeps: true,
        meet: false,
        meta: { answers: { repertorio: '222222' } },
      },
    })
    expect(taken.status).toBe(201)

    const holder = await somebody({}, dni)
    await holder.go(COPIES)
    await holder.steps.day(dayFromNow(6))
    await holder.steps.hour('15:00')
    await holder.steps.answers({ 'Número de repertorio': '333333' })
    const { page } = holder
    await page.getByRole('button', { name: 'Reservar' }).click()
    await page.getByRole('alert').getByText('Solo se puede obtener una reserva por fila').waitFor()
    const declare = page.getByRole('button', { name: 'No fui yo', exact: true })
    await page.context().setOffline(true)
    await declare.click()
    const said = page.getByRole('alert')
    await said.getByText('No hay conexión. Inténtalo de nuevo cuando vuelva.').waitFor()
    expect(await declare.count()).toBe(0)
    await page.context().setOffline(false)
    // What was declared stays declared: the ordinary button asks for it again, also where the page is loaded
    // anew before it was answered.
    const isAsked = page.waitForRequest(request => request.method() === 'POST')
    await page.route('**/services/reservations/**', route =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    const address = page.url()
    await page.getByRole('button', { name: 'Reservar' }).click()
    await isAsked
    await holder.go('/icons/icon-192.png')
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(address)
    await said.getByText('No sabemos aún si tienes la hora').waitFor()
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
    await page.getByText('Listo. Lleva tu cédula: te la pedirán en la oficina').waitFor()
    const rows = await db
      .selectFrom('reservations')
      .select('block_from')
      .where('disputed', '=', true)
      .execute()
    expect(rows.map(({ block_from }) => block_from.toISOString())).toEqual([moment(15 * 60)])
  })

  it('[RES-14] [OFFL-05] a browser that keeps nothing is told so, and books nothing', async () => {
    const browser = await launchChromium()
    guests.push(browser)
    // By which a private window is known: it has hardly any room.
    await browser.context.addInitScript(() => {
      StorageManager.prototype.estimate = async () => ({ quota: 120_000_000, usage: 0 })
    })
    await signIn(browser)
    const own = bookSteps(browser.page)
    const before = (await live()).length
    await browser.page.goto(at.server.origin + ADVICE)
    await own.day(dayFromNow(2))
    await own.hour('11:00')
    await own.answers({})
    await browser.page.getByRole('button', { name: 'Reservar' }).click()
    await browser.page
      .getByRole('alert')
      .getByText(
        'Parece que estás en una ventana de incógnito. Abre el sitio en una ventana normal para reservar',
      )
      .waitFor()
    expect(await live()).toHaveLength(before)
  })
})
