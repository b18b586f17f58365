import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { systemRandom } from '#server/platform/random.ts'
import { type Chromium, type ChromiumOptions, launchChromium } from '#tests/support/chromium.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts'
import { openTown, type Town } from './app-town.ts'
import { openAsBuilt } from './open-as-built.ts'

const dist = join(import.meta.dirname, '../../dist')

export interface Visit {
  server: TestServer
  town: Town
  chromium: Chromium
  page: Page
  /** What the page threw, and what the browser complained of. */
  faults: string[]
  go(path: string): Promise<void>
  /** To the page as it was built, which brings nothing. */
  goAsBuilt(path: string): Promise<void>
  /**
   * Somebody new is signed in here from now on, as if they had come yesterday.
   * @param hasAccepted false for who came before acceptances were kept
   */
  signIn(hasAccepted?: boolean): Promise<void>
  /** Takes a number in a line of the notary's office, in this browser, and stands in its waiting room. */
  take(line: string): Promise<string>
  close(): Promise<void>
}

/**
 * The built application on a real server, with a town in it, and a browser before it: a small phone, unless
 * told.
 */
export async function visit(
  options: { chromium?: ChromiumOptions; server?: TestServerOptions } = {},
): Promise<Visit> {
  const server = await startTestServer({ applicationDirectory: dist, ...options.server })
  const town = await openTown(server)
  const chromium = await launchChromium(options.chromium)
  const { page, context } = chromium
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => {
    // A refused answer, or none, is a line in the console, whatever the page makes of it.
    const isOfNetwork =
      /^Failed to load resource|ERR_INTERNET_DISCONNECTED|^WebSocket connection .* response code: 403$/.test(
        message.text(),
      )
    if (message.type() === 'error' && !isOfNetwork) faults.push(message.text())
  })
  const go = async (path: string) => void (await page.goto(server.origin + path))
  return {
    server,
    town,
    chromium,
    page,
    faults,
    go,
    goAsBuilt: path => openAsBuilt(page, server.origin + path),
    async signIn(hasAccepted = true) {
      const { cookie } = await server.signInTemporary({
        dni: systemRandom.uuid().slice(0, 8),
        ...(!hasAccepted && { policy: undefined }),
      })
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value, url: server.origin, httpOnly: true }])
    },
    async take(line) {
      await go(`/offices/notaria-norte/lines/${line}/take`)
      await page.getByRole('button', { name: 'Saca tu número' }).click()
      await page.waitForURL('**/tickets/*')
      await page.getByRole('article').first().waitFor()
      return new URL(page.url()).pathname
    },
    async close() {
      await chromium.close()
      await server.close()
    },
  }
}
