import { appendFileSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWith } from '#tests/support/describe-with.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { appointment } from '#tests/support/video-appointment.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { launchWebKit, missingWebKit, type WebKit } from '#tests/support/webkit.ts'
import { openTown, type Town } from './app-town.ts'
import { dayFromNow, openBooks } from './book-town.ts'
import { TAKE_PATH } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/**
 * The engine of every browser on an iPhone, over a wire that can be cut. One person, from the first visit to
 * the update: each step goes on where the last one ended, and is not tried where that failed.
 */
describeWith(missingWebKit(), 'WebKit', () => {
  const build = makeTemporaryDirectory('build')
  let server: TestServer
  let town: Town
  let books: Awaited<ReturnType<typeof openBooks>>
  let wire: TcpProxy
  let webkit: WebKit
  let ticketPath: string
  let stuckAt: string | undefined

  beforeAll(async () => {
    cpSync(dist, build.path, { recursive: true })
    // Compressed beforehand they would go out instead of the worker that the test changes.
    for (const made of ['sw.js.br', 'sw.js.gz']) rmSync(join(build.path, made), { force: true })
    wire = await TcpProxy.before(async origin => {
      server = await startTestServer({ applicationDirectory: build.path, settings: { origins: [origin] } })
      return server
    })
    town = await openTown(server)
    books = await openBooks(server, town)
    webkit = await launchWebKit()
    // The browser speaks what the machine speaks, and a machine may have no Spanish.
    await go('/profile')
    await webkit.press('Español')
    await webkit.waitForText('Perfil')
    // WebKit may never end a registration whose page is left in its midst, nor begin the next page's.
    await waitFor('the worker to take over', () =>
      webkit.evaluate(() => navigator.serviceWorker.controller !== null),
    )
  })
  afterAll(async () => {
    await webkit?.close()
    await wire?.close()
    await server?.close()
    build.remove()
  })

  const step = (name: string, walk: () => Promise<void>) =>
    it(name, async context => {
      if (stuckAt) context.skip(`not reached: «${stuckAt}» failed`)
      await walk().catch(error => {
        stuckAt = name
        wire.join()
        throw error
      })
    })
  const go = (path: string) => webkit.goto(`http://127.0.0.1:${wire.port}${path}`)
  /**
   * Nothing stands beyond the window's edge: what does can be reached by pushing the whole page sideways
   * alone.
   */
  const overflow = () =>
    webkit.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const userId = async () =>
    (await server.database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id

  step('[OFF-01] [OFFL-02] opens with offices, categories and a worker', async () => {
    await go('/')
    await webkit.waitForText('Notaría Norte')
    expect(await webkit.text()).toContain('Busca una oficina y saca tu número'.slice(0, 16))
    await webkit.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    // The visit before went on from here at once, and its worker may have come at any moment.
    await waitFor('the worker to keep the offices', () =>
      webkit.evaluate(async () => (await caches.match('/api/v3/offices/web')) !== undefined),
    )
    expect(await webkit.evaluate(() => ['PushManager' in window, 'storage' in navigator])).toEqual([
      false,
      false,
    ])
  })

  step('[FORM-01] [FORM-04] names what is missing at its field', async () => {
    await go(TAKE_PATH)
    await webkit.press('Saca tu número')
    const said = await webkit.waitForText('Revisa estos datos')
    expect(said).toContain('Debe ingresar un nombre válido')
    expect(said).toContain('Marca «Acepto la política» para seguir')
  })

  step('[OFFL-03] keeps what was typed where there is no network, and says so at once', async () => {
    await webkit.fill('#person-name', PERSON.name)
    await webkit.fill('#person-identity', PERSON.rut)
    await webkit.fill('#person-phone', PERSON.phone)
    await webkit.fill('#person-email', PERSON.email)
    await webkit.pressAt('#person-policy')
    wire.cut()
    await webkit.press('Saca tu número')
    await webkit.waitForText(/conexión/)
    const kept = await webkit.evaluate(() =>
      ['name', 'identity', 'phone', 'email'].map(
        field => document.querySelector<HTMLInputElement>(`#person-${field}`)?.value,
      ),
    )
    expect(kept).toEqual([PERSON.name, PERSON.rut, PERSON.phone, PERSON.email])
    expect(
      await webkit.evaluate(() => document.querySelector<HTMLInputElement>('#person-policy')?.checked),
    ).toBe(true)
    wire.join()
  })

  step('[TKT-01] [WAIT-01] takes a number, and sees the line shorten as others are called', async () => {
    await town.join('firmas', 2)
    await webkit.press('Saca tu número')
    await webkit.waitForText('2 personas antes que tú')
    ticketPath = new URL(await webkit.url()).pathname
    expect(ticketPath).toMatch(/^\/tickets\//)
    expect(await webkit.text()).toContain('A003')
    await town.call('firmas')
    await webkit.waitForText('1 persona antes que tú')
  })

  step('[PUSH-06] says that this browser cannot ring, and offers no switch that would lie', async () => {
    await webkit.waitForText('Este navegador no puede avisarte')
    const [checked, disabled] = await webkit.evaluate(() =>
      ['aria-checked', 'aria-disabled'].map(
        state => document.querySelector('[role=switch]')?.getAttribute(state) ?? null,
      ),
    )
    expect({ checked, disabled }).toEqual({ checked: 'false', disabled: 'true' })
  })

  step('[TEMP-02] keeps the number over a reload, also without a network', async () => {
    await webkit.reload()
    await webkit.waitForText('1 persona antes que tú')
    wire.cut()
    await go(ticketPath)
    await webkit.waitForText('A003')
    await webkit.waitForText(/Sin conexión/)
  })

  step(
    '[OFFL-02] [TEMP-05] lists offices and receipts without a network, and draws the receipt',
    async () => {
      await go('/')
      await webkit.waitForText('Notaría Norte')
      await go('/tickets')
      await webkit.waitForText('A003')
      // Comes after the receipts, and moves them.
      await webkit.waitForText(/Sin conexión/)
      await webkit.evaluate(() => {
        const made = URL.createObjectURL.bind(URL)
        URL.createObjectURL = (file: Blob) => {
          void file.arrayBuffer().then(bytes => {
            document.body.dataset.made = btoa(String.fromCharCode(...new Uint8Array(bytes.slice(0, 4))))
          })
          return made(file)
        }
      })
      await webkit.press(/^Descargar/)
      const head = await waitFor('the receipt', () => webkit.evaluate(() => document.body.dataset.made))
      expect(Buffer.from(head, 'base64')).toEqual(PNG)
    },
  )

  step('[CALL-01] [CHAN-07] is back by itself, and the whole screen says where to go', async () => {
    wire.join()
    await go(ticketPath)
    await webkit.waitForText('1 persona antes que tú')
    await town.call('firmas')
    await webkit.waitForText('Sigues tú')
    await town.call('firmas')
    const said = await webkit.waitForText('Es tu turno')
    expect(said).toMatch(/A003[\s\S]*módulo[\s\S]*3/)
    await webkit.press('Voy')
    await waitFor('the desk to know', async () => (await town.current())?.on_my_way)
  })

  it('[I18N-02] [RES-01] writes days and hours as the office has them', async () => {
    // The first free day, on whose month the calendar opens.
    await go('/offices/notaria-norte/lines/copias-certificadas/book')
    const wanted = new Intl.DateTimeFormat('es-CL', { month: 'long', timeZone: 'America/Santiago' })
    await webkit.waitForText(new RegExp(wanted.format(new Date(`${dayFromNow(1)}T15:00:00Z`)), 'i'))
    await webkit.pressAt(`[data-day="${dayFromNow(1)}"]`)
    await webkit.press(/^Sigue con/)
    await webkit.waitForText('¿A qué hora?')
    await webkit.waitForText(/Mañana[\s\S]*9:00[\s\S]*Tarde[\s\S]*15:00[\s\S]*Noche[\s\S]*19:00/)
  })

  step('[VID-01] says that this browser can make no video call', async () => {
    const user_id = await userId()
    const id = await appointment(server.database, {
      office_id: town.office_id,
      line_id: books.lineId('poderes'),
      user_id,
    })
    await go(`/reservations/${id}/meet`)
    await webkit.waitForText('Este navegador no puede hacer videollamadas')
  })

  it.each(['/', '/search', '/offices/notaria-norte', '/tickets', '/favorites', '/profile'])(
    'stands within the window: %s',
    async path => {
      await go(path)
      await waitFor('the screen', () => webkit.evaluate(() => document.querySelector('h1') !== null))
      expect(await overflow()).toBeLessThanOrEqual(0)
    },
  )

  step(
    '[TEMP-02] opens the receipts however fast the pages before them were left, and come back to',
    async () => {
      // Pages that are left stand in WebKit's back/forward cache, with whatever they were just asking the
      // database.
      for (const round of [1, 2, 3])
        for (const path of ['/', '/search', '/offices/notaria-norte', '/favorites', '/profile', '/tickets']) {
          await go(`${path}?round=${round}`)
          await webkit.waitForText('A003')
        }
      await webkit.back()
      await waitFor('the profile again', async () => new URL(await webkit.url()).pathname === '/profile')
      await webkit.waitForText('A003')
    },
  )

  step('[OFFL-04] takes an update when the person agrees, and keeps the receipts', async () => {
    await go('/tickets')
    await webkit.waitForText('A003')
    appendFileSync(join(build.path, 'sw.js'), '\nself.second = true')
    await webkit.evaluate(async () => {
      document.documentElement.dataset.before = 'true'
      await (await navigator.serviceWorker.ready).update()
    })
    await webkit.waitForText('Hay una versión nueva')
    await webkit.press('Actualizar ahora')
    await waitFor('the page to be loaded anew', () =>
      webkit.evaluate(() => document.documentElement.dataset.before === undefined).catch(() => false),
    )
    await webkit.waitForText('A003')
  })
})
