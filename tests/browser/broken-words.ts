import type { Page } from 'playwright-core'
import { waitFor } from '#tests/support/wait-for.ts'
import { LETTERS_PX, TWICE_PX } from './large-text.ts'

const PHONE = { width: 360, height: 800 }
/** What a word may take of the window before it has to be broken. */
const FITS = 0.6
/** A view of another width is there by then. */
const SETTLED_MS = 20_000

/**
 * The words of what is open, or of the page, that on a phone with letters twice as large go on in another
 * line though one has the room for them: letters under letters, which nobody can read. The window that it
 * leaves is as it was.
 */
export async function brokenWords(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? PHONE
  await page.setViewportSize(PHONE)
  const browser = await page.context().newCDPSession(page)
  let broken: string[] = []
  const areWhole = async () => {
    broken = await page.evaluate(findBroken, { letterPx: TWICE_PX.standard, fits: FITS })
    return broken.length === 0
  }
  try {
    await browser.send('Page.setFontSizes', { fontSizes: TWICE_PX })
    await waitFor('the last broken word to go', areWhole, SETTLED_MS).catch(() => {})
    return broken
  } finally {
    await browser.send('Page.setFontSizes', { fontSizes: LETTERS_PX })
    await browser.detach()
    await page.setViewportSize(before)
  }
}

/** Runs in the page, so it holds all that it needs. */
function findBroken({ letterPx, fits }: { letterPx: number; fits: number }): string[] {
  const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const broken = rootPx === letterPx ? [] : [`the page’s letters are of ${rootPx} px`]
  const root = document.querySelector('dialog:modal') ?? document.body
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element?.checkVisibility() || element.closest('.visually-hidden')) continue
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const pieces = [...range.getClientRects()].filter(({ width }) => width > 0)
      const lines = new Set(pieces.map(({ top }) => Math.round(top)))
      const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
      if (lines.size > 1 && width < fits * innerWidth) broken.push(word)
    }
  }
  return broken
}
