import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { findBrowser, howToInstall } from '#tests/support/browser-binary.ts'
import { installApp, pressIcon } from '#tests/support/chromium-install.ts'
import { pressNotice } from '#tests/support/chromium-push.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { missingTurnServer } from '#tests/support/turn-server.ts'
import { lookedAt } from './looked-at.ts'
import { callStats, type Meeting, NO_DEVICES, openMeeting, seesAndHears } from './meet-pages.ts'
import { waitForWorker } from './take-number-at.ts'

const ENTER = 'Entrar a la videollamada'
const missing = findBrowser('Chromium') ? missingTurnServer() : howToInstall('Chromium')

const enter = (page: Page) => page.getByRole('button', { name: ENTER }).click()

describeWith(missing, 'a number of a virtual line in two browsers, through coturn', () => {
  let meeting: Meeting
  beforeAll(async () => {
    meeting = await openMeeting()
    await meeting.openModulo()
  })
  afterEach(() => meeting?.closeBrowsers())
  afterAll(() => meeting?.close())

  /** Called, and both have gone in; the customer in the installed application's own window, if asked for. */
  async function bothIn({ isInstalled = false } = {}) {
    const tuid = await meeting.takeNumber()
    await meeting.callNumber()
    const [browser, clerk] = await Promise.all([
      meeting.customerBrowser({
        permissions: ['notifications', 'camera', 'microphone'],
        persistent: isInstalled,
      }),
      meeting.clerkBrowser(),
    ])
    const customer = isInstalled ? { ...browser, page: await installed(browser.page) } : browser
    await customer.page.goto(meeting.numberAt(tuid))
    await customer.page.getByRole('link', { name: ENTER }).click()
    await enter(customer.page)
    await clerk.page.goto(meeting.clerkAtNumber(tuid))
    await enter(clerk.page)
    await Promise.all([seesAndHears(customer.page), seesAndHears(clerk.page)])
    return { tuid, customer, clerk }
  }

  async function installed(page: Page): Promise<Page> {
    await page.goto(`${meeting.server.origin}/profile`)
    await waitForWorker(page)
    const app = await installApp(page)
    await page.close()
    return app
  }

  it('[VID-02] owner and module see and hear each other, by relays alone, until the office closes it', async () => {
    const { customer, clerk } = await bothIn()
    for (const { page } of [customer, clerk])
      expect((await callStats(page))?.pair).toEqual(['relay', 'relay'])
    // Called once more: the same room, the same connection.
    await meeting.callAgain()
    await seesAndHears(customer.page, await callStats(customer.page))
    expect(await customer.page.evaluate('window.peers.length')).toBe(1)

    await meeting.markAttended()
    for (const { page } of [customer, clerk]) await page.getByText('La videollamada terminó').waitFor()
    await customer.page.getByText('La oficina cerró la atención').waitFor()
    await customer.page.getByRole('link', { name: 'Ver tu número' }).click()
    await customer.page.getByText('Atendido').first().waitFor()
    await customer.page.getByText('Por video', { exact: true }).first().waitFor()
    expect([...customer.faults, ...clerk.faults]).toEqual([])
  })

  it('[HAND-02] a notice pressed during the call asks first, and the call goes on', async () => {
    const { tuid, customer, clerk } = await bothIn()
    await waitForWorker(customer.page)
    const before = await callStats(customer.page)
    await pressNotice(customer.page, '/tickets')
    await customer.page.getByText('La videollamada se cortaría').waitFor()
    await Promise.all([seesAndHears(customer.page, before), seesAndHears(clerk.page)])
    await customer.page.getByRole('button', { name: 'Seguir aquí' }).click()
    expect(customer.page.url()).toBe(`${meeting.numberAt(tuid)}/meet`)
    expect(await customer.page.evaluate('window.peers.length')).toBe(1)
    await meeting.markAttended()
  })

  it('[CALL-01] [HAND-02] a call of another number is seen over it, and asks before it leads away', async () => {
    const other = await meeting.waitElsewhere()
    const { tuid, customer } = await bothIn()
    const { page } = customer
    await other.call()
    const alert = page.getByRole('dialog').getByRole('alert')
    await alert.getByText(/^Es tu turno/).waitFor()
    await lookedAt(page, 'video-called-elsewhere')
    const before = await callStats(page)
    await alert.getByRole('button', { name: 'Ver tu número' }).click()
    await page.getByRole('button', { name: 'Seguir aquí' }).click()
    await seesAndHears(page, before)
    expect(page.url()).toBe(`${meeting.numberAt(tuid)}/meet`)
    await alert.getByRole('button', { name: 'Ver tu número' }).click()
    await page.getByRole('button', { name: 'Ir igual' }).click()
    await page.waitForURL(meeting.numberAt(other.tuid))
    await meeting.markAttended()
  })

  it('[HAND-02] the icon and a shortcut pressed during the call leave it as it stands', async () => {
    const { tuid, customer, clerk } = await bothIn({ isInstalled: true })
    const before = await callStats(customer.page)
    await pressIcon(customer.page)
    // Pressed after the icon: once it has been heard, so has the icon.
    await pressIcon(customer.page, `${meeting.server.origin}/tickets`)
    await customer.page.getByText('La videollamada se cortaría').waitFor()
    await Promise.all([seesAndHears(customer.page, before), seesAndHears(clerk.page)])
    expect(customer.page.url()).toBe(`${meeting.numberAt(tuid)}/meet`)
    expect(customer.context.pages()).toEqual([customer.page])
    await meeting.markAttended()
  })

  it('[VID-02] a reload, a closed tab and another window come back to it; an absence ends it', async () => {
    const { customer, clerk } = await bothIn()
    await customer.page.reload()
    await clerk.page.getByText('El cliente salió').waitFor()
    await enter(customer.page)
    await Promise.all([seesAndHears(customer.page), seesAndHears(clerk.page)])

    const second = await customer.context.newPage()
    await second.goto(customer.page.url())
    await enter(second)
    await customer.page.bringToFront()
    await customer.page.getByText('Entraste desde otra ventana').waitFor()
    await customer.page.close()
    await Promise.all([seesAndHears(second), seesAndHears(clerk.page)])

    await clerk.page.reload()
    await enter(clerk.page)
    await Promise.all([seesAndHears(second), seesAndHears(clerk.page)])

    await meeting.markAbsent()
    for (const page of [second, clerk.page]) await page.getByText('La videollamada terminó').waitFor()
    expect([...customer.faults, ...clerk.faults]).toEqual([])
  })
})

