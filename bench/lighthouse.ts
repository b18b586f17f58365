import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findBrowser, howToInstall } from '#tests/support/browser-binary.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { PERSON } from '#tests/support/server.ts'
import { atLeast, failed, type Figure } from './figure.ts'
import { openTown, type Town } from './first-seconds/open-town.ts'
import { CATEGORIES, type JudgedPage, judgePage, type Scores } from './lighthouse/judge-page.ts'
import { median } from './quantile.ts'

const NAME = 'Lighthouse, a slow phone'
const ROUNDS = 3
const DIST = join(import.meta.dirname, '../dist')
const LEAST: Scores = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** @returns the address of their number */
async function takeNumber(page: Page, { origin, linePath }: Town): Promise<string> {
  const press = () => page.getByRole('button', { name: 'Saca tu número' }).first().click()
  await page.goto(`${origin}${linePath}/take`)
  await page.locator('#person-name').fill(PERSON.name)
  await page.locator('#person-identity').fill(PERSON.rut)
  await page.locator('#person-phone').fill(PERSON.phone)
  await page.locator('#person-email').fill(PERSON.email)
  await page.locator('#person-policy').check()
  await press()
  await page.waitForURL('**/tickets/*')
  return page.url()
}

/** The words of a page, and where it is. */
type Goal = JudgedPage & { what: string }

const first = (what: string, url: string): Goal => ({ what, url, isKnown: false })

function figuresOf(what: string, rounds: readonly Scores[]): Figure[] {
  return CATEGORIES.map(category => {
    const all = rounds.map(scores => scores[category])
    const beside = all.map(score => score.toFixed(2)).join(', ')
    return atLeast(
      `${NAME}: ${what}, ${category}`,
      median(all),
      LEAST[category],
      value => value.toFixed(2),
      beside,
    )
  })
}

/** What a tool that many know says of the screens to which people come, and of the one on which they wait. */
export async function measureLighthouse(): Promise<Figure[]> {
  if (!findBrowser('Chromium')) return [failed(NAME, howToInstall('Chromium'))]
  const port = await freePort()
  const town = await openTown(DIST)
  // One with a profile: Lighthouse comes into its own pages, and finds there what somebody has on the device.
  const { page, close } = await launchChromium({
    persistent: true,
    flags: [`--remote-debugging-port=${port}`],
  })
  try {
    const { origin, officePath, linePath } = town
    const goals = [
      first('home', `${origin}/`),
      first('search', `${origin}/search`),
      first('an office', origin + officePath),
      first('a line', `${origin}${linePath}/take`),
      first('booking', `${origin}${linePath}/book`),
    ]
    const judge = async (goal: Goal) => {
      const rounds: Scores[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await judgePage(goal, port))
      return figuresOf(goal.what, rounds)
    }
    const figures: Figure[] = []
    for (const goal of goals) figures.push(...(await judge(goal)))
    const url = await takeNumber(page, town)
    return [...figures, ...(await judge({ what: 'a number that waits', url, isKnown: true }))]
  } finally {
    await close()
    await town.close()
  }
}
