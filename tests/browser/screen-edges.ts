import type { Page } from 'playwright-core'

/** What a phone that lies on its side, with its camera in the screen, keeps for itself, CSS pixels. */
export const CAMERA = { left: 47, right: 47, bottom: 21 }

/** Tells a page what the phone keeps for itself from now on. */
export type KeepFree = (insets: typeof CAMERA) => Promise<unknown>

/** As the phone tells its browser; Chromium. */
export async function edgesOf(page: Page): Promise<KeepFree> {
  const browser = await page.context().newCDPSession(page)
  // Newer than the types.
  return insets => browser.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never)
}

/** Runs in the page: what is read or pressed beyond these edges, in its own words. */
export function beyond({ left, right }: { left: number; right: number }): string[] {
  const lies = ({ left: from, right: to, width, height }: DOMRect) =>
    width > 1 && height > 1 && (from < left - 0.5 || to > innerWidth - right + 0.5)
  const hasWords = (element: Element) =>
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
  return [...document.querySelectorAll('body *')]
    .filter(
      element => element.checkVisibility() && (hasWords(element) || element.matches('button, a, input')),
    )
    .filter(element => lies(element.getBoundingClientRect()))
    .map(element => element.outerHTML.slice(0, 120))
}
