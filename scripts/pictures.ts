import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { buildApplication } from './build.ts'
import { introduce } from '#tests/browser/take-number-at.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

/**
 * Takes the pictures of the README and of the manifest from the running product: «npm run pictures». One
 * person takes a number on a phone, another on a computer, and a clerk of the demonstration calls them.
 */
const root = join(import.meta.dirname, '..')
const SCREENS = join(root, 'docs/screens')
const MANIFEST = join(root, 'public/screenshots')
/** Open day and night. */
const OFFICE = 'demos-providencia'
/** More than ever wait there. */
const CALLS_MAX = 60
const QUALITY = 70

const VIEWS = [
  { name: '360', size: { width: 360, height: 800 }, scale: 2, rut: '11.111.111-1' },
  { name: '1280', size: { width: 1280, height: 800 }, scale: 1, rut: '22.222.222-2' },
] as const
/** What a browser shows before somebody installs: by name and width, always light. */
const OF_MANIFEST = ['waiting-360', 'office-360', 'home-1280']

type View = (typeof VIEWS)[number]

buildApplication({ say: text => console.log(`numerito: ${text}`) })
const { origin, output, end } = await start()
for (const view of VIEWS) await walk(view)
await end('SIGTERM')
console.log(`numerito: pictures in ${SCREENS} and ${MANIFEST}`)

async function start() {
  for (const directory of [SCREENS, MANIFEST]) {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory, { recursive: true })
  }
  const data = makeTemporaryDirectory('pictures')
  process.on('exit', () => data.remove())
  console.log('numerito: starting a server with the demonstration')
  return spawnServer({ NUMERITO_DATA: data.path, NUMERITO_DEMO: 'on' })
}

function open({ size, scale }: View): Promise<Chromium> {
  return launchChromium({
    viewport: size,
    deviceScaleFactor: scale,
    serviceWorkers: 'block',
    // One that can be asked for notices.
    isWhole: true,
  })
}

async function walk(view: View): Promise<void> {
  const person = await open(view)
  const { page } = person
  const go = async (path: string) => {
    await page.goto(origin + path)
    await page.waitForLoadState('networkidle')
  }
  await go('/')
  await take(page, 'home', view)
  await go('/search')
  await take(page, 'search', view)
  await go(`/offices/${OFFICE}`)
  await take(page, 'office', view)

  await page.getByRole('link', { name: 'Saca tu número' }).first().click()
  await introduce(page)
  await page.locator('#person-identity').fill(view.rut)
  await take(page, 'take', view)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/tickets/*')
  await page.getByRole('button', { name: 'Renunciar' }).waitFor()
  await page.waitForLoadState('networkidle')
  await take(page, 'waiting', view)

  const clerk = await open(view)
  await attend(clerk.page, page, view)
  await take(page, 'turn', view)
  await clerk.close()
  await person.close()
}

/** At the desk: calls until it is this person's turn. */
async function attend(page: Page, waiting: Page, view: View): Promise<void> {
  const [, user = '', password = ''] = /user (\S+), password (\S+)/.exec(output()) ?? []
  await page.goto(`${origin}/desk`)
  await page.getByLabel('Usuario').fill(user)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('searchbox').fill('Demos Providencia')
  await page.getByRole('button', { name: 'Demos Providencia' }).click()
  // Whoever sat down once is led back to the module.
  const modulo = page.getByRole('button', { name: /^Módulo/, disabled: false }).last()
  const next = page.getByRole('button', { name: 'Llamar al siguiente' })
  await modulo.or(next).first().waitFor()
  if (await modulo.isVisible()) await modulo.click()
  const isTurn = () => waiting.getByText('Es tu turno').first().isVisible()
  for (let calls = 0; calls < CALLS_MAX && !(await isTurn()); calls++) {
    await next.click()
    await page.getByRole('button', { name: 'Atendido', disabled: false }).waitFor()
    if (calls === 0) await take(page, 'desk', view)
  }
  await waiting.getByText('Es tu turno').first().waitFor()
}

/** In both schemes. */
async function take(page: Page, name: string, { name: width, size, scale }: View): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo(0, 0)
  })
  const devtools = await page.context().newCDPSession(page)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const clip = { x: 0, y: 0, ...size, scale: 1 }
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })
    writeFileSync(join(SCREENS, `${name}-${width}-${scheme}.webp`), Buffer.from(data, 'base64'))
    if (scheme === 'light' && OF_MANIFEST.includes(`${name}-${width}`))
      await page.screenshot({ path: join(MANIFEST, `${name}-${width}.png`) })
  }
  await devtools.detach()
  console.log(`numerito: ${name}, ${width} × ${size.height}, scale ${scale}`)
}
