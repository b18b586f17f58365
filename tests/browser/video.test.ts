import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { findBrowser, howToInstall } from '#tests/support/browser-binary.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { missingTurnServer } from '#tests/support/turn-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type CallStats, callStats, type Meeting, openMeeting } from './meet-pages.ts'

const missing = findBrowser('Chromium') ? missingTurnServer() : howToInstall('Chromium')

/** Waits until pictures and sound come in that had not come before. */
async function seesAndHears(page: Page, since?: CallStats | null, patienceMs?: number): Promise<CallStats> {
  return waitFor(
    'pictures and sound',
    async () => {
      const stats = await callStats(page)
      if (!stats) return undefined
      const isNew =
        stats.framesDecoded > (since?.framesDecoded ?? 0) + 5 &&
        stats.audioPackets > (since?.audioPackets ?? 0) + 20 &&
        stats.audioEnergy > (since?.audioEnergy ?? 0)
      return isNew ? stats : undefined
    },
    patienceMs,
  )
}

describeWith(missing, 'a video attention in two browsers, through coturn', () => {
  let meeting: Meeting
  beforeAll(async () => {
    meeting = await openMeeting()
  })
  afterEach(() => meeting?.closeBrowsers())
  afterAll(() => meeting?.close())

  /** Both have checked their cameras and gone in. */
  async function bothIn(reservation: string) {
    const [customer, clerk] = await Promise.all([meeting.customerBrowser(), meeting.clerkBrowser()])
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
    expect(meeting.turn.output()).toMatch(/username=<\d{10}:[0-9a-f-]{36}>|user <\d{10}:[0-9a-f-]{36}>/)
  })
})
