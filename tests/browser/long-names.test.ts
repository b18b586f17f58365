import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { axeFaults } from './axe-faults.ts'
import { openDeskOffice } from './desk-office.ts'
import { deviceAddress } from './device-address.ts'
import { lookedAt } from './looked-at.ts'
import { signInAtDesk, sitDown } from './sit-down.ts'

const LINES = 200
/** As long as a name may be; and one that can be broken nowhere. */
const LONG = 'Inscripciones, rectificaciones y otorgamientos de certificados internacionales A'
const WHOLE = 'Electroencefalografistascontrarrevolucionariosdesoxirribonucleicosanticonstituci'
const OFFICE = 'Departamento interregional de otorgamientos, reconsideraciones y responsabilidad'

/** Where a quiet press stands at an edge, its own margin reaches so far over it. */
const MARGIN_PX = 12

/**
 * What stands beyond an edge sideways: the page, or a part of it that cannot be pushed aside and does not
 * say by an ellipsis that it is cut.
 */
const sideways = (page: Page) =>
  page.evaluate(margin => {
    const root = document.documentElement
    const faults = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} px`] : []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility() || element.closest('.visually-hidden, svg, [aria-hidden=true]')) continue
      const { overflowX, textOverflow } = getComputedStyle(element)
      if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') continue
      if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + margin)
        faults.push(
          `${element.tagName}.${element.className}: ${element.scrollWidth} > ${element.clientWidth} «${element.textContent?.slice(0, 40)}»`,
        )
    }
    return faults
  }, MARGIN_PX)

/** What can be pressed and is smaller than a fingertip. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const FINGER_PX = 44
    const pressed = document.querySelectorAll<HTMLElement>(
      'button, [role=button], input, select, textarea, summary, nav a, li a',
    )
    return [...pressed]
      .filter(each => each.checkVisibility() && !each.closest('[inert], .visually-hidden'))
      .map(each => (each.matches('input') ? (each.closest('label') ?? each) : each))
      .map(each => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < FINGER_PX - 0.5 || box.height < FINGER_PX - 0.5))
      .map(({ each, box }) => `${each.textContent?.slice(0, 40)}: ${box.width} × ${box.height}`)
  })

describeInBrowser('Chromium', 'an office of two hundred lines with the longest names', () => {
  let server: TestServer
  let chromium: Chromium
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    const { db } = server.database
    await db.updateTable('offices').set({ name: OFFICE }).where('id', '=', office.office_id).execute()
    await db
      .updateTable('clerk_offices')
      .set({ role: 'supervisor' })
      .where('clerk_id', '=', office.clerk_id)
      .execute()
    await db.updateTable('lines').set({ active: false }).where('office_id', '=', office.office_id).execute()
    await db
      .insertInto('lines')
      .values(
        Array.from({ length: LINES }, (_, at) => ({
          office_id: office.office_id,
          type: 'normal' as const,
          fallback_minutes: 4,
          slug: `larga-${at}`,
          name: at % 2 === 0 ? WHOLE : LONG,
          prefix: `L${at}`,
        })),
      )
      .execute()
    chromium = await launchChromium()
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
    expect(faults).toEqual([])
  })

  async function open(width: number, height: number): Promise<Page> {
    const browser = chromium.context.browser() ?? expect.fail('no browser')
    const page = await (await browser.newContext({ viewport: { width, height }, locale: 'es-CL' })).newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', error => faults.push(error.message))
    await page.addInitScript(() => {
      window.print = () => dispatchEvent(new Event('beforeprint'))
    })
    return page
  }
  /** In each of these windows nothing runs out of its place, and every press is a finger's. */
  async function holds(page: Page, name: string, widths: readonly number[]): Promise<void> {
    const before = page.viewportSize() ?? { width: 1280, height: 800 }
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 768 ? 1024 : 800 })
      await picture(page, name)
      expect(await sideways(page), `${name}, ${width} px`).toEqual([])
      expect(await tooSmall(page), `${name}, ${width} px`).toEqual([])
    }
    await page.setViewportSize(before)
  }
  /** It stands in the window, and nothing lies over what makes it readable: its upper half. */
  const isSeen = (what: Locator) =>
    what.evaluate(it => {
      const range = document.createRange()
      range.selectNodeContents(it)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const height = bottom - top
      return [left + 2, right - 2].every(x =>
        [top + 0.2 * height, top + 0.55 * height].every(y => {
          const at = document.elementFromPoint(x, y)
          return at !== null && it.contains(at)
        }),
      )
    })

  it('[KIOSK-01] gives a number at the kiosk, and prints it', async () => {
    const kiosk = await open(768, 1024)
    await kiosk.goto(await deviceAddress(server, 'kiosk', { office_id: office.office_id }))
    const line = kiosk.getByRole('button', { name: WHOLE })
    await line.first().waitFor()
    expect(await kiosk.getByRole('list', { name: 'Filas' }).getByRole('button').count()).toBe(LINES)
    await holds(kiosk, 'long-kiosk', [768, 1280, 360])
    await line.first().click()
    const number = kiosk.getByRole('heading', { name: /^Tu número es L/ })
    await number.waitFor()
    await holds(kiosk, 'long-number', [768, 1280, 360])
    expect(await isSeen(kiosk.getByRole('article').getByText('L0001', { exact: true }))).toBe(true)
    await lookedAt(kiosk, 'long-number', [768, 360])
    // The roll is 80 mm wide, and 3 mm of each edge stay white.
    await kiosk.emulateMedia({ media: 'print' })
    await kiosk.setViewportSize({ width: 280, height: 800 })
    expect(await sideways(kiosk)).toEqual([])
    await picture(kiosk, 'long-slip')
    await kiosk.context().close()
  })

  it('[DESK-01] is worked at the desk, where the number is seen beside whatever it is called', async () => {
    const desk = await open(1280, 800)
    await sitDown(desk, { origin: server.origin, office_id: office.office_id })
    await desk.getByRole('button', { name: 'Llamar al siguiente' }).first().click()
    const number = desk.getByRole('article').getByText('L0001', { exact: true })
    await number.waitFor()
    await holds(desk, 'long-called', [1280, 390, 360])
    for (const width of [1280, 390, 360]) {
      await desk.setViewportSize({ width, height: 800 })
      await expect.poll(() => isSeen(number), { message: `${width} px` }).toBe(true)
    }
    await desk.setViewportSize({ width: 1280, height: 800 })
    expect(await axeFaults(desk)).toEqual([])
    for (const way of ['Derivar', 'Dar un número']) {
      await desk.getByRole('button', { name: way }).first().click()
      await desk.getByRole('dialog').waitFor()
      await holds(desk, `long-${way === 'Derivar' ? 'transfer' : 'give'}`, [1280, 390])
      await desk.keyboard.press('Escape')
      await desk.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await desk.getByRole('button', { name: 'Filas' }).first().click()
    await desk
      .getByRole('button', { name: `Congelar ${WHOLE}` })
      .first()
      .waitFor()
    await holds(desk, 'long-lines', [1280, 390])
    await desk.context().close()
  })

  it('[ADMIN-02] stands in the settings', async () => {
    const desk = await open(1280, 800)
    await desk.goto(`${server.origin}/desk?office=${office.office_id}&page=settings`)
    await signInAtDesk(desk)
    const sections = desk.getByRole('navigation', { name: 'Ajustes' })
    await sections.waitFor()
    await lookedAt(desk, 'long-settings')
    await holds(desk, 'long-settings', [1280, 390])
    await sections.getByRole('button', { name: /^Filas/ }).click()
    await desk.getByRole('heading', { name: 'Filas', level: 1 }).waitFor()
    await holds(desk, 'long-settings-lines', [1280, 390])
    await desk.context().close()
  })

  it('[WALL-01] hangs on the wall, where the number keeps its room', async () => {
    const wall = await open(1920, 1080)
    await wall.goto(await deviceAddress(server, 'wall', { office_id: office.office_id }))
    const number = wall.locator('.number')
    await number.waitFor()
    for (const [width, height, share] of [
      [1920, 1080, 0.2],
      [1280, 720, 0.2],
      [1080, 1920, 0.12],
    ] as const) {
      await wall.setViewportSize({ width, height })
      await picture(wall, `long-wall-${height}`)
      expect(await sideways(wall), `${width} × ${height}`).toEqual([])
      expect(await axeFaults(wall)).toEqual([])
      for (const part of [number, wall.locator('.clock'), wall.locator('.module'), wall.locator('.way svg')])
        expect(await part.boundingBox()).toSatisfy(
          (box: { x: number; y: number; width: number; height: number }) =>
            box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
        )
      const letters = await number.evaluate(it => Number.parseFloat(getComputedStyle(it).fontSize))
      expect(letters / height, `${width} × ${height}`).toBeGreaterThan(share)
    }
    await wall.context().close()
  })
})
