/** What the page's own script leaves for the application. */
interface EarlyTranslationsHolder {
  numeritoChanged?: readonly [MutationObserver, MutationRecord[]]
}

/**
 * A browser may translate the page before all of the application has come, and React's own texts are then out
 * of reach: what was put in the place of what is kept for it until then.
 */
export function keepEarlyTranslations(page: Window): void {
  const early: MutationRecord[] = []
  const changes = new MutationObserver(list => early.push(...list))
  changes.observe(page.document, { childList: true, subtree: true })
  ;(page as EarlyTranslationsHolder).numeritoChanged = [changes, early]
}

/** What changed before the application, which looks by itself from now on. */
export function takeEarlyTranslations(page: Window): MutationRecord[] {
  const [changes, early = []] = (page as EarlyTranslationsHolder).numeritoChanged ?? []
  early.push(...(changes?.takeRecords() ?? []))
  changes?.disconnect()
  return early.splice(0)
}
