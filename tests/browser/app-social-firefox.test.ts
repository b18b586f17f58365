import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Firefox, launchFirefox } from '#tests/support/firefox.ts'
import { press, waitToSee } from '#tests/support/in-page.ts'
import { type IdentityProvider, startIdentityProvider } from '#tests/support/identity-provider.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { admitServer, newLogin, settingsOf } from '#tests/support/social-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const dist = join(import.meta.dirname, '../../dist')

describeInBrowser('Firefox', 'signing in with a provider, in Firefox', () => {
  let idp: IdentityProvider
  let server: TestServer
  let push: PushService
  let firefox: Firefox

  beforeAll(async () => {
    idp = await startIdentityProvider()
    server = await startTestServer({
      applicationDirectory: dist,
      settings: { providers: [settingsOf('google', idp)] },
    })
    admitServer(idp, server)
    push = await startPushService()
    firefox = await launchFirefox({ pushService: push })
  })
  afterAll(async () => {
    await firefox?.close()
    await push?.stop()
    await server?.close()
    await idp?.stop()
  })

  it('[AUTH-05] comes back from the window although our headers cut every tie to it', async () => {
    const login = newLogin()
    idp.people.set(login, { name: 'Hilda Vera', email: `${login}@correo.example`, email_verified: true })
    const page = await firefox.openPage(`${server.origin}/sign-in?next=/profile`)
    await press(page, '::-p-text(Entrar con Google)')
    const popup = await firefox.waitForPage(idp.issuer)
    expect(await popup.evaluate(() => opener)).toBe(null)
    await press(popup, `button[value="${login}"]`)
    await waitFor('the profile', async () => new URL(page.url()).pathname === '/profile')
    await waitToSee(page, '::-p-text(Hilda Vera)')
    await waitFor('the window to be shut', async () =>
      (await firefox.browser.pages()).every(one => !one.url().includes('/services/login/')),
    )
  })
})
