import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { BROUGHT_ID } from '#contract/brought-along.ts'
import { json } from '#server/database/json-column.ts'
import type { handOver } from '#src/app/first-frame/hand-over.ts'
import { manifestAddress } from '#src/domain/languages.ts'
import { goOffline } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { PATIENCE_MS, waitFor } from '#tests/support/wait-for.ts'
import { zoneAtNoon } from '#tests/support/zone-at-noon.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'

const PHONE = { width: 360, height: 800 }
const DESK = { width: 1280, height: 800 }
const HEADLINES = {
  es: 'Busca una oficina y saca tu número',
  en: 'Find an office and take your number',
  pt: 'Busque uma agência e pegue sua senha',
}

/** Pages into which the server writes what their screens ask for first. */
const BRINGS = /^\/(?:search|offices|$|\?)/

/** What is seen before any of the application has run. */
describeInBrowser('Chromium', 'the first frame', () => {
  let at: Visit
  let page: Page
  let release: () => void
  /** What the page has asked for, by path. */
  let asked: string[] = []

  beforeAll(async () => {
    at = await visit({ chromium: { serviceWorkers: 'block' } })
    page = at.page
    page.on('request', request => void asked.push(new URL(request.url()).pathname))
  })
  afterAll(() => at?.close())

  const heading = () => page.getByRole('heading', { level: 1 })
  const search = () => page.getByRole('searchbox')
  const places = async () => [await heading().boundingBox(), await search().boundingBox()]
  const application = () => page.waitForFunction(() => performance.getEntriesByName('application').length > 0)

  /** The page as it stands while the application is on its way. */
  async function arrive(
    path: string,
    choices: Record<string, string> = {},
    last?: { file: string; until: Promise<void> },
  ) {
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await at.go('/favicon.ico')
    await page.evaluate(chosen => {
      localStorage.clear()
      for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value)
    }, choices)
    await page.route('**/assets/*.js', async route => {
      await held
      if (last && route.request().url().includes(last.file)) await last.until
      await route.continue()
    })
    // What the page brings says when it was written, by the server's clock: an old answer is asked for again.
    at.server.clock.advance(Date.now() - at.server.clock.now().getTime())
    const go = () => {
      asked = []
      return page.goto(at.server.origin + path, { waitUntil: 'commit' })
    }
    if (!BRINGS.test(path)) return void (await go())
    // A server whose machine is busy sends the page as it was built: of that one nothing is said here.
    await waitFor('the server to write into the page', async () =>
      ((await (await go())?.text()) ?? '').includes(`id="${BROUGHT_ID}"`),
    )
  }

  it.each([
    ['es', 'a phone', PHONE],
    ['es', 'a desk', DESK],
    ['en', 'a phone', PHONE],
    ['pt', 'a desk', DESK],
  ] as const)(
    'shows the top of home in %s on %s, where the application puts it then',
    async (language, _, size) => {
      await page.setViewportSize(size)
      await arrive('/', { language })
      await heading().getByText(HEADLINES[language]).waitFor()
      const before = await places()
      release()
      await application()
      expect(await heading().innerText()).toBe(HEADLINES[language])
      expect(await places()).toEqual(before)
      expect(at.faults.filter(fault => fault.includes('Content Security Policy'))).toEqual([])
    },
  )

  it('[HAND-03] waits as long as a slow network takes, where nothing is held on the device yet', async () => {
    const browser = page.context().browser()
    const first = await browser?.newContext({ locale: 'es-CL', viewport: PHONE, serviceWorkers: 'block' })
    if (!first) throw new Error('no browser')
    onTestFinished(() => first.close())
    const held = Promise.withResolvers<void>()
    const own = await first.newPage()
    own.setDefaultTimeout(PATIENCE_MS)
    await own.clock.install()
    await own.route('**/assets/*.js', async route => {
      await held.promise
      await route.continue()
    })
    await own.goto(at.server.origin, { waitUntil: 'commit' })
    await own.getByText(HEADLINES.es).waitFor()
    await own.clock.fastForward('05:00')
    expect(await own.getByRole('heading', { level: 1 }).innerText()).toBe(HEADLINES.es)
    held.resolve()
    await own.getByRole('navigation', { name: 'Principal' }).first().waitFor()
  })

  it.each([
    ['en-US', 'en'],
    ['pt-BR', 'pt'],
    ['fr-CA', 'es'],
  ] as const)(
    '[HAND-04] speaks to a browser in %s that comes for the first time in %s',
    async (locale, language) => {
      const browser = page.context().browser()
      const first = await browser?.newContext({ locale, viewport: PHONE, serviceWorkers: 'block' })
      if (!first) throw new Error('no browser')
      onTestFinished(() => first.close())
      const held = Promise.withResolvers<void>()
      const own = await first.newPage()
      own.setDefaultTimeout(PATIENCE_MS)
      await own.route('**/assets/*.js', async route => {
        await held.promise
        await route.continue()
      })
      await own.goto(at.server.origin, { waitUntil: 'commit' })
      const told = own.getByRole('heading', { level: 1 })
      await told.waitFor()
      const said = async () => ({
        headline: await told.innerText(),
        language: await own.locator('html').getAttribute('lang'),
        manifest: await own.locator('link[rel=manifest]').getAttribute('href'),
      })
      const framed = await said()
      held.resolve()
      await own.waitForFunction(() => performance.getEntriesByName('application').length > 0)
      const spoken = { headline: HEADLINES[language], language, manifest: manifestAddress(language) }
      expect({ framed, later: await said() }).toEqual({ framed: spoken, later: spoken })
    },
  )

  it('has the colours that were chosen', async () => {
    await arrive('/', { theme: 'dark' })
    await heading().waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    release()
    await application()
  })

  it('hands what was typed, and the cursor, to the application', async () => {
    await arrive('/')
    await search().fill('notaría')
    await search().press('ArrowLeft')
    release()
    await application()
    expect(await search().inputValue()).toBe('notaría')
    await page.keyboard.type('X')
    expect(await search().inputValue()).toBe('notaríXa')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/search?q=${encodeURIComponent('notaríXa')}`)
  })

  it.each(['/', '/search'])(
    'loses no letter at %s, though the next one comes as it hands over',
    async path => {
      const onceThere = (name: string) => {
        const mark = performance.mark.bind(performance)
        performance.mark = (...marked) => {
          // The application stands: a key that waited for that long.
          if (marked[0] === name) document.execCommand('insertText', false, 'í')
          return mark(...marked)
        }
      }
      await arrive(path)
      await search().fill('notara')
      await search().press('ArrowLeft')
      await page.evaluate(onceThere, 'application')
      release()
      await application()
      await page.keyboard.type('X')
      expect(await search().inputValue()).toBe('notaríXa')
    },
  )

  it('searches although the application has not come yet', async () => {
    await arrive('/')
    await search().fill('banco')
    await search().press('Enter')
    await page.waitForURL('**/search?q=banco')
    release()
    await application()
    expect(await search().inputValue()).toBe('banco')
  })

  describe('of a list', () => {
    const rows = () => page.locator('main li a')
    /** What stands in the rows, and where. */
    async function listed(count: number) {
      const found = (await rows().all()).slice(0, count)
      return Promise.all(
        found.map(async row => ({
          href: await row.getAttribute('href'),
          name: await row.locator('span > span').first().innerText(),
        })),
      )
    }
    const tops = async (count: number) =>
      Promise.all(
        (await rows().all()).slice(0, count).map(async row => (await row.boundingBox())?.y ?? Number.NaN),
      )

    it.each([
      ['home', '/', 'a phone', PHONE, 16, 'es', 2],
      ['home', '/', 'a desk', DESK, 16, 'pt', 5],
      ['the search', '/search', 'a phone', PHONE, 16, 'en', 9],
      ['the search', '/search', 'a desk', DESK, 16, 'es', 9],
      ['the search', '/search', 'a phone', PHONE, 32, 'pt', 9],
    ] as const)(
      '[OFF-05] says in %s (%s) on %s (%j, letters of %i px) which offices head it, where they stand then',
      async (_, path, _view, size, letters, language, count) => {
        await page.setViewportSize(size)
        const browser = await page.context().newCDPSession(page)
        await browser.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: letters } })
        onTestFinished(() => browser.detach())
        await arrive(path, { language })
        await rows().first().waitFor()
        expect(await rows().count()).toBe(count)
        const before = { listed: await listed(count), tops: await tops(count) }
        expect(before.listed[0]).toEqual({ href: '/offices/bci-internet', name: 'Banco Bci por internet' })
        const words = await page.locator('main').innerText()
        expect(words).toContain(
          { es: 'Solo por internet', en: 'Online only', pt: 'Só pela internet' }[language],
        )
        release()
        await application()
        await page
          .locator('main')
          .getByText(/^(Abierto|Open|Aberto)/)
          .first()
          .waitFor()
        const now = { listed: await listed(count), tops: await tops(count) }
        expect(now.listed).toEqual(before.listed)
        // A press on its way must reach the office that it was for.
        for (const [at, top] of now.tops.entries())
          expect(Math.abs(top - (before.tops[at] ?? Number.NaN))).toBeLessThanOrEqual(8)
        expect(at.faults.filter(fault => fault.includes('Content Security Policy'))).toEqual([])
      },
    )

    it.each([
      ['/', 'none'],
      ['/search', 'none'],
      ['/offices/notaria-norte', 'none'],
      ['/', 'active'],
    ] as const)(
      '[WAIT-01] shows nobody the words that only hold a place (%s, forced colours: %s)',
      async (path, forcedColors) => {
        await page.setViewportSize(PHONE)
        await page.emulateMedia({ forcedColors })
        onTestFinished(() => page.emulateMedia({ forcedColors: 'none' }))
        const late = Promise.withResolvers<void>()
        await arrive(path, {}, { file: '/assets/offices-', until: late.promise })
        release()
        // The screen's own styles come before the screen, and are then the later ones.
        await page.waitForFunction(() =>
          [...document.styleSheets].some(({ href }) => href?.includes('/assets/offices-')),
        )
        const seen = await page.evaluate(() => {
          const isUnseen = (element: Element) => {
            const { visibility, color } = getComputedStyle(element)
            return visibility === 'hidden' || /^rgba\(.*, 0\)$/.test(color)
          }
          const texts = [...document.querySelectorAll('main [aria-hidden=true], main [aria-hidden=true] *')]
            .filter(element => [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE))
            .filter(element => element.checkVisibility() && element.textContent !== '')
          return { all: texts.length, words: texts.filter(one => !isUnseen(one)).map(one => one.textContent) }
        })
        expect(seen).toEqual({ all: expect.toSatisfy((all: number) => all > 0), words: [] })
        late.resolve()
      },
    )

    it.each(['/', '/search'])('takes no name away again while the application comes to %s', async path => {
      await page.setViewportSize(PHONE)
      const late = Promise.withResolvers<void>()
      await arrive(path, {}, { file: '/assets/offices-', until: late.promise })
      await rows().first().waitFor()
      await page.evaluate(() => {
        const gone: number[] = []
        Object.assign(window, { gone })
        new MutationObserver(() => {
          if (!document.querySelector('#app main li a')) gone.push(performance.now())
        }).observe(document, { subtree: true, childList: true })
      })
      release()
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/framework-')),
      )
      // The application runs, and would have shown bones by now.
      await page.waitForTimeout(300)
      expect(await rows().count()).toBeGreaterThan(0)
      late.resolve()
      await application()
      expect(await page.evaluate(() => (window as unknown as { gone: number[] }).gone)).toEqual([])
    })

    /** @returns waits until the application would stand there, were it not for a finger */
    async function watchHandOver(): Promise<() => Promise<unknown>> {
      await page.evaluate(() => {
        const own = window as unknown as { numeritoHandOver: typeof handOver; handed?: Element }
        const original = own.numeritoHandOver
        own.numeritoHandOver = (frame, handed, done) => {
          own.handed = handed
          original(frame, handed, done)
        }
      })
      return () =>
        page.waitForFunction(() => {
          const { handed } = window as unknown as { handed?: Element }
          return handed?.querySelector('li') && !handed.querySelector('div[aria-busy=true]')
        })
    }

    it('stays under a finger that is on a link of it, and lets it press', async () => {
      await page.setViewportSize(PHONE)
      await arrive('/')
      const ready = await watchHandOver()
      await page.getByRole('link', { name: 'Banco Bci por internet' }).hover()
      await page.mouse.down()
      release()
      await ready()
      expect(await page.evaluate(() => performance.getEntriesByName('application').length)).toBe(0)
      await page.mouse.up()
      await page.waitForURL('**/offices/bci-internet')
      await heading().getByText('Banco Bci por internet').waitFor()
    })

    it('is let go by a finger that slides off, and keeps where the keyboard stands', async () => {
      await page.setViewportSize(PHONE)
      await arrive('/')
      const link = page.getByRole('link', { name: 'Banco Bci por internet' })
      await link.focus()
      const ready = await watchHandOver()
      await link.hover()
      await page.mouse.down()
      release()
      await ready()
      // The browser takes it for the link being dragged away: no pointer is lifted then, as far as is told.
      await page.mouse.move(5, 5)
      await page.mouse.up()
      await application()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(
        '/offices/bci-internet',
      )
      expect(new URL(page.url()).pathname).toBe('/')
    })

    it('leads to an office although the application has not come yet', async () => {
      await page.setViewportSize(PHONE)
      await arrive('/')
      await page.getByRole('link', { name: 'Banco Bci por internet' }).click()
      await page.waitForURL('**/offices/bci-internet')
      release()
      await application()
      await heading().getByText('Banco Bci por internet').waitFor()
    })

    it.each([
      ['where others are sought', '/search?q=notaria', {}],
      ['where a link holds the offices back', '/?utm_source=poster', {}],
      ['where what one holds will stand in their place', '/', { held: 't:notaria-norte' }],
    ])('names none %s', async (_, path, choices) => {
      await page.setViewportSize(PHONE)
      await arrive(path, choices)
      await heading().waitFor()
      expect(await page.locator('main li').count()).toBe(0)
      release()
      await application()
    })
  })

  describe('of an office', () => {
    const OFFICE = '/offices/notaria-norte'
    /** Of each line, in their order; of one attended by the hour, or frozen, the application says it. */
    const WAITED = ['2 esperando · va en A001', '1 esperando', undefined, 'Nadie espera', undefined]
    beforeAll(async () => {
      const offices = at.server.database.db.updateTable('offices').where('slug', '=', 'notaria-norte')
      await offices.set({ time_zone: zoneAtNoon() }).execute()
      await at.town.join('firmas', 3)
      await at.town.join('escrituras', 1)
      await at.town.call('firmas')
      await at.server.database.db
        .updateTable('lines')
        .set({ takes_tickets: false, takes_reservations: true })
        .where('id', '=', at.town.lineId('asesoria'))
        .execute()
    })

    it.each([
      ['a phone', PHONE],
      ['a desk', DESK],
    ] as const)(
      '[OFF-03] says on %s which one it is and where, and its lines without another question',
      async (_, size) => {
        await page.setViewportSize(size)
        await arrive(OFFICE)
        await heading().getByText('Notaría Norte').waitFor()
        await page.getByText('Bandera 100, Santiago').waitFor()
        // Beside the application, which has not come yet, instead of after it.
        expect(asked.filter(path => path.startsWith('/assets/browse-screen-'))).toHaveLength(1)
        const lines = () => page.locator('main section li')
        const names = async () =>
          (await lines().all()).map(async line => await line.locator('span > span').first().innerText())
        /** Who waits, and who was called last. */
        const waiting = () =>
          lines().evaluateAll(rows =>
            rows.map(row => {
              const seen = row.cloneNode(true) as HTMLElement
              for (const bone of seen.querySelectorAll('[aria-hidden=true]')) bone.remove()
              return /(Nadie espera|\d+ esperando)( · va en ([A-Z]\d{3})?)?/.exec(seen.textContent)?.[0]
            }),
          )
        /** How long one would wait, and where the words of each row stand in it. */
        const places = () =>
          lines().evaluateAll(rows =>
            rows.map(row => {
              const { top } = row.parentElement?.getBoundingClientRect() ?? { top: 0 }
              const words = row.firstElementChild as HTMLElement
              const box = words.getBoundingClientRect()
              return [
                words.querySelector('.numerals')?.textContent,
                Math.round(box.top - top),
                Math.round(box.height),
              ]
            }),
          )
        const named = await Promise.all(await names())
        const waited = await waiting()
        expect(waited).toEqual(WAITED)
        const stood = await places()
        expect(stood[0]?.[0]).toMatch(/^\d+(–\d+)?$/)
        expect(named[0]).toBe('Firmas y autorizaciones')
        // To who finds their way by them, each part has its own name.
        for (const name of ['Filas', 'A distancia'])
          expect(await page.getByRole('region', { name, exact: true }).count(), name).toBe(1)
        const kicker = () => heading().locator('xpath=preceding-sibling::p').innerText()
        const before = [await heading().boundingBox(), await kicker()]
        expect(before[1]).toBe('Notarías')
        release()
        await application()
        await page.getByRole('listitem').first().waitFor()
        expect([await heading().boundingBox(), await kicker()]).toEqual(before)
        await page.getByRole('link', { name: 'Saca tu número' }).first().waitFor()
        expect(await Promise.all(await names())).toEqual(named)
        expect(await waiting()).toEqual(waited)
        // What lies under a frozen line is the application's to say.
        expect((await places()).slice(0, 3)).toEqual(stood.slice(0, 3))
        expect(asked.filter(path => path.startsWith('/api/v1/state'))).toEqual([])
        expect(at.faults.filter(fault => fault.includes('Content Security Policy'))).toEqual([])
      },
    )

    it('stays until the screen can be drawn: nobody looks at an empty page between the two', async () => {
      await page.setViewportSize(PHONE)
      const late = Promise.withResolvers<void>()
      await arrive(OFFICE, {}, { file: '/assets/browse-screen-', until: late.promise })
      await heading().getByText('Notaría Norte').waitFor()
      asked.length = 0
      release()
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/framework-')),
      )
      // The application runs, and would have drawn by now.
      await page.waitForTimeout(500)
      expect(await heading().innerText()).toBe('Notaría Norte')
      expect(await page.evaluate(() => performance.getEntriesByName('application').length)).toBe(0)
      // What the screen does not need comes after it.
      const isLate = (file: string) =>
        /^\/assets\/(start-late|compose-flows|overlays|active-bar)-|^\/sw\.js/.test(file)
      expect(asked.filter(isLate)).toEqual([])
      late.resolve()
      await application()
      expect(await heading().innerText()).toBe('Notaría Norte')
      await waitFor('what comes after the screen', () => asked.some(isLate))
      await waitFor('the bar of the number', () => asked.some(file => file.startsWith('/assets/active-bar-')))
      // The first styles, which it needs as well, stand in the page.
      expect(asked.filter(file => /^\/assets\/first-.*\.css$/.test(file))).toEqual([])
    })

    it('[SHELL-01] gives way to words where its screen cannot be fetched, and the rest goes on', async () => {
      await arrive(OFFICE)
      await heading().getByText('Notaría Norte').waitFor()
      asked.length = 0
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.route('**/assets/browse-screen-*.js', route => route.abort())
      await page.goto(at.server.origin + OFFICE)
      await page.getByText('Esta pantalla no se pudo abrir').waitFor()
      await waitFor('what comes after a screen', () =>
        asked.some(file => file.startsWith('/assets/start-late-')),
      )
    })

    it('names no line of one that is shut, which says first what can be done instead', async () => {
      const { db } = at.server.database
      const ofOffice = () => db.updateTable('offices').where('slug', '=', 'notaria-norte')
      const { hours } = await db
        .selectFrom('offices')
        .select('hours')
        .where('slug', '=', 'notaria-norte')
        .executeTakeFirstOrThrow()
      await ofOffice()
        .set({ hours: json([]) })
        .execute()
      onTestFinished(
        async () =>
          void (await ofOffice()
            .set({ hours: json(hours) })
            .execute()),
      )
      await page.setViewportSize(PHONE)
      await arrive(OFFICE)
      await page.getByText('Bandera 100').waitFor()
      expect(await page.locator('main li').count()).toBe(0)
      release()
      await application()
      await page.getByText('Avísame cuando abra').waitFor()
    })

    it.each([
      ['where one holds a number, which stands above them', OFFICE, { held: 't:notaria-norte' }],
      ['whose link names a line', `${OFFICE}/lines/firmas`, {}],
    ])('names no line of one %s', async (_, path, choices) => {
      await page.setViewportSize(PHONE)
      await arrive(path, choices)
      await page.getByText('Bandera 100').waitFor()
      expect(await page.locator('main li').count()).toBe(0)
      release()
      await application()
    })

    it('hides nothing that the address hides', async () => {
      await arrive(`${OFFICE}?itemsToHide=backArrow`)
      await page.waitForFunction(() => document.readyState !== 'loading')
      expect(await page.locator('#app').innerHTML()).toBe('')
      release()
      await application()
      expect(await heading().innerText()).toBe('Notaría Norte')
    })
  })

  describe('a screen that cannot be fetched', () => {
    const LOST = 'Esta pantalla no se pudo abrir'
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name })

    /** Somebody goes to a screen while its files are not to be had. */
    async function lose(name: string, files: string) {
      await page.setViewportSize(PHONE)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await at.go('/')
      await application()
      await page.route(files, route => route.abort())
      await tab(name).click()
      await page.getByText(LOST).waitFor()
    }
    const stands = async (title: string) => {
      await heading().getByText(title).waitFor()
      expect(await page.getByText(LOST).count()).toBe(0)
    }

    it('[SHELL-01] takes no other with it, and is fetched anew for whoever comes back', async () => {
      const files = '**/assets/favorites-screen-*'
      await lose('Favoritos', files)
      await tab('Turnos').click()
      await stands('Turnos')
      await tab('Favoritos').click()
      await page.getByText(LOST).waitFor()
      await page.unroute(files)
      await tab('Inicio').click()
      await stands(HEADLINES.es)
      await tab('Favoritos').click()
      await stands('Favoritos')
    })

    it('is fetched anew when there is a network again, with its styles', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.route(/\/assets\/(profile-screen|offices|start-late)-/, route => route.abort())
      asked.splice(0)
      // It is asked for ahead of time as well: lost is what says so.
      const lost = page.waitForEvent('pageerror', error => error.message.includes('/assets/start-late-'))
      await at.go('/profile')
      await page.getByText(LOST).waitFor()
      await lost
      await goOffline(at.chromium.context)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await goOffline(at.chromium.context, false)
      await stands('Perfil')
      // What comes after a screen could not be had either.
      await waitFor('the session to begin', () => asked.includes('/services/login/session'))
      const isDressed = () => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])')]
        return links.some(({ href }) => href.includes('/offices-')) && links.every(({ sheet }) => sheet)
      }
      expect(await page.evaluate(isDressed)).toBe(true)
    })

    it.each(['active-bar', 'overlays'])('beside it is missed by nobody: %s', async part => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const files = `**/assets/${part}-*`
      await page.route(files, route => route.abort())
      // React says so once it has drawn the rest without it.
      const lost = page.waitForEvent('console', message => message.text().includes(`/assets/${part}-`))
      await at.go('/')
      await lost
      await page.unroute(files)
      const comes = page.waitForResponse(response => response.url().includes(part) && response.ok())
      await tab('Turnos').click()
      await stands('Turnos')
      await comes
    })
  })

  it.each([
    ['/search', 'Buscar'],
    ['/offices/notaria-norte/lines/tramites/take', 'Saca tu número'],
    ['/offices/notaria-norte/lines/tramites/book', 'Reserva hora'],
  ])('says what is done at %s', async (path, name) => {
    await page.setViewportSize(PHONE)
    await arrive(path)
    await heading().getByText(name).waitFor()
    release()
    await application()
    await heading().waitFor()
  })

  it.each(['/', '/search', '/offices/notaria-norte'])(
    'can be read by everybody while the application is on its way: %s',
    async path => {
      for (const size of [PHONE, DESK]) {
        await page.setViewportSize(size)
        await arrive(path)
        await page.locator('main').first().waitFor()
        expect(await axeFaults(page), `${size.width}`).toEqual([])
        release()
        await application()
      }
    },
  )

  it('leaves every other address empty: what it shows is not known before', async () => {
    await arrive('/profile')
    await page.waitForFunction(() => document.readyState !== 'loading')
    expect(await page.locator('#app').innerHTML()).toBe('')
    release()
    await application()
    expect(await heading().innerText()).not.toBe('')
  })
})
