import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composePushMessage } from '#server/notify/compose-push-message.ts'
import { systemRandom } from '#server/platform/random.ts'
import { goOffline } from '#tests/support/chromium.ts'
import { deliverUntilShown, installedNotifications } from '#tests/support/chromium-push.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { walkStores } from '#tests/support/walk-stores.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'
import { lookedAt } from './looked-at.ts'
import { TAKE_PATH, waitForWorker } from './take-number-at.ts'

/** Who was here: by words that stand nowhere in the application itself. */
const CANARY = {
  name: 'Canela Quetzal',
  identity: '16.842.379-9',
  phone: '+56947301862',
  email: 'canela@quetzal.example',
}
/** However they are written. */
const PERSONAL = [...Object.values(CANARY), '16842379', '947301862']

describeInBrowser('Chromium', 'who leaves', () => {
  let at: Visit
  let page: Page
  let other: Page
  let tuid: string
  /** As the page shows it. */
  let ticket: string
  /** What was asked for in the person's name. */
  let asked: Set<string>

  beforeAll(async () => {
    at = await visit({ chromium: { persistent: true, permissions: ['notifications'] } })
    page = at.page
  })
  afterAll(() => at?.close())

  /** A number, a notice on the phone's screen, a draft in the tab, and the application in a second tab. */
  async function settle(): Promise<void> {
    asked = new Set()
    page.on('request', request => {
      if (request.headers().authorization !== undefined && request.method() === 'GET')
        asked.add(request.url())
    })
    await page.goto(at.server.origin + TAKE_PATH)
    for (const [field, value] of Object.entries(CANARY)) await page.locator(`#person-${field}`).fill(value)
    await page.locator('#person-policy').check()
    await page.locator('form button[type=submit]').click()
    await page.waitForURL('**/tickets/*')
    const path = new URL(page.url()).pathname
    tuid = path.split('/').at(-1) as string
    await waitForWorker(page)
    await page.goto(at.server.origin + path)
    await page.getByRole('article').first().waitFor()
    ;[ticket = ''] = /A\d{3}/.exec(await page.getByRole('article').first().innerText()) ?? []
    other = await at.chromium.context.newPage()
    await other.goto(`${at.server.origin}/tickets`)
    await other.getByText(ticket).first().waitFor()
    for (const one of [page, other]) {
      await one.evaluate(email => {
        sessionStorage.setItem('reservation-drafts', JSON.stringify({ 1: { answers: { email } } }))
      }, CANARY.email)
    }
    const message = composePushMessage(
      {
        kind: 'almost_there',
        tuid,
        office_slug: 'notaria-norte',
        office_name: 'Notaría Norte',
        line_id: 1,
        line_name: 'Firmas y autorizaciones',
        ticket,
        modulo: null,
        ahead: 5,
        at: at.server.clock.now(),
        seq: 1,
      },
      systemRandom.uuid(),
      'es',
      at.server.origin,
    )
    await deliverUntilShown(other, message)
    expect(await installedNotifications(page)).toHaveLength(1)
    await page.goto(`${at.server.origin}/profile`)
    await page.getByText(CANARY.name).first().waitFor()
    const before = await page.evaluate(walkStores)
    // What is searched for is there to be found.
    for (const trace of [CANARY.name, CANARY.email, tuid, ticket, 'faltan 5']) expect(before).toContain(trace)
  }

  async function leave(): Promise<void> {
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('button', { name: 'Sí, salir' }).click()
    await page.getByText('Aún no sabemos quién eres').waitFor()
  }

  async function expectNothing(...pages: Page[]): Promise<void> {
    for (const one of pages) {
      const left = await one.evaluate(walkStores)
      for (const trace of [...PERSONAL, tuid, ticket, `${ticket}: faltan`]) expect(left).not.toContain(trace)
      expect(left).toContain('no subscription')
    }
    // Nor does the browser's own cache answer in their name.
    const cached = await page.evaluate(
      async addresses => {
        const kept: string[] = []
        for (const address of addresses) {
          const only = { cache: 'only-if-cached', mode: 'same-origin' } as const
          const answer = await fetch(address, only).catch(() => null)
          if (answer?.ok) kept.push(address)
        }
        return kept
      },
      [...asked],
    )
    expect(cached.filter(address => !/\/(state|offices|lines|policy|flags)\b/.test(address))).toEqual([])
  }
  /** Both share their stores, which are emptied at once: its words and its draft are the other page's own. */
  async function otherHasNothing(): Promise<boolean> {
    const left = await other.evaluate(walkStores)
    return ![tuid, ticket, CANARY.email].some(trace => left.includes(trace))
  }
  const cookies = async () => (await at.chromium.context.cookies()).map(({ name }) => name)

  it('[AUTH-02] [PUSH-07] leaves nothing in any store, nor on the phone’s screen, nor in the other tab', async () => {
    await settle()
    await leave()
    await waitFor('the other page to follow', otherHasNothing)
    await expectNothing(page, other)
    expect(asked.size).toBeGreaterThan(0)
    expect(await cookies()).toEqual([])
    await other.close()
  })

  it('[AUTH-02] [PUSH-07] without a network as well, and then at the server, when there is one again', async () => {
    await at.server.database.db.updateTable('tickets').set({ state: 'given-up' }).execute()
    await settle()
    const held = (await at.chromium.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await goOffline(at.chromium.context)
    await leave()
    await waitFor('the other page to follow', otherHasNothing)
    await expectNothing(page, other)
    await goOffline(at.chromium.context, false)
    await waitFor('the cookie to go', async () => (await cookies()).length === 0)
    expect((await at.server.ask('login', '/session', { cookie: held })).status).toBe(401)
    await expectNothing(page, other)
    await other.close()
  })

  it('[KEEP-03] reads out their data as a file, and erases it: asked first, then nothing here and nobody there', async () => {
    await at.server.database.db.updateTable('tickets').set({ state: 'given-up' }).execute()
    await settle()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descarga tus datos' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^numerito-mis-datos-\d{4}-\d\d-\d\d\.json$/)
    const text = await new Response(
      (await import('node:stream')).Readable.toWeb(await file.createReadStream()) as ReadableStream,
    ).text()
    for (const value of [CANARY.name, CANARY.email, CANARY.phone]) expect(text).toContain(value)
    expect(text.replaceAll('.', '')).toContain(CANARY.identity.replaceAll('.', ''))

    await page.getByRole('link', { name: 'Borra tus datos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Borra tus datos' }).waitFor()
    await page.getByText('Cifras sin persona').waitFor()
    await page.getByText('Ahora tienes un turno o una hora: también se pierde.').waitFor()
    expect(await axeFaults(page)).toEqual([])

    const erase = page.getByRole('button', { name: 'Borrar mis datos' })
    await erase.click()
    const question = page.getByRole('alertdialog', { name: '¿Borrar todo lo tuyo?' })
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await goOffline(at.chromium.context)
    await erase.click()
    await question.getByRole('button', { name: 'Sí, borrar' }).click()
    await page.getByRole('alert').getByText('No hay conexión.').first().waitFor()
    await goOffline(at.chromium.context, false)
    expect(await page.evaluate(walkStores)).toContain(tuid)

    await erase.click()
    await question.getByRole('button', { name: 'Sí, borrar' }).click()
    await page.getByText('Aquí no hay datos de nadie').waitFor()
    await page.getByText('Tus datos se borraron').waitFor()
    await expectNothing(page)
    const { db } = at.server.database
    const held = await db.selectFrom('tickets').selectAll().where('id', '=', tuid).executeTakeFirstOrThrow()
    expect(held).toMatchObject({ state: 'given-up', identity_hash: null, meta: null })
    const user = db.selectFrom('users').selectAll().where('id', '=', held.user_id)
    expect(await user.executeTakeFirst()).toMatchObject({ person: null, erased_at: expect.any(Date) })
    await other.close()
  })

  it('[AUTH-02] [FAV-01] an account leaves no more: no heart, no word of how it was, no cookie that knows it', async () => {
    await at.server.database.db.updateTable('tickets').set({ state: 'given-up' }).execute()
    await settle()
    await page.getByRole('link', { name: 'Crea una cuenta y conserva tus números' }).click()
    await page.getByLabel('Contraseña', { exact: true }).fill('barco azul a Ancud')
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await page.getByRole('link', { name: /^Mi cuenta/ }).waitFor()
    // Such as it is in the browser of whoever has an account and logged in.
    expect(await cookies()).toEqual(expect.arrayContaining(['numerito', 'numerito-known']))
    await at.go('/offices/notaria-norte')
    const heart = page.getByRole('button', { name: 'Favorito: Notaría Norte', exact: true })
    await heart.click()
    await page.getByText('Guardado en favoritos').waitFor()
    await page.evaluate(
      ([id = '', description = '']) =>
        sessionStorage.setItem('poll-drafts', JSON.stringify({ [id]: { rating: 2, description } })),
      [tuid, `Dijo ${CANARY.name}`],
    )
    // Pressed where there is no network: it waits in their name, until they leave.
    await goOffline(at.chromium.context)
    await heart.click()
    await page.getByText('Quitado de favoritos').waitFor()
    await goOffline(at.chromium.context, false)
    await at.go('/profile')
    await page.getByRole('button', { name: 'Salir' }).click()
    const question = page.getByRole('dialog', { name: '¿Salir de tu cuenta aquí?' })
    await question.getByRole('button', { name: 'Salir' }).click()
    await page.getByText('Aún no sabemos quién eres').waitFor()
    await expectNothing(page)
    await waitFor('the cookies to go', async () => (await cookies()).length === 0)
    await other.close()
  })

  it('[KEEP-03] shows a guest nothing of it', async () => {
    await at.go('/profile')
    await page.getByText('Aún no sabemos quién eres').waitFor()
    expect(await page.getByText('Descarga tus datos').count()).toBe(0)
    await at.go('/profile/erase')
    await page.getByText('Aquí no hay datos de nadie').waitFor()
    expect(await page.getByRole('button', { name: 'Borrar mis datos' }).count()).toBe(0)
  })

  it('[KEEP-03] [AUTH-09] receipts that outlive a session are taken away where nobody is here, once it was asked', async () => {
    await at.server.database.db.updateTable('tickets').set({ state: 'given-up' }).execute()
    await settle()
    await at.server.database.db
      .updateTable('sessions')
      .set({ revoked_at: at.server.clock.now() })
      .where('revoked_at', 'is', null)
      .execute()
    await at.go('/profile')
    await page.getByRole('link', { name: /^1 recibo de antes/ }).click()
    await page.getByText('En este navegador queda 1 recibo').waitFor()
    await lookedAt(page, 'erase-left-here')
    await page.getByRole('button', { name: 'Borrar lo que queda aquí' }).click()
    await page.getByRole('button', { name: 'No borrar' }).click()
    expect(await page.evaluate(walkStores)).toContain(tuid)
    await page.getByRole('button', { name: 'Borrar lo que queda aquí' }).click()
    await page.getByRole('button', { name: 'Sí, borrar' }).click()
    await page.getByRole('status').getByText('Aquí no hay datos de nadie').waitFor()
    // The button that was pressed is gone: one goes on at the top.
    await waitFor('the focus at the heading', () =>
      page.evaluate(() => document.activeElement?.tagName === 'H1'),
    )
    await waitFor('the other page to follow', otherHasNothing)
    await expectNothing(page, other)
    await other.close()
  })

  it('broke nothing that the browser would complain of', () => {
    expect(at.faults).toEqual([])
  })
})
