import type { Language } from '#contract/primitives.ts'
import { manifestAddress } from '#src/domain/languages.ts'

/** Tells the browser the page's language: its reader's voice, its translator, what it installs. */
export function sayLanguage(language: Language): void {
  document.documentElement.lang = language
  const link = document.querySelector('[rel=manifest]')
  const address = manifestAddress(language)
  // To write what stands there already has the browser fetch it at once, before the first paint.
  if (link?.getAttribute('href') !== address) link?.setAttribute('href', address)
}
