import type { BrowserContext } from 'playwright-core'

/** Where a text was translated. Its words stay the same, so that whoever looks for them finds them. */
export const TRANSLATED = 'font[lang=fr]'

/**
 * Does to each page what Chromium's own translator does, which lives where no test reaches: from when the
 * page is loaded on it puts a node of its own in the place of each text, and of each that comes or changes,
 * unless the page asks it not to.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const isLeft = 'script, style, textarea, option, title, svg, font, [translate=no]'
    const translate = (root: Node) => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let at: Node | null = root; at; at = walker.nextNode()) if (at instanceof Text) texts.push(at)
      for (const text of texts) {
        if (!text.data.trim() || !text.isConnected || text.parentElement?.closest(isLeft)) continue
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        outer.lang = 'fr'
        inner.append(text.data)
        outer.append(inner)
        text.parentNode?.replaceChild(outer, text)
      }
    }
    addEventListener('load', () => {
      translate(document.body)
      new MutationObserver(list => {
        for (const { target, addedNodes } of list) for (const node of [target, ...addedNodes]) translate(node)
      }).observe(document.body, { childList: true, characterData: true, subtree: true })
    })
  })
}
