import { setTimeout as sleep } from 'node:timers/promises'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'

/** What the page has made to sound with. */
interface Sounds {
  states: string[]
  tones: number
}

/** How long an unsure finger stays down. */
const SLOW_PRESS_MS = 400

/** As phones have it, and a browser for tests has not: nothing sounds unless the person pressed something. */
const SILENT_UNTIL_PRESSED = '--autoplay-policy=document-user-activation-required'

describeInBrowser('Chromium', 'the sound of a call', () => {
  let at: Visit
  const sounds = () => at.page.evaluate(() => (window as unknown as { sounds(): Sounds }).sounds())
  const runs = () =>
    waitFor('the page to be allowed to sound', async () => (await sounds()).states.includes('running'))

  beforeAll(async () => {
    at = await visit({
      chromium: { hasTouch: true, isMobile: true, flags: [SILENT_UNTIL_PRESSED], serviceWorkers: 'block' },
    })
    await at.page.addInitScript(() => {
      const made: AudioContext[] = []
      let tones = 0
      class Watched extends AudioContext {
        constructor() {
          super()
          made.push(this)
        }
        override createOscillator() {
          tones++
          return super.createOscillator()
        }
      }
      Object.assign(window, {
        AudioContext: Watched,
        sounds: () => ({ states: made.map(({ state }) => state), tones }),
      })
    })
    await at.signIn()
    await at.town.join('firmas', 1)
  })
  afterAll(() => at?.close())

  /** Started, to its last part. */
  const settled = () => at.page.waitForLoadState('networkidle')

  it('[CALL-05] rings for who has touched the screen once, on a phone', async () => {
    await at.go('/offices/notaria-norte/lines/firmas/take')
    await settled()
    await at.page.getByRole('button', { name: 'Saca tu número' }).tap()
    await at.page.getByText('1 persona antes que tú').waitFor()
    await runs()
    expect((await sounds()).tones).toBe(0)
    await at.town.call('firmas')
    await at.town.call('firmas')
    await at.page.getByText('Es tu turno').first().waitFor()
    await waitFor('the two tones', async () => (await sounds()).tones === 2)
  })

  it('[CALL-05] may ring for who presses slowly', async () => {
    await at.go('/search')
    await settled()
    const finger = await at.page.context().newCDPSession(at.page)
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [{ x: 180, y: 30 }])
    await sleep(SLOW_PRESS_MS)
    expect((await sounds()).states).toEqual([])
    await touch('touchEnd', [])
    await runs()
  })

  it('[CALL-05] may ring for who pressed something before the page had come whole', async () => {
    const asked = Promise.withResolvers<Route>()
    await at.page.route('**/assets/start-late-*.js', asked.resolve)
    await at.page.goto(`${at.server.origin}/search`, { waitUntil: 'commit' })
    const late = await asked.promise
    await at.page.touchscreen.tap(180, 30)
    await late.continue()
    await runs()
    await at.page.unroute('**/assets/start-late-*.js')
  })

  it('[CALL-05] may ring for who steers by keys', async () => {
    await at.go('/profile')
    await settled()
    expect((await sounds()).states).toEqual([])
    await at.page.keyboard.press('Tab')
    await runs()
  })
})
