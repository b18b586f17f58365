import { createServer } from 'node:http'
import { join } from 'node:path'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DeviceUse } from '#contract/rest/devices.ts'
import { parseServiceHosts } from '#contract/service-hosts.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { newcomer } from '#tests/support/accounts.ts'
import { type Chromium, goOffline, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openTown, type Town } from './app-town.ts'
import { CLERK } from './desk-office.ts'
import { deviceAddress } from './device-address.ts'

const dist = join(import.meta.dirname, '../../dist')

/**
 * The application comes from one origin, all its services stand at another, and a stranger's page at a third.
 */
describeInBrowser('Chromium', 'an application whose services stand elsewhere', () => {
  let services: TestServer
  let front: TestServer
  let town: Town
  let chromium: Chromium
  let page: Page
  const asked: string[] = []
  const faults: string[] = []
  const stranger = createServer((_request, response) => response.end('<title>somebody else</title>'))

  beforeAll(async () => {
    const applicationAt = await freePort()
    const application = `http://127.0.0.1:${applicationAt}`
    const servicesAt = await freePort()
    services = await startTestServer({
      settings: { port: servicesAt, origins: [application, `http://127.0.0.1:${servicesAt}`] },
    })
    front = await startTestServer({
      applicationDirectory: dist,
      settings: { port: applicationAt, services: parseServiceHosts(services.origin) ?? {} },
    })
    stranger.listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    town = await openTown(services)
    chromium = await launchChromium()
    page = chromium.page
    page.on('request', request => void asked.push(request.url()))
    page.on('pageerror', error => faults.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && !/^Failed to load resource|ERR_INTERNET/.test(message.text()))
        faults.push(message.text())
    })
    const { cookie } = await services.signInTemporary()
    const [name = '', value = ''] = cookie.split('=')
    await chromium.context.addCookies([{ name, value, url: services.origin, httpOnly: true }])
  })
  afterAll(async () => {
    await chromium?.close()
    stranger.close()
    await front?.close()
    await services?.close()
  })

  const go = (path: string) => page.goto(front.origin + path)
  async function officeId(): Promise<number> {
    const { id } = await services.database.db
      .selectFrom('offices')
      .select('id')
      .where('slug', '=', 'notaria-norte')
      .executeTakeFirstOrThrow()
    return id
  }

  it('[SHELL-09] a person takes a number there and is called', async () => {
    await go('/offices/notaria-norte/lines/firmas/take')
    await page.getByRole('button', { name: 'Saca tu número' }).click()
    await page.waitForURL(`${front.origin}/tickets/*`)
    await page.getByRole('article').getByText('A001').waitFor()
    await page.getByText('Sigues tú').waitFor()
    await town.call('firmas')
    await page.getByRole('heading', { level: 1, name: 'Es tu turno' }).waitFor()
    await town.attended()
  })

  it('the socket and every call went there: the origin of the page was asked for files alone', () => {
    expect(asked.filter(url => url.startsWith(services.origin)).length).toBeGreaterThan(5)
    const own = asked.filter(url => url.startsWith(front.origin)).map(url => new URL(url).pathname)
    expect(own.filter(path => /^\/(api|services|socket)/.test(path))).toEqual([])
    expect(front.logged.filter(line => /"\/(api|services|socket)/.test(line))).toEqual([])
  })

  it('where no WebSocket comes through, the long poll does', async () => {
    const polled = page.waitForRequest(url => url.url().startsWith(`${services.origin}/socket/longpoll`))
    await page.addInitScript(() => {
      Object.defineProperty(window, 'WebSocket', { value: undefined })
    })
    await go('/offices/notaria-norte/lines/firmas/take')
    await page.getByRole('button', { name: 'Saca tu número' }).click()
    await page.waitForURL(`${front.origin}/tickets/*`)
    await page.getByRole('article').getByText('A002').waitFor()
    await polled
    await town.call('firmas')
    await page.getByRole('heading', { level: 1, name: 'Es tu turno' }).waitFor()
  })

  it('[OFF-03] [OFFL-02] the worker keeps what came from there, with its age', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await go('/offices/notaria-norte')
    await page.getByText('Firmas y autorizaciones').waitFor()
    const kept = () =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const lists = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
        return lists.flat().map(({ url }) => url)
      })
    const state = '/api/v1/state/notaria-norte'
    // What the pages before it asked for is kept where they stood long enough to say so.
    await waitFor('the worker to keep it', async () => (await kept()).includes(services.origin + state))
    expect((await kept()).filter(url => url.startsWith(`${front.origin}/api/`))).toEqual([])
    await goOffline(chromium.context)
    await page.reload()
    await page.getByText('Firmas y autorizaciones').waitFor()
    await page
      .getByText(/Lo que ves es de las \d+:\d\d/)
      .first()
      .waitFor()
    await goOffline(chromium.context, false)
  })

  it('[SHELL-09] the kiosk gives a number there, and the wall shows its call', async () => {
    await town.attended()
    const office_id = await officeId()
    const context = await chromium.context.browser()?.newContext({ locale: 'es-CL' })
    await context?.addInitScript(() => {
      window.print = () => dispatchEvent(new Event('beforeprint'))
    })
    const open = async (use: DeviceUse) => {
      const device = (await context?.newPage()) as Page
      device.on('pageerror', error => faults.push(error.message))
      const { pathname, hash } = new URL(
        await deviceAddress(services, use, { office_id, slug: 'notaria-norte' }),
      )
      await device.goto(front.origin + pathname + hash)
      return device
    }
    const [wall, kiosk] = [await open('wall'), await open('kiosk')]
    await wall.getByText('A002').first().waitFor()
    await kiosk.getByRole('button', { name: /Firmas y autorizaciones/ }).click()
    await kiosk.getByRole('heading', { name: 'Tu número es A003' }).waitFor()
    await town.call('firmas')
    await wall.getByText('A003').first().waitFor()
    await context?.close()
  })

  it('[STAT-03] a supervisor’s table is saved by the name that the office gives it', async () => {
    const { db } = services.database
    const office_id = await officeId()
    const supervisor = { user_name: 'eva.soto', name: 'Eva Soto' }
    const { id: clerk_id } = await db
      .insertInto('clerks')
      .values({ ...supervisor, password_hash: await hashPassword(CLERK.password) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('clerk_offices').values({ clerk_id, office_id, role: 'supervisor' }).execute()
    // A browser of their own: the person's cookies are counted below.
    const context = await chromium.context.browser()?.newContext({ locale: 'es-CL' })
    const desk = (await context?.newPage()) as Page
    await desk.goto(`${front.origin}/desk?office=${office_id}`)
    await desk.getByLabel('Usuario').fill(supervisor.user_name)
    await desk.getByLabel('Contraseña').fill(CLERK.password)
    await desk.keyboard.press('Enter')
    await desk.getByRole('button', { name: 'El día', exact: true }).click()
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Guardar como tabla CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^notaria-norte-.+\.csv$/)
    await context?.close()
  })

  it('nothing of it broke the page’s own policy', () => {
    expect(faults).toEqual([])
  })

  it('a stranger’s page gets nothing, with the person’s cookies in the same browser', async () => {
    const { port } = stranger.address() as AddressInfo
    const other = await chromium.context.newPage()
    await other.goto(`http://127.0.0.1:${port}/`)
    const got = await other.evaluate(async at => {
      const read = (path: string, init: RequestInit = {}) =>
        fetch(at + path, init).then(
          async answer => `${answer.status} ${await answer.text()}`,
          () => 'nothing',
        )
      const socket = new WebSocket(`${at.replace('http', 'ws')}/socket/websocket?vsn=2.0.0`, ['phoenix'])
      const opened = await new Promise(resolve => {
        socket.onopen = () => resolve('open')
        socket.onerror = () => resolve('nothing')
      })
      return [
        await read('/services/login/session', { credentials: 'include' }),
        await read('/services/login/session', { credentials: 'include', method: 'DELETE' }),
        await read('/api/v3/offices/web'),
        await read('/api/v1/user/tickets', { headers: { authorization: 'Bearer x' } }),
        await read('/socket/longpoll?vsn=2.0.0'),
        opened,
      ]
    }, services.origin)
    expect(got).toEqual(Array.from({ length: 6 }, () => 'nothing'))
    // And the session that its DELETE asked to end lives on.
    await go('/profile')
    await page.getByRole('button', { name: 'Salir' }).waitFor()
  })

  it('[KEEP-03] [AUTH-02] an account that is erased there leaves no cookie behind', async () => {
    await go('/sign-up?next=/profile')
    const { name, user, password } = newcomer({ name: 'Eva Soto' })
    await page.getByLabel('Nombre').fill(name)
    await page.getByLabel('Correo').fill(user)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await page.getByRole('link', { name: 'Borra tus datos' }).click()
    const cookies = async () => (await chromium.context.cookies()).map(cookie => cookie.name).sort()
    expect(await cookies()).toEqual(['numerito', 'numerito-known'])
    const erase = async () => {
      await page.getByRole('button', { name: 'Borrar mis datos' }).click()
      await page.getByRole('button', { name: 'Sí, borrar' }).click()
    }
    await erase()
    await page.getByLabel('Tu contraseña').fill(password)
    await erase()
    await page.getByText('Aquí no hay datos de nadie').waitFor()
    await waitFor('the cookies to go', async () => (await cookies()).length === 0)
  })
})
