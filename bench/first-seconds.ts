import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { findBrowser, howToInstall } from '#tests/support/browser-binary.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { atMost, failed, type Figure, kilobytes, milliseconds, shown, times } from './figure.ts'
import { buildBarePage } from './first-seconds/build-bare-page.ts'
import { type FirstVisit, visitFirst } from './first-seconds/first-visit.ts'
import { openTown, type Town } from './first-seconds/open-town.ts'
import { visitAgain } from './first-seconds/repeat-visit.ts'
import { serveBarePage } from './first-seconds/serve-bare-page.ts'
import { median } from './quantile.ts'

const NAME = 'First visit, slow phone and network, beside a bare React page: until the'
const ROUNDS = 5
const MOST_TIMES_BARE = 1.4
/** So long is watched how busy the application keeps the phone afterwards. */
const REST_MS = 5_000
const DIST = join(import.meta.dirname, '../dist')

interface Goal {
  /** What is waited for, in the table's words. */
  what: string
  path: string
  /** Of the rows that have to be seen. */
  words: string
}

const goalsIn = ({ officePath, lineName, officeName }: Town): Goal[] => [
  { what: 'lines of an office are seen, by its link', path: officePath, words: lineName },
  { what: 'list of the search is seen', path: '/search', words: officeName },
  { what: 'list of the home screen is seen', path: '/', words: officeName },
]

interface Visits {
  ours: FirstVisit[]
  bare: FirstVisit[]
}

function figuresOf({ what }: Goal, { ours, bare }: Visits): Figure[] {
  const ofOurs = (key: keyof FirstVisit) => median(ours.map(visit => visit[key]))
  const beside = (key: 'seen' | 'firstPaint') => {
    const own = ofOurs(key)
    const least = median(bare.map(visit => visit[key]))
    return { ratio: own / least, words: `${milliseconds(own)} : ${milliseconds(least)}` }
  }
  const seen = beside('seen')
  const first = beside('firstPaint')
  return [
    atMost(`${NAME} ${what}`, seen.ratio, MOST_TIMES_BARE, times, seen.words),
    shown('The same, first paint', `${times(first.ratio)} (${first.words})`),
    shown(
      'The same, what ours had asked for by then',
      `${kilobytes(ofOurs('bytes'))} (${ofOurs('requests')} requests)`,
    ),
    shown(
      `The same, ours too busy to answer a touch, until ${REST_MS / 1000} s later`,
      milliseconds(ofOurs('blocked')),
    ),
  ]
}

async function race(browser: Browser, goals: Goal[], ours: string, bare: string): Promise<Figure[]> {
  const visits = new Map(goals.map((goal): [Goal, Visits] => [goal, { ours: [], bare: [] }]))
  // The first round is not counted: servers, browser and the machine's own caches are cold then.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [goal, counted] of visits) {
      const own = await visitFirst(browser, { url: ours + goal.path, words: goal.words }, REST_MS)
      const least = await visitFirst(browser, { url: bare + goal.path, words: goal.words }, 0)
      if (round === 0) continue
      counted.ours.push(own)
      counted.bare.push(least)
    }
  }
  return [...visits].flatMap(([goal, counted]) => figuresOf(goal, counted))
}

async function comeAgain(goals: Goal[], origin: string): Promise<Figure> {
  const { context, close } = await launchChromium({ persistent: true })
  try {
    const said: string[] = []
    for (const { path, words } of goals) {
      const { asked, seen } = await visitAgain(context, { url: origin + path, words })
      said.push(`${[asked.length, ...asked].join(' ')} (${milliseconds(seen)})`)
    }
    return shown('The three on a repeat visit: requests to the server before they are seen', said.join(', '))
  } finally {
    await close()
  }
}

/** How soon somebody who comes by a link, with nothing on the device yet, sees what they came for. */
export async function measureFirstSeconds(): Promise<Figure[]> {
  if (!findBrowser('Chromium')) return [failed(NAME, howToInstall('Chromium'))]
  const { path, remove } = makeTemporaryDirectory('bench-bare-page')
  const closings: (() => Promise<void> | void)[] = [remove]
  try {
    await buildBarePage(path)
    const town = await openTown(DIST)
    closings.unshift(town.close)
    const bare = await serveBarePage(path, town.origin)
    closings.unshift(bare.close)
    const { context, close } = await launchChromium()
    closings.unshift(close)
    const goals = goalsIn(town)
    const figures = await race(context.browser()!, goals, town.origin, bare.origin)
    return [...figures, await comeAgain(goals, town.origin)]
  } finally {
    for (const close of closings) await close()
  }
}
