import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with the page once nothing of it is still coming or going, WCAG 2.2 AA and its own
 * good practice: one line a fault. Half faded in, any text has too little contrast.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  // Once a page, for it is half a megabyte. Evaluated by the debugger: a script element would be refused by
  // the page's own policy.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  await becomeStill(page)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    // What is well is not even gathered, and does not leave the page: it is most of what axe finds.
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(node => `${id}: ${help} · ${node.target.join(' ')}`),
    )
  })
}

/** How many frames in a row must pass in which nothing moves. */
const STILL_FRAMES = 5

/**
 * Brings what moves in sight to its end, until nothing moves any more. A look once is not enough: what is
 * drawn in answer to another width begins to move frames later, and a colour that is inherited goes on where
 * its parent's has ended.
 */
function becomeStill(page: Page): Promise<void> {
  return page.evaluate(async frames => {
    // In what is folded away nothing moves, and nothing that began there ends.
    const isSeen = (effect: AnimationEffect | null) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity && isSeen(effect),
        )
    for (let still = 0; still < frames; ) {
      const now = moving()
      still = now.length > 0 ? 0 : still + 1
      for (const animation of now) animation.finish()
      // A frame, also where the test holds the page's clock.
      await document.documentElement.animate([], 1).finished
    }
  }, STILL_FRAMES)
}
