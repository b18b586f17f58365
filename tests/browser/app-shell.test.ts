import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { DESKTOP_BREAKPOINT_PX } from '#contract/limits.ts'
import type { KnownFlag } from '#contract/known-flags.ts'
import { PAGE_SHARED_MS } from '#server/http/live-page.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'

const PHONE = { width: 360, height: 800 }
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}
/** As many calls as a session may make here before it is asked for patience. */
const PATIENCE = 3

/** What stands round every screen, whatever it shows. */
describeInBrowser('Chromium', 'the shell', () => {
  let at: Visit
  let page: Page
  const asked: string[] = []

  beforeAll(async () => {
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    page = at.page
    page.on('request', request => asked.push(new URL(request.url()).pathname))
  })
  afterEach(() => page.setViewportSize(PHONE))
  afterAll(() => at?.close())

  const nav = () => page.getByRole('navigation', { name: 'Principal' })
  const destinations = () => nav().getByRole('link').allInnerTexts()
  const isAtBottom = () =>
    nav().evaluate(own => own.getBoundingClientRect().bottom >= innerHeight - 1 && innerWidth < 768)

  it('[SHELL-01] shows the mobile view below 768 px and the desktop view from there on, each fetched when needed', async () => {
    await page.setViewportSize({ width: DESKTOP_BREAKPOINT_PX - 1, height: 800 })
    await at.go('/')
    await nav().waitFor()
    expect(await isAtBottom()).toBe(true)
    await page.waitForLoadState('networkidle')
    const scripts = () => asked.filter(path => path.endsWith('.js')).length
    const before = scripts()
    await page.setViewportSize({ width: DESKTOP_BREAKPOINT_PX, height: 800 })
    await waitFor('the desktop view', async () => !(await isAtBottom()))
    expect(scripts()).toBeGreaterThan(before)
    await page.setViewportSize({ width: DESKTOP_BREAKPOINT_PX - 1, height: 800 })
    await waitFor('the mobile view', isAtBottom)
  })

  it('[SHELL-02] leads to its five destinations, and says where one is', async () => {
    for (const [label, path] of [
      ['Buscar', '/search'],
      ['Favoritos', '/favorites'],
      ['Turnos', '/tickets'],
      ['Perfil', '/profile'],
      ['Inicio', '/'],
    ] as const) {
      await nav().getByRole('link', { name: label }).click()
      await waitFor(label, () => new URL(page.url()).pathname === path)
      expect(await nav().locator('[aria-current=page]').innerText()).toBe(label)
    }
  })

  it('[SHELL-09] says of which build it is', async () => {
    await at.go('/profile')
    await page.getByText(`Numerito, versión ${version} (lab)`, { exact: true }).waitFor()
  })

  it('[SHELL-06] hides each item that the address names', async () => {
    await at.go('/search?itemsToHide=favorites,profile')
    await nav().waitFor()
    expect(await destinations()).toEqual(['Inicio', 'Buscar', 'Turnos'])
    await at.go('/profile?itemsToHide=language,login')
    await page.getByRole('heading', { name: 'Apariencia' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Idioma' }).count()).toBe(0)
    expect(await page.getByText('Aún no sabemos quién eres').count()).toBe(0)
    await at.go('/offices/notaria-norte?itemsToHide=backArrow,directions')
    await page.getByRole('button', { name: 'Horarios' }).waitFor()
    expect(await page.getByRole('link', { name: 'Volver' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Cómo llegar' }).count()).toBe(0)
    // Without the way back the destinations are the only way on.
    await nav().waitFor()
    await at.go('/?itemsToHide=bottomNav')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await nav().count()).toBe(0)
  })

  it('[SHELL-07] keeps marketing parameters with the ticket, and loads no offices where there are any', async () => {
    await at.signIn()
    // What the page before asks for late is not this one's.
    await page.goto('about:blank')
    asked.length = 0
    await at.go('/search?utm_source=cartel&utm-campaign=primavera')
    await page.getByText('Las oficinas no se cargaron').waitFor()
    expect(asked.filter(path => path.endsWith('/offices/web'))).toEqual([])
    await page.getByRole('button', { name: 'Cargar las oficinas' }).click()
    await page.getByRole('link', { name: /Notaría Norte/ }).click()
    await page.getByRole('link', { name: 'Saca tu número' }).first().click()
    await page.getByRole('button', { name: 'Saca tu número' }).click()
    await page.waitForURL('**/tickets/*')
    const { meta } = await at.server.database.db
      .selectFrom('tickets')
      .select('meta')
      .executeTakeFirstOrThrow()
    expect(meta && at.server.queue.protect.openMeta(meta)).toMatchObject({
      params: { utm_source: 'cartel', 'utm-campaign': 'primavera' },
    })
  })

  /** Where each flag is seen to stand, and what is there whether or not. */
  const SEEN: Record<
    KnownFlag,
    { path: () => Promise<string>; offer: () => Locator; always: () => Locator }
  > = {
    'let-others-pass': {
      async path() {
        const { id } = await at.server.database.db
          .selectFrom('tickets')
          .select('id')
          .executeTakeFirstOrThrow()
        return `/tickets/${id}`
      },
      offer: () => page.getByRole('button', { name: 'Dejar pasar' }),
      always: () => page.getByRole('button', { name: 'Renunciar' }),
    },
    reservations: {
      path: async () => '/offices/notaria-norte',
      offer: () => page.getByRole('link', { name: 'Reserva hora' }),
      always: () => page.getByRole('heading', { level: 1, name: 'Notaría Norte' }),
    },
    'install-guide': {
      path: async () => '/profile',
      offer: () => page.getByRole('button', { name: 'Instalar la aplicación' }),
      always: () => page.getByRole('button', { name: 'Salir' }),
    },
  }

  it.each(Object.entries(SEEN))(
    '[SHELL-08] what %s says is offered or not, as it stands at the start',
    async (name, { path, offer, always }) => {
      const { db } = at.server.database
      await db.updateTable('lines').set({ takes_reservations: true }).where('slug', '=', 'firmas').execute()
      const look = async () => {
        // The page that the last look was given is given to everybody for a moment, with what it brought.
        await sleep(PAGE_SHARED_MS)
        await at.go(await path())
        await always().waitFor()
        // As a browser says that the application can be installed.
        await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')))
      }
      await look()
      await offer().waitFor()
      await db.insertInto('flags').values({ name, enabled: false, variant: null }).execute()
      await look()
      await offer().waitFor({ state: 'detached' })
      await db.deleteFrom('flags').execute()
      await look()
      await offer().waitFor()
    },
  )

  it('[SHELL-08] what is not offered is not reached by its address either', async () => {
    const { db } = at.server.database
    const book = '/offices/notaria-norte/lines/firmas/book'
    await db.insertInto('flags').values({ name: 'reservations', enabled: false, variant: null }).execute()
    await at.go(book)
    await page.getByText('Esta fila no toma reservas por ahora').waitFor()
    await db.deleteFrom('flags').execute()
  })

  it.each([
    ['English', 'Opening hours', /^12:00\sAM – 1:30\sPM$/],
    ['Português', 'Horários', /^0?0:00 – 13:30$/],
    ['Español', 'Horarios', /^0:00 – 13:30$/],
  ])('[I18N-02] in %s writes the hours as the language does', async (language, title, hours) => {
    await at.go('/profile')
    await page.getByRole('radio', { name: language }).check()
    await at.go('/offices/correos-punta-arenas')
    await page.getByRole('button', { name: title }).click()
    await page.getByRole('dialog', { name: title }).getByText(hours).first().waitFor()
  })

  it('[I18N-01] speaks the chosen language at once, though what tells others of it has not come', async () => {
    const late = '**/assets/compose-flows-*.js'
    const asked = Promise.withResolvers<void>()
    await page.route(late, () => asked.resolve())
    await at.go('/profile')
    await asked.promise
    await page.getByRole('radio', { name: 'English' }).check()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.unroute(late)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.getByRole('radio', { name: 'Español' }).check()
    await page.getByRole('heading', { level: 1, name: 'Perfil' }).waitFor()
  })

  it('[SHELL-04] [SHELL-05] blocks everything when the server asks for patience, counts it, and reloads', async () => {
    const busy = await visit({
      chromium: { serviceWorkers: 'block' },
      server: { rateLimits: { session: { max: PATIENCE, windowMs: 60_000 } } },
    })
    const modal = busy.page.getByRole('alertdialog', {
      name: 'En este momento estamos recibiendo demasiadas solicitudes. Por favor, inténtelo de nuevo más tarde',
    })
    const counted = async () => {
      const cookies = await busy.chromium.context.cookies()
      return cookies.find(({ name }) => name === 'zq_number_of_try_webapp')
    }
    await busy.signIn()
    await busy.go('/tickets')
    await modal.waitFor()
    await busy.page.keyboard.press('Escape')
    await busy.page.keyboard.press('Escape')
    await busy.page.mouse.click(5, 5)
    expect(await modal.isVisible()).toBe(true)
    const day = ((await counted())?.expires ?? 0) - Date.now() / 1_000
    expect(day).toBeGreaterThan(86_000)
    expect(day).toBeLessThanOrEqual(86_400)
    for (let press = 0; press < 3; press++) {
      await Promise.all([
        busy.page.waitForEvent('load'),
        modal.getByRole('button', { name: 'Recargar' }).click(),
      ])
      await modal.waitFor()
    }
    expect((await counted())?.value).toBe('3')
    await busy.close()
  })
})
