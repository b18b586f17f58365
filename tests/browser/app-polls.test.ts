import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NOTIFICATION_ENQUEUE_DELAY_MS } from '#contract/limits.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { PATIENCE_MS, waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'
import { largeTextFaults } from './large-text.ts'

const PHONE = { width: 360, height: 800 }
const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('Chromium', 'how it was', () => {
  let at: Visit
  let page: Page

  beforeAll(async () => {
    at = await visit()
    page = at.page
    await at.signIn()
    // The worker keeps the screens for when there is no network.
    await at.go('/')
    await page.evaluate(() => navigator.serviceWorker.ready)
  })
  afterAll(() => at?.close())
  beforeEach(async () => {
    await at.chromium.context.setOffline(false)
    await page.setViewportSize(PHONE)
  })

  const stars = () => page.getByRole('radiogroup', { name: '¿Cómo te atendieron?' })
  const star = (word: string) => stars().getByRole('radio', { name: word, exact: true })
  const send = () => page.getByRole('button', { name: 'Enviar evaluación' })
  const more = () => page.getByRole('textbox', { name: '¿Quieres contarnos algo más?' })

  /** Somebody whose number was called and attended, and whose 120 s are over. @returns its address */
  async function attended(line = 'firmas'): Promise<string> {
    const ticket = await at.take(line)
    await at.town.call(line)
    await page.getByText('Es tu turno').first().waitFor()
    await at.town.attended()
    await page.getByText('Atendido', { exact: true }).first().waitFor()
    await endedLongAgo(ticket)
    return ticket
  }

  /** As if two minutes were over: the tests' own are too expensive. */
  async function endedLongAgo(ticket: string) {
    const tuid = ticket.split('/').at(-1) ?? ''
    const ended_at = new Date(at.server.clock.now().getTime() - NOTIFICATION_ENQUEUE_DELAY_MS - 1_000)
    await at.server.database.db.updateTable('tickets').set({ ended_at }).where('id', '=', tuid).execute()
  }

  const polls = () => at.server.database.db.selectFrom('polls').selectAll().execute()

  it('[POLL-01] [NOTE-01] is asked in a notice, answered by the keyboard, and said to be sent', async () => {
    const ticket = await attended()
    // Looked at once more, as somebody who comes back to the page.
    await at.go('/')
    await page.getByText('¿Cómo te atendieron?').waitFor()
    await picture(page, 'poll-asked')
    await page.getByRole('link', { name: 'Evalúa la atención' }).click()
    await page.waitForURL(`**${ticket}/poll`)
    await stars().waitFor()
    expect(await page.getByText('¿Cómo te atendieron?').count()).toBe(
      1 + (await stars().locator('legend').count()),
    )
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'poll-empty')

    await send().click()
    await page.getByText('Elige de una a cinco estrellas').waitFor()
    expect(await star('Muy mala').evaluate(own => own === document.activeElement)).toBe(true)
    await picture(page, 'poll-missing')
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowRight')
    expect(await star('Buena').isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Me atendieron rápido')
    await page.getByText('Te quedan 480 caracteres').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'poll-filled')

    // What is typed survives a reload.
    await page.reload()
    await waitFor('the words', async () => (await more().inputValue()) === 'Me atendieron rápido')
    expect(await star('Buena').isChecked()).toBe(true)
    await more().focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Evaluación enviada con éxito', { exact: true }).waitFor()
    expect(await page.getByText('Evaluación enviada con éxito', { exact: true }).count()).toBe(1)
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'poll-sent')
    expect(await polls()).toMatchObject([{ rating: 4, description: expect.anything() }])

    await page.getByRole('link', { name: 'Ver mis turnos' }).click()
    await page.getByRole('heading', { name: 'Antes' }).waitFor()
    expect(await page.getByRole('link', { name: 'Evalúa la atención' }).count()).toBe(0)
    await at.go(`${ticket}/poll`)
    await page.getByText('Evaluación enviada con éxito', { exact: true }).waitFor()
  })

  it('[POLL-02] is offered by the cards, and no more after "No, gracias"', async () => {
    const ticket = await attended()
    await at.go(ticket)
    await page.getByRole('article').getByText('A002').waitFor()
    const offer = page.getByRole('link', { name: 'Evalúa la atención' })
    await offer.first().waitFor()
    await picture(page, 'poll-offered-ticket')
    await at.go('/tickets')
    await page.getByRole('listitem').getByRole('link', { name: 'Evalúa la atención' }).waitFor()
    await picture(page, 'poll-offered-list')
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize(DESKTOP)
    await page.getByRole('listitem').getByRole('link', { name: 'Evalúa la atención' }).click()
    await stars().waitFor()
    await page.getByRole('button', { name: 'No, gracias' }).click()
    await page.waitForURL('**/tickets')
    await page.getByRole('heading', { name: 'Antes' }).waitFor()
    await offer.first().waitFor({ state: 'hidden' })
    await waitFor('the server to hear', async () =>
      (await polls()).some(({ declined_at }) => declined_at !== null),
    )
  })

  it('[OFFL-03] [POLL-01] is answered with no network: kept, said plainly, and sent when it is back', async () => {
    const ticket = await attended()
    await at.go(`${ticket}/poll`)
    await star('Muy buena').waitFor()
    await star('Muy buena').check()
    await at.chromium.context.setOffline(true)
    await send().click()
    await page.getByText('Tu evaluación está guardada').waitFor()
    await page.getByText('Se enviará sola cuando vuelva la conexión.').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'poll-waits')
    // Also after a start without a network.
    await page.reload()
    await page.getByText('Tu evaluación está guardada').waitFor()
    await at.chromium.context.setOffline(false)
    await page.getByText('Evaluación enviada con éxito', { exact: true }).first().waitFor()
    expect((await polls()).map(({ rating }) => rating)).toContain(5)
  })

  it('[OFFL-03] [POLL-01] says so on the page that stays open, once what waited is sent', async () => {
    const ticket = await attended()
    await at.go(`${ticket}/poll`)
    await star('Buena').check()
    await at.chromium.context.setOffline(true)
    await send().click()
    await page.getByText('Tu evaluación está guardada').waitFor()
    await at.chromium.context.setOffline(false)
    await page.getByText('Gracias por contarnos cómo te fue.').waitFor()
    expect(await page.getByText('Tu evaluación está guardada').count()).toBe(0)
  })

  it('[POLL-02] that another device has answered says so kindly', async () => {
    const ticket = await attended()
    await at.go(`${ticket}/poll`)
    await star('Mala').check()
    await at.server.database.db
      .insertInto('polls')
      .values({
        ticket_id: ticket.split('/').at(-1) ?? '',
        rating: 5,
        description: null,
        answered_at: at.server.clock.now(),
        declined_at: null,
      })
      .execute()
    await send().click()
    await page.getByText('Ya evaluaste esta atención', { exact: true }).waitFor()
    await page.getByText('Lo hiciste desde otro dispositivo, y vale esa respuesta. Gracias.').waitFor()
    await picture(page, 'poll-answered-elsewhere')
  })

  it('[POLL-01] is the same question in three languages, both schemes and widths, and with large letters', async () => {
    const ticket = await attended()
    await at.go(`${ticket}/poll`)
    const words = {
      en: ['How was the service?', 'Very bad'],
      pt: ['Como foi o atendimento?', 'Muito ruim'],
    } as const
    await stars().waitFor()
    expect(await largeTextFaults(page)).toEqual([])
    for (const [language, [title, worst]] of Object.entries(words)) {
      await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
      await page.reload()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('radio', { name: worst }).waitFor()
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme: language === 'en' ? 'dark' : 'light' })
        await page.getByRole('radio', { name: worst }).waitFor()
        expect(await axeFaults(page)).toEqual([])
        await picture(page, `poll-${language}`)
      }
      await page.setViewportSize(PHONE)
      expect(await largeTextFaults(page)).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.evaluate(() => localStorage.setItem('language', 'es'))
  })

  it('[POLL-01] guests cannot, and are told why', async () => {
    const browser = await at.chromium.context.browser()?.newContext({ locale: 'es-CL' })
    const guest = (await browser?.newPage()) ?? expect.fail('no page')
    guest.setDefaultTimeout(PATIENCE_MS)
    await guest.goto(`${at.server.origin}/tickets/${crypto.randomUUID()}/poll`)
    await guest.getByText('Solo quien fue atendido puede evaluar').waitFor()
    await guest.getByRole('link', { name: 'Identifícate' }).waitFor()
    await browser?.close()
    expect(at.faults).toEqual([])
  })
})
