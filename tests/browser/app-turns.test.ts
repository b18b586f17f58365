import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { timeText } from '#src/texts/clock-text.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'

/** What can be done with a number, and what a line may ask or refuse. One person, signed in, with a phone. */
describeInBrowser('Chromium', 'a number in the hand', () => {
  let at: Visit
  let page: Page

  beforeAll(async () => {
    // In Madrid, where the clock shows another time than at the office.
    at = await visit({ chromium: { serviceWorkers: 'block', timezoneId: 'Europe/Madrid' } })
    page = at.page
    await at.signIn()
  })
  afterAll(() => at?.close())

  const takePath = (line: string) => `/offices/notaria-norte/lines/${line}/take`
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const ahead = (words: string) => page.locator('p[role=status]').getByText(words).waitFor()
  const stateOf = async (ticketPath: string) => {
    const tickets = at.server.database.db.selectFrom('tickets')
    const id = ticketPath.split('/').at(-1) ?? ''
    return (await tickets.select('state').where('id', '=', id).executeTakeFirst())?.state
  }

  it('[CHAN-04] listens to an office while its screen is open, and no longer', async () => {
    const said: string[] = []
    const events = () =>
      said.flatMap(frame => {
        const [, , topic, event] = JSON.parse(frame) as [unknown, unknown, string, string]
        return topic === 'web:notaria-norte' ? [event] : []
      })
    page.once('websocket', socket => socket.on('framesent', ({ payload }) => void said.push(String(payload))))
    await at.go('/search')
    // Sooner a press would open a page of its own.
    await page.waitForFunction(() => performance.getEntriesByName('application').length > 0)
    await page.getByRole('link', { name: 'Notaría Norte' }).click()
    await waitFor('the office to be listened to', () => events().includes('phx_join'))
    await page.goBack()
    await waitFor('the office to be left', () => events().includes('phx_leave'))
    expect(events()).toEqual(['phx_join', 'phx_leave'])
  })

  it('[TKT-12] [FORM-02] [I18N-02] is asked what the line wants to know, and the desk reads the answers', async () => {
    await at.go(takePath('escrituras'))
    const number = page.getByLabel('Número de repertorio')
    await number.fill('12-34')
    await page.getByText('(Opcional)').waitFor()
    expect(await page.getByText('Pregunta retirada').count()).toBe(0)
    await button('Saca tu número').click()
    const fault = page.getByRole('alert', { name: 'Revisa estos datos' }).getByRole('link')
    expect(await fault.allInnerTexts()).toEqual([
      'Número de repertorio: Son los seis dígitos de arriba a la derecha',
    ])
    await number.fill('123456')
    await page.getByLabel('¿Algo que debamos saber?').fill('Voy con mi madre')
    await button('Saca tu número').click()
    await page.waitForURL('**/tickets/*')
    await at.town.call('escrituras')
    await page.getByRole('heading', { level: 1, name: 'Es tu turno' }).waitFor()
    const called = timeText(at.server.clock.now(), 'es', 'America/Santiago')
    expect(await page.locator('main').innerText()).toContain(called)
    const answers = (await at.town.current())?.answers.map(({ answer }) => answer)
    expect(answers).toEqual(['123456', 'Voy con mi madre'])
    await at.town.attended()
  })

  it('[TKT-08] is told in the catalogue’s words, once and where one looks, that the line was frozen meanwhile', async () => {
    await at.go(takePath('firmas'))
    await button('Saca tu número').waitFor()
    await at.town.freeze('firmas', true)
    await button('Saca tu número').click()
    const text = page.getByText('La fila en la que estás intentando sacar un ticket ha sido congelada')
    await text.waitFor()
    expect(await text.count()).toBe(1)
    await at.town.freeze('firmas', false)
  })

  it('[TKT-03] [TKT-09] is led to the number that it has in a line already', async () => {
    await at.town.join('firmas', 2)
    const ticketPath = await at.take('firmas')
    await at.go(takePath('firmas'))
    await page.getByText('ya sacaste un ticket para esta fila').waitFor()
    await page.getByRole('link', { name: /Ver tu número A\d+/ }).click()
    await page.waitForURL(`**${ticketPath}`)
  })

  it('lets others pass, at most twice, and keeps its number', async () => {
    await ahead('2 personas antes que tú')
    await at.town.join('firmas', 3)
    for (const [places, words] of [
      ['1', '3 personas antes que tú'],
      ['3', '5 personas antes que tú'],
    ] as const) {
      await button('Dejar pasar').click()
      await page.getByRole('radio', { name: places, exact: true }).check()
      await page.getByRole('button', { name: /^Deja pasar a \d/ }).click()
      await ahead(words)
    }
    expect(await page.getByRole('article').innerText()).toContain('A003')
    await button('Dejar pasar').waitFor({ state: 'detached' })
  })

  it('[TKT-13] is asked before it gives up its place, and can keep it', async () => {
    const ticketPath = new URL(page.url()).pathname
    await button('Renunciar').click()
    const question = page.getByRole('alertdialog', { name: '¿Renunciar al número A003?' })
    await question.waitFor()
    const keep = question.getByRole('button', { name: 'Conservar mi número' })
    await waitFor('the focus on keeping', () => keep.evaluate(own => own === document.activeElement))
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await stateOf(ticketPath)).toBe('waiting')
    await button('Renunciar').click()
    await question.getByRole('button', { name: 'Sí, renunciar' }).click()
    await page.getByText('Renunciaste', { exact: true }).waitFor()
    expect(await stateOf(ticketPath)).toBe('given-up')
    await page.getByRole('link', { name: 'Saca otro número aquí' }).waitFor()
  })

  it('rides along on other screens, and says there that it is called', async () => {
    await at.take('firmas')
    await at.go('/search')
    const bar = page.getByRole('contentinfo').getByRole('link', { name: /antes que tú/ })
    await bar.waitFor()
    for (let person = 0; person < 6; person++) await at.town.call('firmas')
    const notice = page.getByRole('alert').getByText(/Es tu turno: A\d+ · módulo 3/)
    await notice.waitFor()
    await page.getByRole('contentinfo').getByText('Es tu turno · módulo 3').waitFor()
    expect(await page.getByText(/: faltan \d/).count()).toBe(0)
    await page.getByRole('link', { name: 'Ver tu número' }).click()
    await page.getByRole('heading', { level: 1, name: 'Es tu turno' }).waitFor()
  })

  it('[WAIT-02] learns that it was attended, also after a reload, when no channel tells it', async () => {
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Es tu turno' }).waitFor()
    await page.waitForLoadState('networkidle')
    await at.town.attended()
    // As when the person looks at the phone again; otherwise it is asked every 20 s.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('Atendido', { exact: true }).waitFor()
  })
})
