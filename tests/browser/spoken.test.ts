import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openTown, type Town } from './app-town.ts'
import { openBooks } from './book-town.ts'
import { said, spanishIn } from './spoken.ts'
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
describeInBrowser('Chromium', 'a browser that does not speak Spanish', () => {
  let server: TestServer
  let town: Town

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: dist })
    town = await openTown(server)
    await openBooks(server, town)
  })
  afterAll(() => server?.close())

  const settled = async (page: Page) => {
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
  }

  it('is understood by this test: it finds our sentences where Spanish is spoken', async () => {
    const { page, close } = await launchChromium({ serviceWorkers: 'block' })
    await page.goto(`${server.origin}/profile`)
    await settled(page)
    const found = { en: spanishIn('en')(await said(page)), pt: spanishIn('pt')(await said(page)) }
    await close()
    for (const language of ['en', 'pt'] as const) expect(found[language].length).toBeGreaterThan(10)
    expect(found.en).toContain('Perfil')
  })

  describe.each(['en', 'pt'] as const)('%s', language => {
    let chromium: Chromium
    let page: Page
    const spanish = spanishIn(language)

    beforeAll(async () => {
      chromium = await launchChromium({ serviceWorkers: 'block', locale: LOCALES[language] })
      page = chromium.page
    })
    afterAll(() => chromium?.close())

    const speaks = async (where: string) => {
      expect(spanish(await said(page)), where).toEqual([])
      expect(await page.locator('html').getAttribute('lang'), where).toBe(language)
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

    it('[HAND-04] the desk too', async () => {
      await go('/desk')
      await speaks('desk')
      await page.locator('form button[type=submit]').click()
      await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
      await speaks('desk, refused')
    })
  })
})
