import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composePushMessage, type PushNews } from '#server/notify/compose-push-message.ts'
import { systemRandom } from '#server/platform/random.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { closeEveryPage, deliverUntilShown, installedNotifications } from '#tests/support/chromium-push.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openTown } from './app-town.ts'
import { TAKE_PATH, takeNumberAt, waitForWorker } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')

/** A phone whose pages are closed and whose server is gone: the worker has nothing but what reached it. */
describeInBrowser('Chromium', 'a push that finds nobody', () => {
  let server: TestServer
  let chromium: Chromium
  let blank: Page
  let tuid: string

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: dist })
    await openTown(server)
    chromium = await launchChromium({ persistent: true, permissions: ['notifications'] })
    const ticketPath = await takeNumberAt(chromium.page, `${server.origin}${TAKE_PATH}`)
    tuid = ticketPath.split('/').at(-1) as string
    await waitForWorker(chromium.page)
    blank = await closeEveryPage(chromium.context)
    await server.close()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const call = (change: Partial<PushNews> = {}) =>
    composePushMessage(
      {
        kind: 'call',
        tuid,
        office_slug: 'notaria-norte',
        office_name: 'Notaría Norte',
        line_id: 1,
        line_name: 'Firmas y autorizaciones',
        ticket: 'A001',
        modulo: '3',
        ahead: null,
        at: server.clock.now(),
        seq: 100,
        ...change,
      },
      systemRandom.uuid(),
      'es',
      'https://numerito.example',
    )

  /** From a file of the application: its pages would take in what lies in the inbox. */
  async function onFile<Value>(look: (page: Page) => Promise<Value>): Promise<Value> {
    const page = await chromium.context.newPage()
    await page.goto(`${server.origin}/icons/icon-192.png`)
    const seen = await look(page)
    await page.close()
    return seen
  }
  /** What stands on the phone, once it is so many. */
  const standing = (count: number) =>
    onFile(page =>
      waitFor(`${count} notices`, async () => {
        const shown = await installedNotifications(page)
        return shown.length === count && shown
      }),
    )
  const clear = (tag = '') =>
    onFile(page =>
      page.evaluate(async tag => {
        const registration = await navigator.serviceWorker.ready
        for (const notice of await registration.getNotifications({ tag })) notice.close()
      }, tag),
    )
  /** Messages of ours that were shown, and lie there for the page. */
  const inboxed = (page: Page) =>
    page.evaluate(async () => {
      const asked = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const database = await asked(indexedDB.open('numerito-handoff'))
      const found = await asked(database.transaction('inbox').objectStore('inbox').count())
      database.close()
      return found
    })
  /** Delivers a message, and waits until the worker has done with it. */
  async function deliver(message: object): Promise<void> {
    const before = await onFile(inboxed)
    await deliverUntilShown(blank, message)
    await onFile(page => waitFor('the inbox', async () => (await inboxed(page)) > before))
  }

  it.each(['not json at all', '{"notification":', '[]', ''])(
    '[PUSH-02] that nobody can read (%j) still shows that there is news',
    async payload => {
      await clear()
      await deliverUntilShown(blank, payload)
      expect(await standing(1)).toMatchObject([{ title: 'Numerito', body: 'Hay novedades de tu turno' }])
    },
  )

  it('[PUSH-02] is shown in our words, and leads to the ticket', async () => {
    await deliverUntilShown(blank, call())
    expect((await standing(2)).at(-1)).toMatchObject({
      title: 'Es tu turno: A001 · módulo 3',
      body: 'Firmas y autorizaciones · Notaría Norte',
      tag: `ticket-${tuid}`,
      data: { navigate: `https://numerito.example/tickets/${tuid}` },
    })
  })

  it('[PUSH-04] that repeats what was shown takes its place', async () => {
    await deliver(call())
    await deliver(call({ modulo: '4', seq: 101, at: new Date(server.clock.now().getTime() + 1) }))
    expect((await standing(2)).map(({ title }) => title)).toContain('Es tu turno: A001 · módulo 4')
  })

  it('[CALL-03] [PUSH-04] that was overtaken on its way takes nobody’s place', async () => {
    const late = call({ kind: 'almost_there', ahead: 5, modulo: null, seq: 99 })
    await deliver(late)
    expect((await standing(2)).map(({ title }) => title)).toContain('Es tu turno: A001 · módulo 4')
    await clear(`ticket-${tuid}`)
    await deliver(late)
    expect((await standing(2)).at(-1)).toMatchObject({ title: 'Numerito', tag: `ticket-${tuid}` })
  })

  it('[CALL-06] [OFFL-02] is found when the application opens, without a network, and told once', async () => {
    const page = await chromium.context.newPage()
    await page.goto(`${server.origin}/search`)
    const told = page.getByRole('region', { name: 'Avisos' }).getByText('módulo 4')
    await told.first().waitFor()
    await page.goto(`${server.origin}/tickets/${tuid}`)
    await page.getByRole('heading', { name: 'Es tu turno' }).waitFor()
    expect(await page.getByRole('main').textContent()).toMatch(/A001.*Pasa al módulo.*4/)
    await page.goto(`${server.origin}/search`)
    await page.getByRole('searchbox').waitFor()
    await page.getByText('Es tu turno · módulo 4').first().waitFor()
    expect(await told.count()).toBe(0)
  })

  it('[PUSH-04] and seen there, its notice is gone from the phone', async () => {
    expect(await standing(1)).toMatchObject([{ title: 'Numerito' }])
  })

  it('[PUSH-07] for somebody who has left says nothing of them', async () => {
    const page = await chromium.context.newPage()
    await page.goto(`${server.origin}/profile`)
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('button', { name: 'Sí, salir' }).click()
    await page.getByText('Aún no sabemos quién eres').waitFor()
    await page.close()
    await clear()
    await deliverUntilShown(blank, call({ modulo: '5', seq: 102 }))
    expect(await standing(1)).toMatchObject([{ title: 'Numerito', body: 'Hay novedades de tu turno' }])
  })
})
