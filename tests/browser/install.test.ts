import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { installApp, installabilityErrors, pressIcon, readManifest } from '#tests/support/chromium-install.ts'
import { pressNotice } from '#tests/support/chromium-push.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'
import { openTown } from './app-town.ts'
import { bookSteps } from './book-steps.ts'
import { dayFromNow, openBooks } from './book-town.ts'
import { holdBack } from './hold-back.ts'
import { introduce, TAKE_PATH, waitForWorker } from './take-number-at.ts'

const dist = join(import.meta.dirname, '../../dist')
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const INSTAGRAM = `${IPHONE.replace(/ Version.*/, '')} Mobile/22F76 Instagram 381.0.0.29.92 (iPhone15,2; es_CL)`

/** Lets the application's files through only once the browser has made its offer, as on a slow telephone. */
async function comeAfterTheOffer(page: Page, open: () => Promise<unknown>): Promise<void> {
  const offered = Promise.withResolvers<void>()
  await page.exposeFunction('tellOffered', offered.resolve)
  await page.addInitScript(() => {
    addEventListener('beforeinstallprompt', () =>
      (window as unknown as { tellOffered(): void }).tellOffered(),
    )
  })
  await page.route('**/assets/*.js', async route => {
    await offered.promise
    await route.continue()
  })
  await open()
  await offered.promise
  // Those that are on their way through are let through first.
  await page.unrouteAll({ behavior: 'wait' })
}

