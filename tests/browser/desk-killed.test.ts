import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { SEEDED_SETTINGS } from '#tests/faults/seeded-office.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { answered } from './answered.ts'
import { openDeskOffice } from './desk-office.ts'
import { intercept } from './intercept.ts'
import { lookedAt } from './looked-at.ts'
import { sitDown } from './sit-down.ts'

describeInBrowser('Chromium', 'a desk whose server is killed under a press', () => {
  let directory: TemporaryDirectory
  let settings: Record<string, string>
  let server: SpawnedServer
  let chromium: Chromium
  let desk: Page
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  const open = () => openDatabase({ dataDirectory: join(directory.path, 'database') })
  const start = async () => {
    server = await spawnServer(settings)
  }

  beforeAll(async () => {
    directory = makeTemporaryDirectory('desk-killed')
    const database = await open()
    await migrate(database)
    office = await openDeskOffice(database)
    await database.close()
    settings = { ...SEEDED_SETTINGS, PORT: String(await freePort()), NUMERITO_DATA: directory.path }
    await start()
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    desk = chromium.page
    desk.on('pageerror', error => faults.push(error.message))
    await sitDown(desk, { origin: server.origin, office_id: office.office_id })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.end()
    directory?.remove()
  })

  const button = (name: string | RegExp) => desk.getByRole('button', { name })
  const sheet = () => desk.getByRole('dialog')
  const called = async (ticket: string) => {
    await desk.getByRole('article').getByText(ticket).waitFor()
    await answered(desk)
  }
  const looking = () => desk.getByText('No llegó respuesta. Veremos si se hizo').first().waitFor()
  const done = () => desk.getByText('lo último que pediste sí se hizo').first().waitFor()
  const notDone = () => desk.getByText('Lo último que pediste no se hizo.').first().waitFor()

  // A request that is under way meanwhile is answered as it began.
  const unroute = () => desk.unrouteAll({ behavior: 'wait' })

  /** Of the next request there the server dies; its answer never comes. @returns how many came in all */
  async function dieAt(path: string, when: 'before' | 'after'): Promise<() => number> {
    let requests = 0
    await unroute()
    await intercept(desk, path, async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue()
      if (++requests > 1) return route.continue()
      if (when === 'after') await route.fetch()
      await server.end('SIGKILL')
      await route.abort('connectionreset')
    })
    return () => requests
  }
  const transferTo = async (line: RegExp) => {
    await button('Derivar').click()
    await sheet().getByRole('radio', { name: line }).check()
    await sheet().getByRole('button', { name: 'Derivar', exact: true }).click()
  }

  it('[DESK-14] [DESK-01] a number is given once, and is there when there is a server again', async () => {
    const requests = await dieAt('**/tickets', 'after')
    await button('Dar un número').click()
    await sheet()
      .getByRole('button', { name: /Firmas/ })
      .click()
    await looking()
    await start()
    await sheet().getByText('Su número').waitFor()
    await sheet().getByText('A001').first().waitFor()
    // The press, and the same again for its answer.
    expect(requests()).toBe(2)
    await sheet().getByRole('button', { name: 'Cerrar' }).click()
    await button('Llamar al siguiente').click()
    await called('A001')
  })

  it('[DESK-14] [DESK-05] a transfer that was done is told as done, and pressed meanwhile it is no second one', async () => {
    const requests = await dieAt('**/transfer', 'after')
    await transferTo(/Retiro de documentos/)
    await looking()
    await lookedAt(desk, 'desk-press-looking')
    await sheet().getByRole('button', { name: 'Derivar', exact: true }).click({ force: true })
    await start()
    await done()
    await lookedAt(desk, 'desk-press-done')
    expect(requests()).toBe(1)
    expect(await sheet().count()).toBe(0)
    await expect.poll(() => button('Derivar').isDisabled()).toBe(true)
    await button('Llamar al siguiente').click()
    await called('A001')
    // The next press speaks for itself.
    await expect.poll(() => desk.getByText('lo último que pediste').count()).toBe(0)
  })

  it('[DESK-14] [DESK-05] one that was not done is told as not done, and pressed again it is', async () => {
    const requests = await dieAt('**/transfer', 'before')
    await transferTo(/Firmas/)
    await looking()
    await start()
    await notDone()
    await lookedAt(desk, 'desk-press-not-done')
    await called('A001')
    await sheet().getByRole('button', { name: 'Derivar', exact: true }).click()
    await expect.poll(() => button('Derivar').isDisabled()).toBe(true)
    expect(requests()).toBe(2)
    await button('Llamar al siguiente').click()
    await called('A001')
  })

  it('[DESK-14] [DESK-07] a page that is loaded anew asks about what was pressed before', async () => {
    await dieAt('**/park', 'after')
    const questions = '**/presses/*'
    await intercept(desk, questions, route => route.abort())
    await button('Espera').click()
    await looking()
    await start()
    await desk.reload()
    await unroute()
    await done()
    await desk.getByRole('radio', { name: 'En espera 1' }).waitFor()
  })

  it('[DESK-14] [DESK-05] what was done was done once, and nothing went wrong in the page', async () => {
    await server.end('SIGTERM')
    const { db, close } = await open()
    const acts = await db.selectFrom('desk_acts').select('act').orderBy('id').execute()
    const said = acts.map(({ act }) => act).filter(act => !['signed-in', 'modulo-opened'].includes(act))
    await close()
    expect(said).toEqual([
      'paper-given',
      'called',
      'transferred',
      'called',
      'transferred',
      'called',
      'parked',
    ])
    expect(faults).toEqual([])
  })
})