describeInBrowser('Chromium', 'a number of a virtual line in the hand', () => {
  let meeting: Meeting
  beforeAll(async () => {
    meeting = await openMeeting({ hasTurn: false })
    await meeting.openModulo()
  })
  afterEach(() => meeting?.closeBrowsers())
  afterAll(() => meeting?.close())

  it('[VID-02] [CALL-01] says by video before and while one waits, and leads into the call when it is called', async () => {
    const { page, faults } = await meeting.customerBrowser()
    await page.goto(`${meeting.lineAt}/take`)
    await page.getByText('Esta fila se atiende por videollamada').waitFor()
    await lookedAt(page, 'video-take')
    await page.getByRole('button', { name: 'Saca tu número' }).click()

    await page.getByText('no tienes que ir a ninguna parte').waitFor()
    expect(await page.getByText('Cómo llegar').count()).toBe(0)
    await lookedAt(page, 'video-waiting')
    const waitingRoom = page.url()
    await page.getByRole('link', { name: 'Prueba tu cámara y micrófono' }).click()
    await page.getByLabel('Así te verán').waitFor()
    await page.getByText('Todavía no es tu turno').waitFor()
    expect(await page.getByRole('button', { name: ENTER }).count()).toBe(0)
    await lookedAt(page, 'video-check-waiting')

    // It becomes one's turn while one looks at oneself: the way in stands there at once.
    await meeting.callNumber()
    await page.getByRole('button', { name: ENTER }).waitFor()
    await page.goto(waitingRoom)
    await page.getByRole('heading', { name: 'Es tu turno' }).waitFor()
    await page.getByRole('link', { name: ENTER }).waitFor()
    expect(await page.getByText('Pasa al módulo').count()).toBe(0)
    expect(await page.getByText('Cómo llegar').count()).toBe(0)
    await lookedAt(page, 'video-turn')

    const clerk = await meeting.clerkBrowser()
    await clerk.page.goto(meeting.deskAt)
    const open = clerk.page.getByRole('button', { name: ENTER })
    await open.waitFor()
    await lookedAt(clerk.page, 'video-desk')
    await open.click()
    await clerk.page.getByRole('button', { name: ENTER }).waitFor()
    expect(clerk.page.url()).toContain('meet-number=')

    await page.getByRole('link', { name: ENTER }).click()
    await meeting.markAttended()
    await page.getByText('La videollamada terminó').waitFor()
    await lookedAt(page, 'video-ended')
    await page.goto(`${new URL(waitingRoom).origin}/tickets`)
    await page.getByText(/· por video$/).waitFor()
    expect([...faults, ...clerk.faults]).toEqual([])
  })

  it('[VID-02] [DESK-07] tells who is parked to wait for the next call, sends nobody to a module, and lets nobody in before', async () => {
    const tuid = await meeting.takeNumber()
    await meeting.callNumber()
    const { page, faults } = await meeting.customerBrowser()
    await page.goto(`${meeting.numberAt(tuid)}/meet`)
    await enter(page)
    await page.getByText('La oficina todavía no entra').waitFor()
    await meeting.park()
    await page.getByText('Te volverán a llamar aquí por videollamada').waitFor()
    expect(await page.getByText('La oficina cerró la atención').count()).toBe(0)
    await lookedAt(page, 'video-parked')
    await page.getByRole('link', { name: 'Ver tu número' }).click()
    await page.getByText('No tienes que avisar').waitFor()
    expect(await page.getByText('avisa en el módulo').count()).toBe(0)
    await page.goto(`${meeting.numberAt(tuid)}/meet`)
    await page.getByText('Cuando te vuelvan a llamar, aquí aparece el botón para entrar').waitFor()
    expect(await page.getByRole('button', { name: ENTER }).count()).toBe(0)
    await lookedAt(page, 'video-check-parked')

    await meeting.callParked(tuid)
    await enter(page)
    await page.getByText('La oficina todavía no entra').waitFor()
    // Parked once more, and called while this page stands as the call left it.
    await meeting.park()
    // Said once, by the call that ended.
    await page.getByText('Te volverán a llamar aquí por videollamada').waitFor()
    meeting.server.clock.advance(60_000)
    await meeting.callParked(tuid)
    await page.getByRole('button', { name: 'Volver a entrar' }).click()
    await enter(page)
    await page.getByText('La oficina todavía no entra').waitFor()
    await meeting.markAttended()
    await page.getByText('La oficina cerró la atención').waitFor()
    expect(faults).toEqual([])
  })

  it('[VID-02] bars nobody’s way who has no camera', async () => {
    const tuid = await meeting.takeNumber()
    await meeting.callNumber()
    const { page } = await meeting.customerBrowser({ flags: NO_DEVICES })
    await page.goto(`${meeting.numberAt(tuid)}/meet`)
    await page.getByText('No encontramos una cámara').waitFor()
    await page.getByRole('button', { name: 'Entrar solo a ver y oír' }).click()
    await page.getByText('La oficina todavía no entra').waitFor()
    await meeting.markAttended()
    await page.getByText('La videollamada terminó').waitFor()
  })
})
