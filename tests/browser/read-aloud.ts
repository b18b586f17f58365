import type { Page } from 'playwright-core'

/**
 * To be given to a page before it starts. Keeps what a screen reader would say by itself: where the focus
 * goes, an alert that appears, and what changes in a status that was there before. What changes under
 * `aria-busy` it leaves out, as readers do.
 */
export function reader(): void {
  const aloud: string[] = []
  Object.assign(window, { aloud })
  const textOf = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim() ?? ''
  const say = (text: string) => {
    if (text !== '' && text !== aloud.at(-1)) aloud.push(text)
  }
  addEventListener('focusin', ({ target }) => target instanceof Element && say(textOf(target)))
  const isBusy = (element: Element) => element.closest('[aria-busy="true"]') !== null
  const observer = new MutationObserver(changes => {
    const isNew = (element: Element) =>
      changes.some(({ addedNodes }) => [...addedNodes].some(node => node.contains(element)))
    const told = new Set<Element>()
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const alert of [node, ...node.querySelectorAll('[role=alert]')])
            if (alert.matches('[role=alert]')) told.add(alert)
      const around = (target instanceof Element ? target : target.parentElement)?.closest(
        '[role=status], [role=alert]',
      )
      if (around && !isNew(around)) told.add(around)
    }
    for (const region of told) if (region.isConnected && !isBusy(region)) say(textOf(region))
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

/** What was read aloud on the page so far, one after the other. */
export const readAloud = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { aloud: string[] }).aloud)
