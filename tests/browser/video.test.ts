import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { goOffline } from '#tests/support/chromium.ts'
import { findBrowser, howToInstall } from '#tests/support/browser-binary.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { missingTurnServer } from '#tests/support/turn-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { lookedAt } from './looked-at.ts'
import {
  callStats,
  DEVICES_THAT_ASK,
  type Meeting,
  NO_DEVICES,
  openMeeting,
  seesAndHears,
  THREE_CAMERAS,
} from './meet-pages.ts'
import { beyond, CAMERA, edgesOf } from './screen-edges.ts'

const missing = findBrowser('Chromium') ? missingTurnServer() : howToInstall('Chromium')
/** A lost connection is found out and begun anew within this, on a loaded machine. */
const RECONNECTED = { timeout: 45_000 }

describeWith(missing, 'a video attention in two browsers, through coturn', () => {
  let meeting: Meeting
  beforeAll(async () => {
    meeting = await openMeeting()
  })
  afterEach(() => meeting?.closeBrowsers())
  afterAll(() => meeting?.close())

  /** Both have checked their cameras and gone in. */
  async function bothIn(reservation: string, flags?: string[]) {
    const [customer, clerk] = await Promise.all([
      meeting.customerBrowser(flags ? { flags } : {}),
      meeting.clerkBrowser(),
    ])
    await customer.page.goto(meeting.customerAt(reservation))
    await customer.page.getByRole('button', { name: 'Entrar a la videollamada' }).click()
    await customer.page.getByText('La oficina todavía no entra').waitFor()
    await clerk.page.goto(meeting.clerkAt(reservation))
    await clerk.page.getByRole('button', { name: 'Entrar a la videollamada' }).click()
    await Promise.all([seesAndHears(customer.page), seesAndHears(clerk.page)])
    return { customer, clerk }
  }

  it('[VID-02] customer and clerk see and hear each other, by relays alone, with the server’s credentials', async () => {
    const { customer, clerk } = await bothIn(await meeting.reserve())
    for (const { page, faults } of [customer, clerk]) {
      expect((await callStats(page))?.pair).toEqual(['relay', 'relay'])
      await page.getByRole('timer').waitFor()
      expect(faults).toEqual([])
    }
    expect(meeting.turn.allocations()).toBeGreaterThanOrEqual(2)
    // coturn knows them by an expiry and a name that is nobody's.
    expect(meeting.turn.output()).toMatch(/user <\d{10}:[0-9a-f-]{36}>/)
  })

  it('[VID-02] a lost network is said, and pictures and sound are back when it is', async () => {
    const { customer, clerk } = await bothIn(await meeting.reserve())
    const lost = 'Se cortó la conexión. Reconectando…'
    await goOffline(customer.context)
    await meeting.turn.kill()
    await Promise.all([customer, clerk].map(({ page }) => page.getByText(lost).waitFor(RECONNECTED)))
    const before = await Promise.all([callStats(customer.page), callStats(clerk.page)])

    await meeting.turn.start()
    await goOffline(customer.context, false)
    await Promise.all([
      seesAndHears(customer.page, before[0], RECONNECTED.timeout),
      seesAndHears(clerk.page, before[1], RECONNECTED.timeout),
    ])
    for (const { page, faults } of [customer, clerk]) {
      await page.getByText(lost).waitFor({ state: 'detached' })
      expect((await callStats(page))?.pair).toEqual(['relay', 'relay'])
      // The same connection, begun anew.
      expect(await page.evaluate('window.peers.length')).toBe(1)
      expect(faults).toEqual([])
    }
  })

  it('[VID-02] says to the other one what is mute and dark, and that somebody left, after asking', async () => {
    const { customer, clerk } = await bothIn(await meeting.reserve())
    const press = (name: string) => customer.page.getByRole('button', { name, exact: true }).click()
    await press('Silenciar')
    await clerk.page.getByText('Micrófono silenciado').waitFor()
    await press('Apagar cámara')
    await clerk.page.getByText('Cámara apagada').waitFor()
    const dark = await callStats(clerk.page)
    await press('Encender cámara')
    await press('Activar micrófono')
    await clerk.page.getByText('Cámara apagada').waitFor({ state: 'detached' })
    await seesAndHears(clerk.page, dark)

    await press('Salir')
    const question = customer.page.getByRole('alertdialog', { name: '¿Salir de la videollamada?' })
    await question.getByRole('button', { name: 'Seguir en la llamada' }).click()
    await seesAndHears(customer.page, await callStats(customer.page))
    await press('Salir')
    await question.getByRole('button', { name: 'Salir' }).click()
    await customer.page.getByText('Saliste de la videollamada').waitFor()
    await clerk.page.getByText('El cliente salió').waitFor()

    await press('Volver a entrar')
    await press('Entrar a la videollamada')
    await Promise.all([seesAndHears(customer.page), seesAndHears(clerk.page)])
  })

  it('[VID-02] the other camera is seen in the same call', async () => {
    const { customer, clerk } = await bothIn(await meeting.reserve(), THREE_CAMERAS)
    const camera = () =>
      customer.page.evaluate(() => {
        const [peer] = (window as unknown as { peers: RTCPeerConnection[] }).peers
        const tracks = peer?.getSenders().map(({ track }) => track) ?? []
        return tracks.find(track => track?.kind === 'video')?.getSettings().deviceId ?? null
      })
    const seen = [await camera()]
    // Past the second camera.
    for (const _ of [1, 2]) {
      await customer.page.getByRole('button', { name: 'Cambiar cámara' }).click()
      seen.push(
        await waitFor('the next camera', async () => {
          const now = await camera()
          return now !== null && now !== seen.at(-1) ? now : undefined
        }),
      )
    }
    expect(new Set(seen).size).toBe(3)
    await seesAndHears(clerk.page, await callStats(clerk.page))
    expect(await customer.page.evaluate('window.peers.length')).toBe(1)
    expect(customer.faults).toEqual([])
  })

  it('[VID-02] [SHELL-01] a phone that is turned stays in the call', async () => {
    const { customer, clerk } = await bothIn(await meeting.reserve())
    await customer.page.setViewportSize({ width: 740, height: 330 })
    await (await edgesOf(customer.page))(CAMERA)
    await customer.page.getByRole('timer').waitFor()
    expect(await customer.page.evaluate(beyond, CAMERA)).toEqual([])
    await picture(customer.page, 'meet-on-its-side')
    await seesAndHears(clerk.page, await callStats(clerk.page))
    expect(await customer.page.evaluate('window.peers.length')).toBe(1)
  })

  it('[VID-02] another window takes the seat over, and a reload comes back', async () => {
    const { customer, clerk } = await bothIn(await meeting.reserve())
    const second = await customer.context.newPage()
    await second.goto(customer.page.url())
    await second.getByRole('button', { name: 'Entrar a la videollamada' }).click()
    await customer.page.bringToFront()
    await customer.page.getByText('Entraste desde otra ventana').waitFor()
    await second.bringToFront()
    await Promise.all([seesAndHears(second), seesAndHears(clerk.page)])

    await second.reload()
    await clerk.page.getByText('El cliente salió').waitFor()
    await second.getByRole('button', { name: 'Entrar a la videollamada' }).click()
    await Promise.all([seesAndHears(second), seesAndHears(clerk.page)])
  })
})

