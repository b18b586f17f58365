import type { Page } from 'playwright-core'

/** More presses of Tab than any way should need. */
const STOPS = 40

/** What the focus stands on: its name, and whether it can be seen that it does. */
export const focusedNow = (page: Page) =>
  page.evaluate(() => {
    const own = document.activeElement as HTMLInputElement
    const labelId = own.getAttribute('aria-labelledby') ?? ''
    const label = own.labels?.[0] ?? document.getElementById(labelId)
    const isFramed = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    // A radio may lie unseen under its label, which is framed for it.
    const around = own.type === 'radio' ? own.closest('label') : null
    // After the last stop comes the browser's own frame, and the page has no focus.
    if (own === document.body) return { name: '', isSeen: true }
    return {
      name: own.getAttribute('aria-label') ?? label?.textContent ?? own.innerText,
      isSeen: isFramed(own) || (around !== null && isFramed(around)),
    }
  })

export interface Walk {
  /** Presses Tab until it stands on what is meant. */
  tabTo(words: RegExp): Promise<void>
  /**
   * Presses an arrow, at least once, until it stands on what is meant. Where nothing is chosen yet, Chromium
   * enters a group from behind now at its first, now at its last.
   */
  arrowTo(arrow: 'ArrowDown' | 'ArrowRight', words: RegExp): Promise<void>
  press(key: string): Promise<void>
  focused(): Promise<string>
  /** The stops at which nobody could see where they were. */
  unseen: string[]
}

/** Through a page by keys alone. */
export function walkByKeys(page: Page): Walk {
  const unseen: string[] = []
  async function pressTo(key: string, words: RegExp) {
    for (let stop = 0; stop < STOPS; stop++) {
      await page.keyboard.press(key)
      const { name, isSeen } = await focusedNow(page)
      if (!isSeen) unseen.push(name)
      if (words.test(name)) return
    }
    throw new Error(`${key} does not lead to ${words}`)
  }
  return {
    tabTo: words => pressTo('Tab', words),
    arrowTo: pressTo,
    press: key => page.keyboard.press(key),
    focused: async () => (await focusedNow(page)).name,
    unseen,
  }
}
