import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { signInRegistered } from '#tests/support/registered.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'
import { largeTextFaults } from './large-text.ts'
import { waitForWorker } from './take-number-at.ts'
import { walkByKeys } from './walk-by-keys.ts'

const PHONE = { width: 360, height: 800 }
const DESK = { width: 1280, height: 800 }
const OFFICE = '/offices/notaria-norte'
const NORTE = 'Favorito: Notaría Norte'
const NUNOA = 'Favorito: Notaría Ñuñoa'
const FIRMAS = 'Favorito: Firmas y autorizaciones'

/** Everything of a page that the tests press or look for. */
const pressing = (page: Page) => ({
  heart: (name: string) => page.getByRole('button', { name, exact: true }),
  row: (name: string | RegExp) => page.getByRole('main').getByRole('link', { name }),
  undo: () => page.getByRole('button', { name: 'Deshacer', exact: true }),
  isPressed: (name: string, pressed = true) =>
    page.getByRole('button', { name, exact: true, pressed }).first().waitFor(),
})

/** The server's own word on what somebody keeps. */
async function atServer(at: Visit, { token }: SignedIn): Promise<string[]> {
  const kept = await (await at.server.ask('users', '/favorites', { token })).json()
  return [...kept.offices, ...kept.lines].map(({ slug }: { slug: string }) => slug)
}

const letIn = async (at: Visit, { cookie }: SignedIn, page = at.page) => {
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: at.server.origin, httpOnly: true }])
}

/** Another of theirs; it is there until it was told what stands on it, where the test fails. */
async function otherDevice() {
  const other = await launchChromium({ serviceWorkers: 'block' })
  onTestFinished(other.close)
  return other
}