describeInBrowser('Chromium', 'the door of a video attention', () => {
  let meeting: Meeting
  beforeAll(async () => {
    meeting = await openMeeting({ hasTurn: false })
  })
  afterEach(() => meeting?.closeBrowsers())
  afterAll(() => meeting?.close())

  it('[VID-01] [VID-02] lets nobody in too early, and nobody into the call of another', async () => {
    const early = await meeting.reserve({ from: new Date(Date.now() + 16 * 60_000) })
    const theirs = await meeting.reserve({ user_id: await meeting.stranger() })
    const { page } = await meeting.customerBrowser()
    const knock = async (reservation: string) => {
      await page.goto(meeting.customerAt(reservation))
      await page.getByRole('button', { name: 'Entrar a la videollamada' }).click()
      return page.getByRole('alert')
    }
    await (await knock(early)).getByText('puedes entrar desde 15 minutos antes').waitFor()
    await (await knock(theirs)).getByText('No lo encontramos').waitFor()
  })

  it('[VID-02] says what helps where permission is refused, and lets people in all the same', async () => {
    const { page, faults } = await meeting.customerBrowser({ flags: DEVICES_THAT_ASK })
    await page.goto(meeting.customerAt(await meeting.reserve()))
    await page.getByText('No hay permiso para la cámara').waitFor()
    await page.getByText('No hay permiso para el micrófono').waitFor()
    await lookedAt(page, 'meet-refused')
    await page.getByRole('button', { name: 'Entrar solo a ver y oír' }).click()
    await page.getByText('La oficina todavía no entra').waitFor()
    expect(faults).toEqual([])
  })

  it('[VID-02] says where there is no camera, and lets people in without', async () => {
    const { page } = await meeting.customerBrowser({ flags: NO_DEVICES })
    await page.goto(meeting.customerAt(await meeting.reserve()))
    await page.getByText('No encontramos una cámara').waitFor()
    await page.getByText('No encontramos un micrófono').waitFor()
    await page.getByRole('button', { name: 'Entrar solo a ver y oír' }).click()
    await page.getByText('La oficina todavía no entra').waitFor()
  })

  it('[VID-02] begins anew where the browser kept the page and comes back to it', async () => {
    const { page, faults } = await meeting.customerBrowser()
    await page.goto(meeting.customerAt(await meeting.reserve()))
    await page.getByRole('meter', { name: 'Volumen de tu micrófono' }).waitFor()
    await page.evaluate(() => {
      for (const kind of ['pagehide', 'pageshow'])
        dispatchEvent(new PageTransitionEvent(kind, { persisted: true }))
    })
    await page.getByRole('meter', { name: 'Volumen de tu micrófono' }).waitFor()
    await page.getByRole('button', { name: 'Entrar a la videollamada' }).click()
    await page.getByText('La oficina todavía no entra').waitFor()
    expect(faults).toEqual([])
  })

  it('[VID-02] has beside it, on a wide screen alone, what else one holds', async () => {
    const mine = await meeting.reserve()
    const later = await meeting.reserve({ from: new Date(Date.now() + 3_600_000) })
    const { page } = await meeting.customerBrowser({ viewport: { width: 1280, height: 800 } })
    await page.goto(meeting.customerAt(mine))
    const enter = page.getByRole('button', { name: 'Entrar a la videollamada' })
    await enter.waitFor()
    const list = page.getByRole('heading', { level: 2, name: 'Turnos' })
    await list.waitFor()
    await page.locator(`a[href="/reservations/${mine}"][aria-current]`).getByText('Abierta').waitFor()
    await page.locator(`a[href="/reservations/${later}"]`).getByText('Ver').waitFor()
    const right = await enter.boundingBox()
    const left = await page.locator(`a[href="/reservations/${later}"]`).boundingBox()
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
    await page.setViewportSize({ width: 360, height: 800 })
    await list.waitFor({ state: 'detached' })
    await enter.waitFor()
  })

  it('[VID-02] no clerk takes a call from a colleague without being asked, and who is put out is asked as well', async () => {
    const reservation = await meeting.reserve()
    const [clerk, colleague] = await Promise.all([meeting.clerkBrowser(), meeting.colleagueBrowser()])
    const enter = async ({ page }: { page: Page }) => {
      await page.getByRole('button', { name: 'Entrar a la videollamada' }).click()
    }
    const waiting = ({ page }: { page: Page }) => page.getByText('El cliente todavía no entra').waitFor()
    const question = ({ page }: { page: Page }) =>
      page.getByRole('alertdialog', { name: 'Otra persona de tu oficina está en la videollamada' })
    await clerk.page.goto(meeting.clerkAt(reservation))
    await enter(clerk)
    await waiting(clerk)

    await colleague.page.goto(meeting.clerkAt(reservation))
    await enter(colleague)
    await question(colleague).waitFor()
    await lookedAt(colleague.page, 'meet-desk-held')
    // Escape lets them go on, and so does the button where the focus begins.
    await colleague.page.keyboard.press('Escape')
    await question(colleague).waitFor({ state: 'hidden' })
    await lookedAt(colleague.page, 'meet-desk-held-kept')
    await waiting(clerk)
    await colleague.page.getByRole('button', { name: 'Entrar en su lugar' }).click()
    await question(colleague).getByRole('button', { name: 'Entrar en su lugar' }).click()
    await waiting(colleague)
    await clerk.page.getByText('Otra persona de tu oficina tomó la videollamada').waitFor()

    await clerk.page.getByRole('button', { name: 'Volver a entrar' }).click()
    await enter(clerk)
    await question(clerk).waitFor()
    await waiting(colleague)
    await question(clerk).getByRole('button', { name: 'Entrar en su lugar' }).click()
    await waiting(clerk)
    await colleague.page.getByText('Otra persona de tu oficina tomó la videollamada').waitFor()
    expect([...clerk.faults, ...colleague.faults]).toEqual([])
  })

  it('[VID-02] «Volver» asks at the desk before it leaves a call, and only while the customer is there', async () => {
    const reservation = await meeting.reserve()
    const [customer, clerk] = await Promise.all([meeting.customerBrowser(), meeting.clerkBrowser()])
    const { page } = clerk
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const back = () => page.waitForURL(meeting.deskAt)
    await page.goto(meeting.clerkAt(reservation))
    await press('Entrar a la videollamada')
    await page.getByText('El cliente todavía no entra').waitFor()
    await press('Volver')
    await back()

    await page.goto(meeting.clerkAt(reservation))
    await press('Entrar a la videollamada')
    await customer.page.goto(meeting.customerAt(reservation))
    await customer.page.getByRole('button', { name: 'Entrar a la videollamada' }).click()
    await Promise.all([seesAndHears(customer.page), seesAndHears(page)])
    await press('Volver')
    const question = page.getByRole('alertdialog', { name: '¿Salir de la videollamada?' })
    await question.waitFor()
    await lookedAt(page, 'meet-desk-leave')
    await question.getByRole('button', { name: 'Seguir en la llamada' }).click()
    await seesAndHears(page, await callStats(page))
    await press('Volver')
    await question.getByRole('button', { name: 'Salir' }).click()
    await back()
    await customer.page.getByText('La oficina salió').waitFor()
    expect([...customer.faults, ...clerk.faults]).toEqual([])
  })

  it('[VID-02] the browser’s Back asks at the desk before it leaves a call, and then leaves it', async () => {
    const reservation = await meeting.reserve()
    const [customer, clerk] = await Promise.all([meeting.customerBrowser(), meeting.clerkBrowser()])
    const { page } = clerk
    await page.goto(meeting.deskAt)
    await page.getByRole('heading').first().waitFor()
    // As «Entrar a la videollamada» of whoever was called.
    await page.evaluate(to => history.pushState(null, '', to), meeting.clerkAt(reservation))
    await page.getByRole('button', { name: 'Entrar a la videollamada' }).click()
    await customer.page.goto(meeting.customerAt(reservation))
    await customer.page.getByRole('button', { name: 'Entrar a la videollamada' }).click()
    await Promise.all([seesAndHears(customer.page), seesAndHears(page)])
    const question = page.getByRole('alertdialog', { name: '¿Salir de la videollamada?' })
    await page.goBack({ waitUntil: 'commit' })
    await question.waitFor()
    expect(page.url()).toBe(meeting.clerkAt(reservation))
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await seesAndHears(page, await callStats(page))
    await page.goBack({ waitUntil: 'commit' })
    await question.getByRole('button', { name: 'Salir' }).click()
    await page.waitForURL(meeting.deskAt)
    await customer.page.getByText('La oficina salió').waitFor()
    expect([...customer.faults, ...clerk.faults]).toEqual([])
  })

  it('[VID-02] is read and steered without seeing it, in both widths and both schemes', async () => {
    const reservation = await meeting.reserve()
    const { page } = await meeting.customerBrowser()
    await page.goto(meeting.customerAt(reservation))
    const enter = page.getByRole('button', { name: 'Entrar a la videollamada' })
    await enter.waitFor()
    await page.getByRole('meter', { name: 'Volumen de tu micrófono' }).waitFor()
    await lookedAt(page, 'meet-check')
    await enter.focus()
    await page.keyboard.press('Enter')
    await page.getByText('La oficina todavía no entra').waitFor()
    await lookedAt(page, 'meet-waiting')
    // Escape ends no call, and asks nothing.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Videollamada' }).waitFor()

    const clerk = await meeting.clerkBrowser()
    await clerk.page.goto(meeting.clerkAt(reservation))
    const enterDesk = clerk.page.getByRole('button', { name: 'Entrar a la videollamada' })
    await enterDesk.waitFor()
    await lookedAt(clerk.page, 'meet-desk-check')
    await enterDesk.click()
    await Promise.all([seesAndHears(page), seesAndHears(clerk.page)])
    await lookedAt(page, 'meet-call')
    await lookedAt(clerk.page, 'meet-desk-call')

    const leave = page.getByRole('button', { name: 'Salir', exact: true })
    await leave.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await lookedAt(page, 'meet-leave')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Saliste de la videollamada').waitFor()
    await lookedAt(page, 'meet-left')
  })
})
