import type { Page } from 'playwright-core'
import { waitFor } from '#tests/support/wait-for.ts'

/** The narrowest window that WCAG asks for, and one of a desk. */
const NARROW = { width: 320, height: 800 }
const WIDE = { width: 1280, height: 800 }
/**
 * Chromium's own letters, and twice as large: as its settings make them, so that media queries in rem see
 * them too.
 */
export const LETTERS_PX = { standard: 16, fixed: 13 }
export const TWICE_PX = { standard: 32, fixed: 26 }
/** A view of another width is there by then. */
const SETTLED_MS = 20_000

/**
 * What somebody who needs large letters could not read on the screen as it stands, in a window of 320 px, and
 * with letters twice as large there and at a desk: words that lie over one another or touch, that are cut off
 * or stand outside, or that did not grow. One line a fault. The window that it leaves is another one.
 */
export async function largeTextFaults(page: Page): Promise<string[]> {
  await page.setViewportSize(NARROW)
  const narrow = await faultsAtRest(page, LETTERS_PX.standard)
  const browser = await page.context().newCDPSession(page)
  try {
    await browser.send('Page.setFontSizes', { fontSizes: TWICE_PX })
    const large = await faultsAtRest(page, TWICE_PX.standard)
    await page.setViewportSize(WIDE)
    const wide = await faultsAtRest(page, TWICE_PX.standard)
    return [
      ...narrow.map(fault => `320 px: ${fault}`),
      ...large.map(fault => `320 px, 200 %: ${fault}`),
      ...wide.map(fault => `1280 px, 200 %: ${fault}`),
    ]
  } finally {
    await browser.send('Page.setFontSizes', { fontSizes: LETTERS_PX })
    await browser.detach()
  }
}

/** The faults that remain once the screen has come to rest. */
async function faultsAtRest(page: Page, letterPx: number): Promise<string[]> {
  let faults: string[] = []
  const areGone = async () => {
    faults = await page.evaluate(findFaults, letterPx)
    return faults.length === 0
  }
  await waitFor('the last fault to go', areGone, SETTLED_MS).catch(() => {})
  return faults
}

/**
 * Runs in the page, so it holds all that it needs. Remembers how large each word was while letters were
 * plain.
 */
function findFaults(letterPx: number): string[] {
  /** Rounding, and letters that reach out of their line. */
  const SLACK_PX = 2
  /** Closer than this two things that can be pressed are read as one. */
  const APART_PX = 4
  const PLAIN_PX = 16
  /** What is this large is read by everybody, and may be bound by its card. */
  const LARGE_PX = 40

  const faults: string[] = []
  const root = document.documentElement
  const rootPx = Number.parseFloat(getComputedStyle(root).fontSize)
  if (rootPx !== letterPx) faults.push(`the page’s letters are of ${rootPx} px`)
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} px wide`)

  const chainOf = (element: Element | null): Element[] =>
    element ? [element, ...chainOf(element.parentElement)] : []
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"], [inert], .visually-hidden')
  /** What stays in the window while the page passes under it lies over words as it is meant to. */
  const layerOf = (element: Element) =>
    chainOf(element).find(
      at => ['sticky', 'fixed'].includes(getComputedStyle(at).position) || at.matches('dialog'),
    )
  const canBePushedAside = (element: Element) =>
    chainOf(element).some(
      at => /auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth,
    )
  /** What a box that scrolls shows of it: the rest lies over nothing. */
  const isScrolledAway = ({ top, bottom }: DOMRect, element: Element) =>
    chainOf(element).some(at => {
      if (!/auto|scroll/.test(getComputedStyle(at).overflowY) || at === root || at === document.body)
        return false
      const edge = at.getBoundingClientRect()
      return bottom <= edge.top + SLACK_PX || top >= edge.bottom - SLACK_PX
    })
  /** The letters alone: the box of a line is higher, and two lines' may well touch. */
  const lettersIn = ({ left, right, top, bottom }: DOMRect, size: number) => {
    const middle = (top + bottom) / 2
    return { left, right, top: middle - 0.4 * size, bottom: middle + 0.4 * size }
  }
  const isCutBy = (frame: Element, boxes: DOMRect[]) => {
    const { overflowX, overflowY } = getComputedStyle(frame)
    const edge = frame.getBoundingClientRect()
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    return boxes.some(
      ({ left, right, top, bottom }) =>
        (cuts(overflowX) && (left < edge.left - SLACK_PX || right > edge.right + SLACK_PX)) ||
        (cuts(overflowY) && (top < edge.top - SLACK_PX || bottom > edge.bottom + SLACK_PX)),
    )
  }

  const memory = globalThis as { plainSizes?: WeakMap<Node, number> }
  const plainSizes = (memory.plainSizes ??= new WeakMap())
  const words: {
    text: string
    layer: Element | undefined
    pressed: Element | null
    letters: ReturnType<typeof lettersIn>[]
  }[] = []
  // Behind an open dialog nothing is read.
  const walker = document.createTreeWalker(
    document.querySelector('dialog:modal') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const element = node.parentElement
    if (text === '' || !element || !isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    if (boxes.length === 0) continue

    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    const plain = plainSizes.get(node)
    if (letterPx === PLAIN_PX) {
      plainSizes.set(node, size)
      if (size < PLAIN_PX) faults.push(`«${text}» is of ${size} px`)
    } else if (innerWidth === 320 && plain && size < Math.min(2 * plain, LARGE_PX) - 0.1)
      faults.push(`«${text}» grows from ${plain} to ${size} px alone`)

    const isPushed = canBePushedAside(element)
    const isOutside = ({ left, right, width }: DOMRect) =>
      isPushed ? width > innerWidth : left < -SLACK_PX || right > innerWidth + SLACK_PX
    if (boxes.some(isOutside)) faults.push(`outside the window: «${text}»`)
    if (chainOf(element).some(at => at !== document.body && at !== root && isCutBy(at, boxes)))
      faults.push(`cut off: «${text}»`)
    words.push({
      text,
      layer: layerOf(element),
      pressed: element.closest('a, button, label'),
      letters: boxes.filter(box => !isScrolledAway(box, element)).map(box => lettersIn(box, size)),
    })
  }

  for (const [at, one] of words.entries()) {
    for (const other of words.slice(at + 1)) {
      if (one.layer !== other.layer) continue
      const areTwo = one.pressed && other.pressed && one.pressed !== other.pressed
      for (const a of one.letters)
        for (const b of other.letters) {
          if (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= SLACK_PX) continue
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
          if (across > SLACK_PX) faults.push(`over one another: «${one.text}» and «${other.text}»`)
          else if (areTwo && across > -APART_PX) faults.push(`«${one.text}» and «${other.text}» touch`)
        }
    }
  }
  return faults
}