describeInBrowser('Chromium', 'favourites of a guest', () => {
  let at: Visit
  let page: Page
  beforeAll(async () => {
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    page = at.page
    await at.town.join('firmas', 3)
  })
  afterAll(() => at?.close())

  it('[FAV-01] are none at first, and the screen says what to do', async () => {
    await at.go('/favorites')
    await page.getByText('Todavía no tienes favoritos').waitFor()
    await picture(page, 'app-favorites-none')
    await page.getByRole('link', { name: 'Busca una oficina' }).first().click()
    await page.waitForURL('**/search')
  })

  it('[FAV-01] hold an office and a line after one press each, over a reload, with the wait as it is now', async () => {
    const { heart, isPressed, row, undo } = pressing(page)
    await at.go(OFFICE)
    expect(await heart(NORTE).getAttribute('aria-pressed')).toBe('false')
    await heart(NORTE).click()
    await isPressed(NORTE)
    await page.getByText('Guardado en favoritos').waitFor()
    await heart(FIRMAS).click()
    await isPressed(FIRMAS)
    await undo().waitFor()
    // One press is one thing: the row leads nowhere by it.
    expect(new URL(page.url()).pathname).toBe(OFFICE)
    await page.reload()
    await isPressed(NORTE)
    await isPressed(FIRMAS)
    for (const place of ['/favorites', '/search']) {
      await at.go(place)
      await isPressed(NORTE)
    }
    await at.go('/favorites')
    await row(/Notaría Norte/)
      .first()
      .waitFor()
    await row(/Firmas y autorizaciones.*Notaría Norte.*3 esperando/s).waitFor()
    await page.getByText('Se guardan solo en este navegador').waitFor()
  })

  it('[FAV-01] have hearts of 48 px, beside the row’s link and not in it', async () => {
    await at.go('/favorites')
    const heart = pressing(page).heart(NORTE)
    const box = await heart.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48)
    expect(await heart.evaluate(element => element.closest('a'))).toBeNull()
  })

  it('[FAV-01] stand first at home, and lead there', async () => {
    await at.go('/')
    const section = page.getByRole('region', { name: 'Favoritos' })
    await section.getByRole('link', { name: /Firmas y autorizaciones/ }).waitFor()
    const sections = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
    expect(sections.slice(0, 2)).toEqual(['Favoritos', 'Oficinas'])
    await section.getByRole('link', { name: /Firmas y autorizaciones/ }).click()
    await page.waitForURL('**/lines/firmas')
  })

  it('[FAV-01] a press more removes one, its row stays under the finger, and it can be undone', async () => {
    const { heart, isPressed, undo, row } = pressing(page)
    await at.go('/favorites')
    await heart(NORTE).click()
    await isPressed(NORTE, false)
    await page.getByText('Quitado de favoritos').waitFor()
    await row(/Notaría Norte/)
      .first()
      .waitFor()
    await undo().click()
    await isPressed(NORTE)
    await heart(NORTE).click()
    await isPressed(NORTE, false)
    await at.go('/favorites')
    await isPressed(FIRMAS)
    expect(await heart(NORTE).count()).toBe(0)
    await at.go(OFFICE)
    await heart(NORTE).click()
    await isPressed(NORTE)
  })

  it('[FAV-01] go by keys alone', async () => {
    await at.go('/favorites')
    await pressing(page).isPressed(NORTE)
    const walk = walkByKeys(page)
    await walk.tabTo(/^Favorito: Notaría Norte$/)
    await walk.press('Space')
    await pressing(page).isPressed(NORTE, false)
    // The place of the keyboard is still there.
    expect(await walk.focused()).toBe(NORTE)
    await walk.press('Enter')
    await pressing(page).isPressed(NORTE)
    expect(walk.unseen).toEqual([])
  })

  it('[FAV-01] one that closed for ever says so, and can be removed', async () => {
    const { heart, isPressed } = pressing(page)
    await at.go('/search?q=punta')
    await heart('Favorito: Correos Punta Arenas').click()
    await isPressed('Favorito: Correos Punta Arenas')
    const { db } = at.server.database
    const close = (active: boolean) =>
      db.updateTable('offices').set({ active }).where('slug', '=', 'correos-punta-arenas').execute()
    await close(false)
    at.server.clock.advance(31_000)
    // The list of offices is kept by the browser for some minutes.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.clearBrowserCache')
    await at.go('/favorites')
    await page.getByText('Esta oficina cerró para siempre').waitFor()
    await picture(page, 'app-favorites-closed', true)
    await heart('Favorito: Correos Punta Arenas').click()
    await isPressed('Favorito: Correos Punta Arenas', false)
    await at.go('/favorites')
    await isPressed(NORTE)
    expect(await heart('Favorito: Correos Punta Arenas').count()).toBe(0)
    await close(true)
    at.server.clock.advance(31_000)
  })

  it.each([
    ['favorites', '/favorites'],
    ['home', '/'],
    ['office', OFFICE],
    ['search', '/search'],
  ])('can be read by everybody, in light and dark, at every width: %s', async (name, path) => {
    for (const size of [PHONE, DESK]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        await at.go(path)
        await pressing(page).isPressed(NORTE)
        await page.waitForLoadState('networkidle')
        await picture(page, `app-favorites-${name}`)
        if ((colorScheme === 'light') === (size === PHONE)) {
          expect(await axeFaults(page), `${name} ${size.width}`).toEqual([])
        }
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await largeTextFaults(page), name).toEqual([])
    await page.setViewportSize(PHONE)
  })

  it.each([
    ['en', 'Favorites', 'Favorite: Notaría Norte'],
    ['pt', 'Favoritos', NORTE],
  ])('[I18N-01] speak %s', async (language, title, heart) => {
    await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
    await at.go('/favorites')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await pressing(page).isPressed(heart)
    await picture(page, `app-favorites-${language}`, true)
    await page.evaluate(() => localStorage.setItem('language', 'es'))
  })
})

