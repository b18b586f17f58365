import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { answered } from './answered.ts'
import { axeFaults } from './axe-faults.ts'
import { CLERK, openDeskOffice } from './desk-office.ts'
import { focusedNow, walkByKeys, type Walk } from './walk-by-keys.ts'

/** Keeps what a screen reader would say by itself: whatever comes into a live region. */
function listen(): void {
  const heard: string[] = []
  const LIVE = '[aria-live], [role=alert], [role=status], output'
  let last = new Map<Element, string>()
  const hear = () => {
    const now = new Map<Element, string>()
    for (const region of document.querySelectorAll(LIVE)) {
      const text = region.textContent.trim()
      now.set(region, text)
      if (text !== '' && text !== last.get(region)) heard.push(text)
    }
    last = now
  }
  new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true })
  Object.assign(window, { heard })
}

describeInBrowser('Chromium', 'a shift by keyboard alone, and for who hears it', () => {
  let server: TestServer
  let chromium: Chromium
  let page: Page
  let walk: Walk
  let office: Awaited<ReturnType<typeof openDeskOffice>>
  const faults: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    office = await openDeskOffice(server.database)
    for (let nth = 0; nth < 5; nth++)
      await issuePaperNumber(server.queue, {
        office_id: office.office_id,
        line_id: office.lineId(nth < 4 ? 'firmas' : 'retiro'),
      })
    chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    page = chromium.page
    page.on('pageerror', error => faults.push(error.message))
    await page.addInitScript(listen)
    walk = walkByKeys(page)
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  const hears = async (words: RegExp) => {
    await expect.poll(async () => (await heard()).join('\n')).toMatch(words)
  }
  const standsOn = async (words: RegExp) => {
    await expect.poll(async () => (await focusedNow(page)).name.replaceAll(/\s+/g, ' ').trim()).toMatch(words)
  }
  // What an answer brings is waited for, as by a person: forty stops of Tab pass in less than a second.
  const press = async (words: RegExp) => {
    await page.getByRole('button', { name: words, disabled: false }).first().waitFor()
    await answered(page)
    await walk.tabTo(words)
    await page.keyboard.press('Enter')
  }
  const card = async (words: string) => {
    await page.getByRole('article').getByText(words).first().waitFor()
    await answered(page)
  }
  const forget = () =>
    page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0, Number.MAX_SAFE_INTEGER))

  it('[DESK-13] sits down: each screen begins at its heading, or where one types', async () => {
    let letThrough = () => {}
    const held = new Promise<void>(resolve => (letThrough = resolve))
    // Before the page is there: one that stands sends its next requests by the way that it had before.
    await page.route('**/services/desk/session', async route => {
      if (route.request().method() !== 'GET') await held
      await route.continue()
    })
    await page.goto(`${server.origin}/desk?office=${office.office_id}`)
    await standsOn(/^Usuario$/)
    await page.keyboard.type(CLERK.user)
    await page.keyboard.press('Tab')
    // A slip of the fingers, put right before its answer came.
    await page.keyboard.type('no es esta')
    const slip = page.waitForRequest('**/services/desk/session')
    await page.keyboard.press('Enter')
    await slip
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(CLERK.password)
    await page.keyboard.press('Enter')
    letThrough()
    await page.getByText('¿En qué módulo estás?').waitFor()
    expect((await heard()).join('\n')).not.toMatch(/no coinciden/)
    await press(/^Módulo\s*3/)
    await standsOn(/^Módulo 3$/)
    await hears(/No hay nadie llamado en tu módulo/)
  })

  it('[DESK-13] calls, takes back, says who came and who did not; after each press the focus is where one goes on', async () => {
    await press(/^Llamar al siguiente/)
    await card('A001')
    await hears(/A001, /)
    await standsOn(/llamar al siguiente/i)
    await forget()
    await press(/^Deshacer/)
    await hears(/No hay nadie llamado/)
    await standsOn(/llamar al siguiente/i)
    await page.keyboard.press('Enter')
    await card('A001')
    await press(/^No llegó$/)
    await standsOn(/llamar al siguiente/i)
    await page.keyboard.press('Enter')
    await card('A002')
    // The same press asks first, and stands on the first answer.
    await page.keyboard.press('Enter')
    await hears(/¿Llegó el A002\?/)
    await standsOn(/^Sí, y llamar/)
    await page.keyboard.press('Enter')
    await card('A003')
    await standsOn(/llamar al siguiente/i)
    await press(/^Sí, atiendo/)
    await press(/^Atendido$/)
    await hears(/A003, /)
    expect(await axeFaults(page)).toEqual([])
  })

  it('[DESK-13] dialogs take the focus, and give it back to what opened them', async () => {
    for (const [opens, title, begins] of [
      [/^Dar un número$/, 'Da un número', /^Cerrar$/],
      // What is chosen already, and not the first that could be.
      [/^Pausa$/, /pausa/i, /^15 min$/],
    ] as const) {
      await press(opens)
      await page.getByRole('dialog', { name: title }).waitFor()
      await standsOn(begins)
      await page.keyboard.press('Escape')
      await standsOn(opens)
    }
  })

  it('[DESK-13] parks and calls from the list, whose choice is one stop of the tabulator', async () => {
    await press(/^(Atendido, y )?[Ll]lamar al siguiente/)
    await card('A004')
    await press(/^Espera$/)
    await standsOn(/llamar al siguiente/i)
    await walk.tabTo(/^Esperan/)
    await walk.arrowTo('ArrowRight', /^En espera/)
    await press(/^Llamar\s*A004/)
    await card('A004')
    await standsOn(/llamar al siguiente/i)
    await press(/^No llegó$/)
    await standsOn(/llamar al siguiente/i)
  })

  it('[DESK-13] hears that a press came to nothing, and leaves by keyboard', async () => {
    await press(/^(Atendido, y )?[Ll]lamar al siguiente/)
    await card('R001')
    await walk.tabTo(/^No llegó$/)
    // Pressed in the very moment in which the focus comes: nobody stands there who could be asked about.
    await page.evaluate(() => {
      addEventListener('focusin', function pressAtOnce({ target }) {
        if (!(target instanceof HTMLElement) || !/^llamar al siguiente/i.test(target.innerText)) return
        removeEventListener('focusin', pressAtOnce)
        target.click()
      })
    })
    await page.keyboard.press('Enter')
    await hears(/Nadie espera en las filas que atiendes/)
    await standsOn(/llamar al siguiente/i)
    await press(/^Cerrar módulo$/)
    await page.getByText('¿En qué módulo estás?').waitFor()
    await standsOn(/Notaría Norte|¿En qué módulo/)
    expect(walk.unseen).toEqual([])
    expect(faults).toEqual([])
  })

  it('[DESK-13] is a page of landmarks and named things to a screen reader', async () => {
    await press(/^Módulo\s*3/)
    await standsOn(/^Módulo 3$/)
    const spoken = await page.locator('body').ariaSnapshot()
    expect(spoken).toMatch(/- banner/)
    expect(spoken).toMatch(/- main/)
    expect(spoken).toMatch(/- navigation "Tu trabajo"/)
    expect(spoken).toMatch(/- heading "Módulo 3" \[level=1\]/)
    expect(spoken).toMatch(/- button "Llamar al siguiente/)
    expect(spoken).not.toMatch(/- (button|link|textbox|radio)(?: \[|$|:)/m)
  })

  const FIRST_OF_MORE = 5
  const called = async () =>
    (
      await server.database.db
        .selectFrom('tickets')
        .select(['number', 'state'])
        .where('office_id', '=', office.office_id)
        .where('called_at', 'is not', null)
        .where('number', '>=', FIRST_OF_MORE)
        .where('prefix', '=', 'A')
        .orderBy('number')
        .execute()
    ).map(({ state }) => state)

  it('[DESK-06] [DESK-13] Enter that is held down calls one, and answers nothing of them', async () => {
    for (let nth = 0; nth < 5; nth++)
      await issuePaperNumber(server.queue, { office_id: office.office_id, line_id: office.lineId('firmas') })
    await page.getByText('Esperan 5 personas').first().waitFor()
    await walk.tabTo(/^Llamar al siguiente/)
    for (let nth = 0; nth < 12; nth++) {
      // Down again without having been up is a repetition.
      await page.keyboard.down('Enter')
      await page.waitForTimeout(60)
    }
    await page.keyboard.up('Enter')
    await card('A005')
    await page.waitForTimeout(500)
    expect(await called()).toEqual(['called'])
  })

  it('[DESK-06] the second click of a double-click says nothing of whoever comes by the first', async () => {
    await page.getByRole('button', { name: /llamar al siguiente/i }).click()
    const no = page.getByRole('button', { name: 'No, y llamar' })
    await no.click({ trial: true })
    const box = await no.boundingBox()
    if (!box) throw new Error('the answer is nowhere')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.click(x, y)
    await page.waitForTimeout(200)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await card('A006')
    await page.waitForTimeout(500)
    expect(await called()).toEqual(['skipped', 'called'])
  })

  it('[DESK-06] Enter that is held down asks whether a number is to be removed, and does not answer', async () => {
    await press(/^Quitar A006$/)
    await page.keyboard.press('Escape')
    await standsOn(/^Quitar A006$/)
    for (let nth = 0; nth < 12; nth++) {
      await page.keyboard.down('Enter')
      await page.waitForTimeout(60)
    }
    await page.keyboard.up('Enter')
    await page.getByRole('dialog', { name: '¿Quitar A006?' }).waitFor()
    await page.waitForTimeout(500)
    expect(await called()).toEqual(['skipped', 'called'])
  })
})
