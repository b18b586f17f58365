import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Firefox, launchFirefox } from '#tests/support/firefox.ts'
import { press, pressNamed, visibleIn } from '#tests/support/in-page.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openTown } from './app-town.ts'
import { SHUT, SHUT_LINE, shutOffice } from './shut-office.ts'
import { introduce } from './take-number-at.ts'

const TAKE = `${SHUT_LINE}/take`
const WISH = 'Avísame cuando abra'
const WISHED = 'Te avisaremos una vez, aunque cierres la aplicación'
const dist = join(import.meta.dirname, '../../dist')

/** Somebody who comes too early, in a browser that can be rung: its push service is ours. */
describeInBrowser('Firefox', 'an office that is shut', () => {
  let push: PushService
  let server: TestServer
  let firefox: Firefox
  let page: Page
  let weekday: string

  beforeAll(async () => {
    push = await startPushService()
    server = await startTestServer({
      applicationDirectory: dist,
      settings: { push: { contact: 'mailto:tests@numerito.example', hosts: [push.origin] } },
    })
    await openTown(server)
    weekday = await shutOffice(server)
    firefox = await launchFirefox({ pushService: push })
    page = await firefox.openPage('about:blank')
  })
  afterAll(async () => {
    await firefox?.close()
    await server?.close()
    await push?.stop()
  })

  const go = (path: string) => page.goto(server.origin + path)
  const shows = (text: string) =>
    waitFor(`the page to show ${text}`, () =>
      page.evaluate(wanted => document.body.innerText.includes(wanted), text),
    )
  const links = (within: string) =>
    page.$$eval(`${within} a`, all => all.map(link => link.getAttribute('href')))
  const wishes = () =>
    server.database.db
      .selectFrom('opening_wishes')
      .innerJoin('offices', 'offices.id', 'office_id')
      .select(['offices.slug', 'line_id'])
      .execute()

  it.each([SHUT, TAKE])(
    'says at %s when it opens, and offers a time and an open office nearby',
    async path => {
      await go(path)
      await shows(`Cerrado · abre el ${weekday} a las 9:00`)
      await shows('Abiertas ahora, cerca de esta')
      expect(await links('main')).toContain(`${SHUT_LINE}/book`)
      expect(await links('[aria-label="Abiertas ahora, cerca de esta"]')).toEqual(['/offices/notaria-norte'])
      // Nobody types who they are for a number that is not to be had.
      expect(await page.$('#person-name')).toBeNull()
    },
  )

  it('leads a guest who wishes to be told by who they are, and rings once it is said', async () => {
    await pressNamed(page, WISH, 'link')
    await introduce(visibleIn(page))
    await press(page, 'form button[type=submit]')
    await waitFor('the way back', () => page.evaluate(there => location.pathname === there, TAKE))
    await pressNamed(page, WISH)
    await shows(WISHED)
    expect(await wishes()).toEqual([{ slug: 'notaria-nunoa', line_id: null }])
    expect(await server.database.db.selectFrom('push_subscriptions').select('id').execute()).toHaveLength(1)
  })

  it('still says after a reload, there and at its page, that one will be told, until that is withdrawn', async () => {
    await page.reload()
    await shows(WISHED)
    await go(SHUT)
    await shows(WISHED)
    // Notices are switched off meanwhile: what cannot be kept is promised no more, and made good by a press.
    await go('/profile')
    await shows('Activado')
    await pressNamed(page, 'Avísame con el teléfono bloqueado', 'switch')
    await shows('Desactivado')
    await go(SHUT)
    await shows('Pediste un aviso, pero a este navegador no llega')
    await pressNamed(page, WISH)
    await shows(WISHED)
    await pressNamed(page, 'Quitar el aviso')
    await shows(WISH)
    expect(await wishes()).toEqual([])
    expect(await page.evaluate(said => document.body.innerText.includes(said), WISHED)).toBe(false)
  })
})
