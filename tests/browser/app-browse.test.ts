import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { formatDistance } from '#src/domain/format-distance.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { SQUARE } from './app-town.ts'
import { type Visit, visit } from './app-visit.ts'
import { intercept } from './intercept.ts'
import { lookedAt } from './looked-at.ts'

/** Finding an office, as a guest with a phone who says where they are when asked. */
describeInBrowser('Chromium', 'looking for an office', () => {
  let at: Visit
  let page: Page

  beforeAll(async () => {
    at = await visit({
      chromium: { serviceWorkers: 'block', geolocation: SQUARE, permissions: ['geolocation'] },
    })
    page = at.page
  })
  afterAll(() => at?.close())

  const quantity = (words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor()
  const names = async () => {
    const titles = page.getByRole('list', { name: 'Oficinas' }).getByRole('link')
    return (await titles.allInnerTexts()).map(text => text.split('\n')[0])
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const query = () => Object.fromEntries(new URL(page.url()).searchParams)

  it('[OFF-04] finds by words, accents aside, and says how many', async () => {
    await at.go('/')
    await page.getByRole('searchbox', { name: 'Busca una oficina' }).fill('notaria nunoa')
    await page.keyboard.press('Enter')
    await quantity('1 oficina')
    expect(await names()).toEqual(['Notaría Ñuñoa'])
    await button('Borrar').click()
    await quantity('64 oficinas')
    await page.getByRole('searchbox').fill('nada de nada')
    await quantity('Ninguna oficina')
    await button('Ver todas').click()
    await quantity('64 oficinas')
  })

  it('[OFF-04] narrows by category and communes, with a filter over their names, and keeps it in the address', async () => {
    await page.getByLabel('Categoría').selectOption('Notarías')
    await quantity('2 oficinas')
    await button('Comunas').click()
    const sheet = page.getByRole('dialog', { name: 'Comunas' })
    const communes = () => sheet.getByRole('checkbox').count()
    expect(await communes()).toBe(4)
    await sheet.getByRole('searchbox', { name: 'Busca una comuna' }).fill('nuñ')
    await waitFor('the one commune', async () => (await communes()) === 1)
    await sheet.getByRole('checkbox', { name: 'Ñuñoa' }).check()
    await sheet.getByRole('button', { name: 'Ver 1 oficina' }).click()
    await quantity('1 oficina')
    expect(await names()).toEqual(['Notaría Ñuñoa'])
    expect(query()).toEqual({ category: 'notarias', district: 'Ñuñoa' })
    await page.reload()
    await quantity('1 oficina')
  })

  it('finds its search again on the way back from an office', async () => {
    await page.getByRole('link', { name: /Notaría Ñuñoa/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Notaría Ñuñoa' }).waitFor()
    await page.getByRole('link', { name: 'Volver' }).click()
    await quantity('1 oficina')
    expect(query()).toEqual({ category: 'notarias', district: 'Ñuñoa' })
  })

  it('[OFF-04] shows only what is open now where one asks for it, and keeps that in the address', async () => {
    await at.go('/search')
    await quantity('64 oficinas')
    await button('Abierto ahora').click()
    await quantity('63 oficinas')
    expect(query()).toEqual({ open: 'now' })
    await page.reload()
    await quantity('63 oficinas')
    expect(await button('Abierto ahora').getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('searchbox').fill('punta arenas')
    await quantity('Ninguna oficina')
    await button('Ver 1 oficina cerrada').click()
    await quantity('1 oficina')
    expect(await names()).toEqual(['Correos Punta Arenas'])
    await page.getByText(/^Cerrado · abre /).waitFor()
  })

  it('[OFF-12] finds offices by the kind of service that they give', async () => {
    await at.go('/search?category=notarias')
    await quantity('2 oficinas')
    await button('Firmas y poderes').click()
    await quantity('1 oficina')
    expect(await names()).toEqual(['Notaría Norte'])
  })

  it('[OFF-06] grows the list as it is scrolled, begins a new screen at its top, and is found again where it was left', async () => {
    await at.go('/search')
    await quantity('64 oficinas')
    const rows = () => page.getByRole('list', { name: 'Oficinas' }).getByRole('listitem').count()
    // Four windows of about nine rows.
    await waitFor('the first page', async () => (await rows()) === 36)
    await waitFor('the whole list', async () => {
      await page.mouse.wheel(0, 2_000)
      return (await rows()) === 64
    })
    const last = page.getByRole('list', { name: 'Oficinas' }).getByRole('link').last()
    await last.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThanOrEqual(2_000)
    await last.click()
    await page.getByRole('heading', { level: 1, name: 'Correos Punta Arenas' }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await waitFor('the place in the list', async () => (await page.evaluate(() => scrollY)) === place)
    expect(await rows()).toBe(64)
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'Correos Punta Arenas' }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  it('[OFF-06] goes where one scrolls oneself, also while the place that one had left is being sought', async () => {
    await at.go('/search')
    await page.getByRole('list', { name: 'Oficinas' }).getByRole('listitem').nth(20).waitFor()
    const row = page.getByRole('list', { name: 'Oficinas' }).getByRole('link').nth(20)
    await row.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    await row.click()
    await button('Horarios').waitFor()
    await page.goBack()
    await waitFor('the place in the list', async () => (await page.evaluate(() => scrollY)) === place)
    await page.mouse.wheel(0, -500)
    const own = await waitFor('the own way', async () => {
      const now = await page.evaluate(() => scrollY)
      return now === place - 500 ? now : null
    })
    // Whatever comes late makes the page longer.
    await page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('p'), { textContent: '…' })),
    )
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await page.evaluate(() => scrollY)).toBe(own)
  })

  it('[OFF-06] on a wide screen scrolls the list by itself, and shows beside it what is chosen at its end', async () => {
    const rows = page.getByRole('list', { name: 'Oficinas' }).getByRole('listitem')
    await page.setViewportSize({ width: 1280, height: 800 })
    await at.go('/search')
    await quantity('64 oficinas')
    await rows.first().hover()
    await waitFor('the whole list', async () => {
      await page.mouse.wheel(0, 2_000)
      return (await rows.count()) === 64
    })
    await rows.last().getByRole('link').click()
    const chosen = page.getByRole('heading', { level: 1, name: 'Correos Punta Arenas' })
    await chosen.waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800)
    expect((await chosen.boundingBox())?.y).toBeLessThan(200)
    await page.setViewportSize({ width: 360, height: 800 })
  })

  it('[OFF-05] puts the nearest first once one says where one is, and an unknown distance last, without a figure', async () => {
    await at.go('/search')
    await quantity('64 oficinas')
    expect((await names())[0]).toBe('Banco Bci por internet')
    await button('Cerca de mí').click()
    await waitFor('the nearest', async () => (await names())[0] === 'Notaría Norte')
    expect((await names())[1]).toBe('Notaría Ñuñoa')
    const row = (name: RegExp) => page.getByRole('link', { name }).innerText()
    expect(await row(/Notaría Norte/)).toContain(formatDistance(556, 'es'))
    expect(await row(/Notaría Ñuñoa/)).toContain(formatDistance(5_560, 'es'))
    await page.getByRole('searchbox').fill('santiago')
    await quantity('2 oficinas')
    expect(await names()).toEqual(['Notaría Norte', 'Banco Bci por internet'])
    expect(await row(/Banco Bci/)).not.toMatch(/\d\s?k?m\b/)
  })

  it('[OFF-09] leads there by a maps service in a new tab, from where one is, on foot, by bus or by car', async () => {
    await page.getByRole('searchbox').fill('norte')
    await page.getByRole('link', { name: /Notaría Norte/ }).click()
    await button('Cómo llegar').click()
    const ways = page.getByRole('dialog', { name: 'Cómo llegar' }).getByRole('link')
    const seen = await ways.evaluateAll(links =>
      (links as HTMLAnchorElement[]).map(({ href, target, rel }) => ({ href, target, rel })),
    )
    const modes = seen.map(({ href }) => Object.fromEntries(new URL(href).searchParams))
    const places = { origin: '-33.4378,-70.6505', destination: '-33.4428,-70.6505' }
    expect(modes).toEqual(
      ['walking', 'transit', 'driving'].map(travelmode => ({ api: '1', ...places, travelmode })),
    )
    expect(new Set(seen.map(({ target, rel }) => `${target} ${rel}`))).toEqual(
      new Set(['_blank noopener noreferrer']),
    )
    await page.keyboard.press('Escape')
  })

  it('[OFF-07] shows when it is open, and what each kind of line gives', async () => {
    await button('Horarios').click()
    const hours = page.getByRole('dialog', { name: 'Horarios' })
    expect(await hours.getByText('Todo el día').count()).toBe(7)
    await page.keyboard.press('Escape')
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await line('Copias legales').getByText('Aquí el número se saca solo en la oficina').waitFor()
    await line('Certificados').getByText('Por ahora no se entregan números en esta fila').waitFor()
    expect(await line('Copias legales').getByRole('link').count()).toBe(0)
    await page.getByRole('region', { name: 'A distancia' }).getByText('Asesoría por video').waitFor()
    expect(await line('Entrega reservada').count()).toBe(0)
    await at.go('/offices/bci-internet')
    await page.getByText('Abierto todo el día').waitFor()
    expect(await button('Cómo llegar').count()).toBe(0)
    await at.go('/offices/correos-punta-arenas')
    await page.locator('header').getByText('Cerrado').waitFor()
  })

  it('[OFF-07] shows the days on which it is closed, today among them', async () => {
    await at.go('/offices/correos-punta-arenas')
    await page.locator('header').getByText('Cerrado').waitFor()
    await button('Horarios').click()
    const hours = page.getByRole('dialog', { name: 'Horarios' })
    const today = (list: Locator) => list.getByRole('listitem').filter({ hasText: 'Hoy' })
    await today(hours.getByRole('list', { name: 'Horarios' }))
      .getByText('Cerrado')
      .waitFor()
    expect(await hours.getByText('0:00 – 13:30').count()).toBe(6)
    const closed = hours.getByRole('region', { name: 'Estos días no atiende' })
    expect(await today(closed).count()).toBe(1)
    expect(await closed.getByRole('listitem').count()).toBe(6)
    await lookedAt(page, 'hours')
    await page.keyboard.press('Escape')
  })

  it('[OFF-11] [OFF-07] follows a link by line id to its office, also to a line that is not listed', async () => {
    await at.go(`/lines/${at.town.lineId('interna')}`)
    await page.waitForURL('**/offices/notaria-norte/lines/interna')
    await page.getByText('Entrega reservada').waitFor()
  })

  it('[NOTE-03] says in the catalogue’s words that what a line asks could not be had, and asks again', async () => {
    const forms = '**/forms?ticket=true'
    await page.route(forms, route => route.fulfill({ status: 500 }))
    await at.goAsBuilt('/offices/notaria-norte/lines/firmas/take')
    await page.getByText('Hubo un error al traer los forms', { exact: true }).waitFor()
    await page.unroute(forms)
    await button('Intentar de nuevo').click()
    await page.getByLabel('Nombre').waitFor()
  })

  it('[OFF-10] [TKT-07] says of an office or a line that there is none, and shows a way on', async () => {
    await at.go('/offices/no-hay-tal')
    await page.getByText('No lo encontramos. Puede que ya no exista.').waitFor()
    expect(await page.getByRole('link', { name: 'Busca una oficina' }).getAttribute('href')).toBe('/search')
    await at.go('/offices/notaria-norte/lines/no-hay-tal')
    await page.getByRole('alert').getByText('La fila del enlace ya no existe.').waitFor()
    await page.getByText('Firmas y autorizaciones').waitFor()
    await at.go('/offices/notaria-norte/lines/no-hay-tal/take')
    await page.getByText('La fila en la que intentaste sacar un ticket ya no existe').waitFor()
    await page.getByRole('link', { name: 'Ver las filas de la oficina' }).waitFor()
    await at.go('/lines/999999')
    await page.getByText('No lo encontramos.').waitFor()
  })

  it('[OFF-08] says in the lists how long one would wait: people and minutes of the line that is over first', async () => {
    await at.go('/search?q=notaria')
    const row = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name })
    await row(/Notaría Norte/)
      .getByText('Nadie espera')
      .waitFor()
    for (const line of ['firmas', 'escrituras', 'asesoria']) await at.town.join(line, 3)
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/offices/waits')) asked.push(request.url())
    })
    // Older than the server gives out.
    at.server.clock.advance(61_000)
    // The browser keeps an answer for some seconds.
    await waitFor('the three', async () => {
      await page.reload()
      const words = await row(/Notaría Norte/)
        .getByText(/Nadie espera|esperando/)
        .innerText()
      return /\d–\d+ min\s+3 esperando/.test(words)
    })
    const other = row(/Notaría Ñuñoa/)
    expect(await other.innerText()).not.toMatch(/espera/)
    expect(asked.length).toBeGreaterThan(0)
    const first = asked.length
    await at.go('/')
    await waitFor('the list to ask', () => asked.length > first)
    const before = asked.length
    await page.reload()
    await page.getByRole('list', { name: 'Oficinas' }).waitFor()
    await waitFor('the list to have asked', async () => asked.length > before)
    expect(asked.length - before).toBe(1)
  })

  it('[OFF-07] says at once of a frozen line, and of one at the office alone, that no number can be had, and shows the ways on', async () => {
    await at.go('/offices/notaria-norte/lines/congelada/take')
    await page.getByText('Por ahora no se entregan números en esta fila').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await page.getByText('Nadie espera').count()).toBe(0)
    const wish = page.getByRole('link', { name: 'Avísame cuando dé números' })
    const next = encodeURIComponent('/offices/notaria-norte/lines/congelada/take')
    expect(await wish.getAttribute('href')).toBe(`/identify?next=${next}`)
    await page
      .getByRole('list', { name: 'Abiertas ahora, cerca de esta' })
      .getByText('Notaría Ñuñoa')
      .waitFor()

    await at.go('/offices/notaria-norte/lines/dispensador/take')
    await page.getByText('Aquí el número se saca solo en la oficina').waitFor()
    await page.getByText('Bandera 100, Santiago').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
  })

  it('[OFF-09] says where an office is, on the map too, and hands on its own address', async () => {
    await at.go('/offices/notaria-norte?q=norte')
    await page.getByText('Bandera 100, Santiago').first().waitFor()
    const map = new URL((await page.getByRole('link', { name: 'Ver en el mapa' }).getAttribute('href')) ?? '')
    expect(map.searchParams.get('query')).toBe('-33.4428,-70.6505')
    await page.evaluate(() => {
      Object.assign(window, { shared: [] as unknown[] })
      Object.defineProperty(navigator, 'share', {
        configurable: true,
        value: async (link: unknown) => void (window as unknown as { shared: unknown[] }).shared.push(link),
      })
    })
    await button('Compartir').click()
    const url = `${at.server.origin}/offices/notaria-norte`
    await waitFor('the office to be shared', async () => {
      const shared = await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
      return JSON.stringify(shared) === JSON.stringify([{ title: 'Notaría Norte', url }])
    })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write', 'geolocation'])
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'share', { configurable: true, value: undefined }),
    )
    await button('Compartir').click()
    await page.getByRole('status').getByText('Enlace copiado').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  })

  describe('[SHELL-01] leaves no empty page behind, however long the next screen takes to come', () => {
    const OFFICE = '/offices/notaria-norte'
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    const link = (name: string | RegExp) => page.getByRole('link', { name }).first()

    /** Follows a link whose screen is held back, and looks at each frame until it is there. */
    async function follow(from: string, there: Locator, file: string, stands: string, comes: string) {
      await at.go(from)
      // Before it runs, a link leads to a page of its own.
      await page.waitForFunction(() => performance.getEntriesByName('application').length > 0)
      await there.waitFor()
      const late = Promise.withResolvers<void>()
      onTestFinished(() => late.resolve())
      const asked = page.waitForRequest(request => request.url().includes(`/assets/${file}-`))
      await intercept(page, `**/assets/${file}-*.js`, async route => {
        await late.promise
        await route.continue()
      })
      await there.click()
      await asked
      expect(await heading(stands).isVisible()).toBe(true)
      await page.evaluate(() => {
        const look = () => {
          const title = document.querySelector('main h1')?.textContent ?? ''
          if (title.trim() === '') document.body.dataset.wasEmpty = 'yes'
          requestAnimationFrame(look)
        }
        look()
      })
      late.resolve()
      await heading(comes).waitFor()
      expect(await page.evaluate(() => document.body.dataset.wasEmpty)).toBeUndefined()
      await page.unrouteAll({ behavior: 'wait' })
    }

    it('an office', () =>
      follow('/', link(/Notaría Norte/), 'browse-screen', 'Busca una oficina', 'Notaría Norte'))

    it('the form for a number', () =>
      follow(OFFICE, link('Saca tu número'), 'take-screen', 'Notaría Norte', 'Saca tu número'))

    it('a number', async () => {
      await at.signIn()
      await at.take('firmas')
      await follow(OFFICE, link(/^Ver tu número/), 'tickets-screen', 'Notaría Norte', 'Tu número')
    })
  })
})