describeInBrowser('Chromium', 'the installation', () => {
  let server: TestServer
  let chromium: Chromium

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: dist })
    await openBooks(server, await openTown(server))
    chromium = await launchChromium({ persistent: true, permissions: ['notifications'] })
    await comeAfterTheOffer(chromium.page, () => chromium.page.goto(`${server.origin}/profile`))
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

  it('[HAND-04] is worded in the language that is chosen, and one application in each', async () => {
    const { page } = chromium
    const inWords = async (name: string, language: string, description: string, shortcuts: string[]) => {
      await page.getByRole('radio', { name }).check()
      await page.locator(`html[lang=${language}]`).waitFor()
      const { appId, manifest } = await readManifest(page)
      expect(appId).toBe(`${server.origin}/`)
      expect(manifest).toMatchObject({
        lang: language,
        description,
        shortcuts: shortcuts.map(short_name => ({ short_name })),
      })
      expect(await installabilityErrors(page)).toEqual([])
    }
    await inWords('English', 'en', 'Take your number, go about your day, and we call you on your phone.', [
      'Numbers',
      'Search',
    ])
    const inPortuguese = () =>
      inWords('Português', 'pt', 'Pegue sua senha, fique tranquilo e chamamos você no telefone.', [
        'Senhas',
        'Buscar',
      ])
    await inPortuguese()
    await page.reload()
    await inPortuguese()
    await inWords('Español', 'es', 'Saca tu número, anda tranquilo y te llamamos al teléfono.', [
      'Turnos',
      'Buscar',
    ])
  })

  it('[OFFL-01] is offered in the profile, by the browser’s own prompt, also where that came before the application', async () => {
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

  describe('with the application open', () => {
    const QUESTION = '¿Salir de esta pantalla?'
    /** The application's own window, as the test before left it. */
    const window = () => chromium.context.pages().at(-1) as Page
    const stands = async (app: Page) => {
      expect(await app.evaluate(() => document.documentElement.dataset.stands)).toBe('true')
      expect(chromium.context.pages()).toHaveLength(windows)
    }
    let windows: number

    /** A form with somebody's data, in a window that is known again if it is never loaded anew. */
    async function halfFilled(): Promise<Page> {
      const app = window()
      windows = chromium.context.pages().length
      // The one window in which the application is open: with two, a notice may well choose the other.
      for (const other of chromium.context.pages()) if (other !== app) await other.goto('about:blank')
      await app.goto(server.origin + TAKE_PATH)
      await introduce(app)
      await waitForWorker(app)
      await app.evaluate(() => {
        document.documentElement.dataset.stands = 'true'
      })
      return app
    }
    const isFilled = async (app: Page) => {
      expect(await app.locator('#person-name').inputValue()).toBe(PERSON.name)
      expect(await app.locator('#person-policy').isChecked()).toBe(true)
    }

    it('[HAND-02] the icon brings it forward as it stands, with what is typed in it', async () => {
      const app = await halfFilled()
      await pressIcon(app)
      // A shortcut pressed after it has been heard, so the icon has been as well.
      await pressIcon(app, `${server.origin}/tickets`)
      await app.getByText(QUESTION).waitFor()
      await isFilled(app)
      await stands(app)
    })

    it('[HAND-02] a shortcut asks before it throws a form away, and goes where it leads when told so', async () => {
      const app = window()
      await app.getByText('Se perdería lo que escribiste').waitFor()
      await app.getByRole('button', { name: 'Seguir aquí' }).click()
      await app.getByText(QUESTION).waitFor({ state: 'detached' })
      await isFilled(app)
      await pressIcon(app, `${server.origin}/search?q=norte`)
      await app.getByRole('button', { name: 'Ir igual' }).click()
      await app.waitForURL('**/search?q=norte')
      await stands(app)
    })

    it('[HAND-02] a search that was typed is no work, and bars nobody’s way', async () => {
      const app = window()
      await app.getByRole('searchbox').fill('norte')
      await pressIcon(app, `${server.origin}/tickets`)
      await app.waitForURL('**/tickets')
      await stands(app)
    })

    it('[HAND-02] a notice asks before it throws a form away, and opens no second window', async () => {
      const app = await halfFilled()
      await pressNotice(app, '/tickets/0197a1de-0000-7000-8000-000000000001')
      await app.getByText(QUESTION).waitFor()
      await isFilled(app)
      await stands(app)
    })

    it('[HAND-02] what the wizard was told is kept: a notice leads on at once, and one comes back to it', async () => {
      const app = window()
      await app.goto(`${server.origin}/offices/notaria-norte/lines/copias-certificadas/book`)
      const step = bookSteps(app)
      await step.day(dayFromNow(3))
      await step.hour('9:30')
      await introduce(app)
      await app.getByRole('button', { name: 'Sigue', exact: true }).click()
      await app.getByLabel('Número de repertorio').fill('1234')
      await pressNotice(app, '/tickets')
      await app.waitForURL('**/tickets')
      expect(await app.getByText(QUESTION).count()).toBe(0)
      await app.goBack()
      const number = app.getByLabel('Número de repertorio')
      await waitFor('what was typed', async () => (await number.inputValue()) === '1234')
      await app.goto(`${server.origin}/profile`)
    })

    it('[PUSH-03] a notice that is pressed while the page is loaded leads where it says', async () => {
      const app = window()
      // From the network instead of the worker's store, so that it can be held up.
      await app.evaluate(async () => {
        const shell = await caches.open('shell-v1')
        for (const request of await shell.keys())
          if (request.url.includes('/start-late-')) await shell.delete(request)
      })
      const late = await holdBack(chromium.context, '**/assets/start-late-*.js')
      await app.reload({ waitUntil: 'commit' })
      await late.asked
      await app.waitForLoadState()
      await pressNotice(app, '/tickets')
      await app.evaluate(() => new Promise(resolve => setTimeout(resolve, 500)))
      await late.end()
      await app.waitForURL('**/tickets')
    })
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
    expect(await iphone.page.getByText('Safari').count()).toBe(0)
    // From inside another application there is no such button: there it begins with Safari.
    await iphone.context.addInitScript(userAgent => {
      Object.defineProperty(navigator, 'userAgent', { value: userAgent })
    }, INSTAGRAM)
    await iphone.page.reload()
    await iphone.page.getByText('Abre esta página en Safari').waitFor()
    expect(await iphone.page.getByText('Agregar a inicio').count()).toBe(0)
    await picture(iphone.page, 'install-inside-app', true)
  })
})
