import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { installApp, installabilityErrors } from '#tests/support/chromium-install.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitForWorker } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

describeInBrowser('Chromium', 'the installation', () => {
  let server: TestServer
  let chromium: Chromium

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: dist })
    chromium = await launchChromium({ persistent: true })
    await chromium.page.goto(`${server.origin}/profile`)
    await waitForWorker(chromium.page)
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  it('[OFFL-01] is possible: name, icons, shortcuts and screenshots are there', async () => {
    const { page } = chromium
    expect(await installabilityErrors(page)).toEqual([])
    const manifest = await page.evaluate(async () => {
      const { href } = document.querySelector('link[rel=manifest]') as HTMLLinkElement
      return (await fetch(href)).json()
    })
    expect(manifest).toMatchObject({ name: 'Numerito', display: 'standalone' })
    const pictures: { src: string; sizes: string }[] = [
      ...manifest.icons,
      ...manifest.screenshots,
      ...manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons),
    ]
    expect(manifest.shortcuts.length).toBeGreaterThan(0)
    expect(manifest.screenshots.length).toBeGreaterThan(0)
    // Chromium says nothing of a screenshot that is missing or of another size, and shows none.
    const sizes = await page.evaluate(
      sources =>
        Promise.all(
          sources.map(async src => {
            const image = new Image()
            image.src = src
            await image.decode()
            return `${image.naturalWidth}x${image.naturalHeight}`
          }),
        ),
      pictures.map(({ src }) => src),
    )
    expect(sizes).toEqual(pictures.map(picture => picture.sizes))
    for (const { url } of manifest.shortcuts) {
      expect((await page.request.get(new URL(url, server.origin).href)).status()).toBe(200)
    }
  })

  it('[OFFL-01] is offered in the profile, by the browser’s own prompt', async () => {
    await chromium.page.getByRole('button', { name: 'Instalar la aplicación' }).waitFor()
  })

  it('[OFFL-01] opens in a window of its own, and is not offered there again', async () => {
    const app = await installApp(chromium.page)
    expect(await app.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    await app.getByRole('searchbox').waitFor()
    await app.goto(`${server.origin}/profile`)
    await app.getByRole('heading', { name: 'Perfil' }).waitFor()
    expect(await app.getByText('Instala Numerito').count()).toBe(0)
  })

  it('[OFFL-01] is explained step by step on an iPhone, which has no prompt', async () => {
    const iphone = await launchChromium({ userAgent: IPHONE, hasTouch: true, isMobile: true })
    onTestFinished(iphone.close)
    // Safari gives notices to the installed application alone.
    await iphone.context.addInitScript(() => {
      Reflect.deleteProperty(window, 'PushManager')
    })
    await iphone.page.goto(`${server.origin}/profile`)
    await iphone.page.getByText('Agregar a inicio').waitFor()
  })
})
