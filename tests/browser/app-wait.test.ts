import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import { QUARTERS } from '#server/wait/flow.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { SQUARE } from './app-town.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'
import { largeTextFaults } from './large-text.ts'

const OFFICE = '/offices/notaria-norte'
const SIZES = [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
]
/** Two desks all day, six minutes an attention, and how far that was off on days that are over. */
const HABITS = {
  desks: Array.from({ length: QUARTERS }, () => 2),
  claimed: Array.from({ length: QUARTERS }, () => 0),
  work: { calls: 400, minutes: 2_400 },
  leaving: 0,
}
const CALIBRATION = { flow: [0, 60], low: [0, 42], high: [6, 90] }

describeInBrowser('Chromium', 'the wait, as a phone tells it', () => {
  let at: Visit
  let page: Page
  let room = ''

  beforeAll(async () => {
    at = await visit({
      chromium: { geolocation: SQUARE, permissions: ['geolocation'] },
    })
    page = at.page
    const { db } = at.server.database
    const { id } = await db
      .selectFrom('lines')
      .select('id')
      .where('slug', '=', 'firmas')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('line_habits')
      .values({
        line_id: id,
        learned_on: '2026-11-01',
        per_call: 6,
        habits: json(HABITS),
        calibration: json(CALIBRATION),
      })
      .execute()
    await at.town.join('firmas', 10)
    await at.signIn()
  })
  afterAll(() => at?.close())

  const lookedAt = async (name: string) => {
    for (const size of SIZES) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        await picture(page, name, true)
      }
    }
    expect(await axeFaults(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await largeTextFaults(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
  }

  it('[WAIT-04] an office says one figure of a line, and between what it lies', async () => {
    await at.go(OFFICE)
    const row = page.getByRole('listitem').filter({ hasText: 'Firmas y autorizaciones' })
    await row.getByText('minutos').waitFor()
    const words = await row.innerText()
    const [, about = '', from = '', to = ''] = /(\d+)\s+minutos\s+entre (\d+) y (\d+)/.exec(words) ?? []
    expect([Number(from) < Number(about), Number(about) < Number(to)], words).toEqual([true, true])
    await lookedAt('app-wait-office')
  })

  it('[WAIT-04] [WAIT-01] the waiting room says one thing first, then the range, then how sure it is; and when to leave', async () => {
    await at.go('/search')
    await page.getByRole('button', { name: 'Cerca de mí' }).click()
    await page
      .getByText(/556\s*m/)
      .first()
      .waitFor()
    await page
      .getByRole('link', { name: /Notaría Norte/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Saca tu número' }).first().click()
    await page.getByRole('button', { name: 'Saca tu número' }).click()
    await page.waitForURL('**/tickets/*')
    room = new URL(page.url()).pathname
    const card = page.getByRole('article')
    await card.getByText(/^unos \d+ min$/).waitFor()
    await card.getByText(/^entre \d+ y \d+, 8 de 10 veces$/).waitFor()
    await page.getByText(/^Sal a las .+: a pie son unos 10 min\.$/).waitFor()
    await lookedAt('app-wait-room')
  })

  it('[WAIT-04] the waiting room stands still between two seconds: a lit screen is to last as long as the wait', async () => {
    await at.go(room)
    await page.getByRole('timer').waitFor()
    await page.waitForLoadState('networkidle')
    const moved = await page.evaluate(async ms => {
      const names = new Set<string>()
      for (const until = performance.now() + ms; performance.now() < until; ) {
        await new Promise(requestAnimationFrame)
        for (const { effect } of document.getAnimations())
          if (effect instanceof KeyframeEffect) names.add(effect.target?.outerHTML.slice(0, 80) ?? '')
      }
      return [...names]
    }, 2_500)
    expect(moved).toEqual([])
  })

  it('[STAT-02] an office shows how what it said came true, to everybody', async () => {
    const { db } = at.server.database
    const office = await db
      .selectFrom('offices')
      .select('id')
      .where('slug', '=', 'notaria-nunoa')
      .executeTakeFirstOrThrow()
    const told = page.getByRole('region', { name: '¿Cumplimos con la espera?' })
    const turns = {
      hours: [{ told: 1_234, within: 1_000, earlier: 130 }],
      clerks: [],
      open: [],
      services: [],
    }
    const day = wallTime(at.server.clock.now(), 'America/Santiago').day
    await db
      .insertInto('day_figures')
      .values({ office_id: office.id, day: addDays(day, -3), turns: json(turns) })
      .execute()
    await at.go('/offices/notaria-nunoa')
    await told.getByText('En los últimos 30 días, el 81 % esperó lo que dijimos').waitFor()
    expect((await told.innerText()).replaceAll('\u00a0', ' ')).toContain(
      'el 81 % esperó lo que dijimos, el 11 % menos y el 8 % más.',
    )
    await told.getByText('De 1234 personas').waitFor()
    await lookedAt('app-wait-told')
    // Where nobody was told anything, or hardly anybody, it says nothing.
    await at.go(OFFICE)
    await page.getByText('Firmas y autorizaciones').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await told.count()).toBe(0)
  })

  it.each([
    ['en', /^about \d+ min$/, /^between \d+ and \d+, 8 times out of 10$/],
    ['pt', /^cerca de \d+ min$/, /^entre \d+ e \d+, 8 de 10 vezes$/],
  ])('[I18N-01] in %s too', async (language, one, range) => {
    await at.go(room)
    await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
    await page.reload()
    await page.getByText(one).first().waitFor()
    await page.getByText(range).waitFor()
    await picture(page, `app-wait-room-${language}`)
    await page.evaluate(() => localStorage.setItem('language', 'es'))
  })

  it('threw nothing', () => expect(at.faults).toEqual([]))
})