describeInBrowser('Chromium', 'favourites of somebody with an account', () => {
  let at: Visit
  let page: Page
  let account: SignedIn
  beforeAll(async () => {
    at = await visit()
    page = at.page
    account = await signInRegistered(at.server)
  })
  afterAll(() => at?.close())

  it('[FAV-01] are those that the guest brings along, and come to the server', async () => {
    await at.go(OFFICE)
    await pressing(page).heart(NORTE).click()
    await pressing(page).isPressed(NORTE)
    await letIn(at, account)
    await page.reload()
    await waitFor('the server to have them', async () =>
      (await atServer(at, account)).includes('notaria-norte'),
    )
    await pressing(page).isPressed(NORTE)
    await at.go('/favorites')
    await pressing(page).isPressed(NORTE)
    expect(await page.getByText('Se guardan solo en este navegador').count()).toBe(0)
  })

  it('[FAV-01] [OFFL-02] [OFFL-03] are there without a network, and a press without one is told later', async () => {
    const { heart, isPressed } = pressing(page)
    await at.go(OFFICE)
    await isPressed(NORTE)
    await waitForWorker(page)
    await page.reload()
    await isPressed(NORTE)
    await at.go('/favorites')
    await isPressed(NORTE)
    await goOffline(at.chromium.context)
    await page.reload()
    await isPressed(NORTE)
    await page.getByText(/Sin conexión. Lo que ves es de las/).waitFor()
    await picture(page, 'app-favorites-offline')
    await at.go(OFFICE)
    await isPressed(NORTE)
    await heart(FIRMAS).click()
    await isPressed(FIRMAS)
    await heart(NORTE).click()
    await isPressed(NORTE, false)
    // The page may be closed meanwhile. The line stands among all of them, and leads to its office.
    await at.go('/favorites')
    await page.reload()
    await isPressed(FIRMAS)
    await page
      .getByRole('link', { name: /Firmas/ })
      .first()
      .click()
    await page
      .getByRole('heading', { name: /Notaría Norte|Firmas/ })
      .first()
      .waitFor()
    expect(await atServer(at, account)).toEqual(['notaria-norte'])
    await goOffline(at.chromium.context, false)
    await waitFor('the server to be told', async () => {
      const kept = await atServer(at, account)
      return kept.length === 1 && kept[0] === 'firmas'
    })
  })

  it('[FAV-01] come to another device, and what is removed there goes here', async () => {
    const other = await otherDevice()
    await letIn(at, account, other.page)
    await other.page.goto(`${at.server.origin}/favorites`)
    await pressing(other.page).isPressed(FIRMAS)
    await other.page.goto(`${at.server.origin}/search?q=nunoa`)
    await pressing(other.page).heart(NUNOA).click()
    await pressing(other.page).isPressed(NUNOA)
    // A page that goes while it tells is taken for one that still does, for twenty seconds.
    await waitFor('the server to have heard of both', async () =>
      isDeepStrictEqual(await atServer(at, account), ['notaria-nunoa', 'firmas']),
    )
    await other.page.goto(`${at.server.origin}/favorites`)
    await pressing(other.page).heart(FIRMAS).click()
    await waitFor('the server to have heard', async () =>
      isDeepStrictEqual(await atServer(at, account), ['notaria-nunoa']),
    )
    await at.go('/favorites')
    await pressing(page).isPressed(NUNOA)
    await waitFor(
      'what is gone to go',
      async () =>
        (await pressing(page)
          .heart(FIRMAS)
          .getAttribute('aria-pressed')
          .catch(() => null)) !== 'true',
    )
  })

  it('[FAV-01] say what went wrong where they cannot be had, and one way on', async () => {
    const other = await otherDevice()
    await letIn(at, account, other.page)
    await other.page.route('**/services/users/v2/favorites', route => route.fulfill({ status: 503 }))
    await other.page.goto(`${at.server.origin}/favorites`)
    await other.page.getByRole('button', { name: 'Intentar de nuevo' }).waitFor()
    await picture(other.page, 'app-favorites-error')
    await other.page.unroute('**/services/users/v2/favorites')
    await other.page.getByRole('button', { name: 'Intentar de nuevo' }).click()
    await pressing(other.page).isPressed(NUNOA)
  })

  it('[FAV-01] a refusal brings it back, and says so', async () => {
    const { heart, isPressed } = pressing(page)
    await at.go('/search?q=internet')
    const name = 'Favorito: Banco Bci por internet'
    await isPressed(name, false)
    const { db } = at.server.database
    await db.updateTable('offices').set({ active: false }).where('slug', '=', 'bci-internet').execute()
    await heart(name).click()
    await page.getByText('No lo encontramos. Puede que ya no exista.').waitFor()
    await isPressed(name, false)
  })

  it('[AUTH-02] go with their person from this device', async () => {
    await at.go('/profile')
    // Nothing waits here, so nothing is asked.
    await page.getByRole('button', { name: 'Salir', exact: true }).click()
    await waitFor('nobody to be here', async () => {
      const cookies = await page.context().cookies()
      return cookies.every(({ name }) => name !== 'numerito')
    })
    await at.go('/favorites')
    await page.getByText('Todavía no tienes favoritos').waitFor()
    // At the server they are still theirs.
    const rows = await at.server.database.db
      .selectFrom('favorite_offices')
      .innerJoin('offices', 'offices.id', 'office_id')
      .select('offices.slug')
      .where('user_id', '=', account.user_id)
      .execute()
    expect(rows).toEqual([{ slug: 'notaria-nunoa' }])
  })

  it('threw nothing', () => expect(at.faults).toEqual([]))
})
