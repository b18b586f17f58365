import { join } from 'node:path'
import { findBrowser, howToInstall } from '#tests/support/browser-binary.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { failed, type Figure, milliseconds, shown } from './figure.ts'
import { openTown } from './first-seconds/open-town.ts'
import { type Touch, walkSlowly } from './interactions/walk-slowly.ts'
import { median } from './quantile.ts'

const NAME = 'Slow phone: the slowest touch or key until its picture'
const ROUNDS = 5
const DIST = join(import.meta.dirname, '../dist')
const WORST_SHOWN = 3

/** How soon a slow phone answers whoever takes a number and books a time with it. */
export async function measureInteractions(): Promise<Figure[]> {
  if (!findBrowser('Chromium')) return [failed(NAME, howToInstall('Chromium'))]
  const rounds: Touch[][] = []
  // The first round is not counted: the machine's own caches are cold then.
  for (let round = 0; round <= ROUNDS; round++) {
    const touches = await walkOnce()
    if (round > 0) rounds.push(touches)
  }
  return figuresOf(rounds)
}

/** In a town where nobody of that document was before. */
async function walkOnce(): Promise<Touch[]> {
  const town = await openTown(DIST)
  try {
    const { context, close } = await launchChromium()
    try {
      return await walkSlowly(context, town)
    } finally {
      await close()
    }
  } finally {
    await town.close()
  }
}

function figuresOf(rounds: readonly Touch[][]): Figure[] {
  const steps = [...Map.groupBy(rounds.flat(), ({ what }) => what)].map(([what, each]) => ({
    what,
    ms: median(each.map(({ ms }) => ms)),
  }))
  const worst = steps.toSorted((one, other) => other.ms - one.ms).slice(0, WORST_SHOWN)
  const ofRounds = rounds.flatMap(touches => touches.toSorted((one, other) => other.ms - one.ms).slice(0, 1))
  const worded = (touches: readonly Touch[]) =>
    touches.map(({ what, ms }) => `${what} ${milliseconds(ms)}`).join(', ')
  return [
    shown(
      `${NAME}, of ${steps.length} steps from home to a number and a time`,
      `${milliseconds(median(ofRounds.map(({ ms }) => ms)))} (${worded(ofRounds)})`,
    ),
    shown('The slowest steps, each by the median of the walks', worded(worst)),
  ]
}
