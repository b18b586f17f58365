import type { Language } from '#contract/primitives.ts'
import { manifestAddress } from '#src/domain/languages.ts'

/** Tells the browser the page's language: its reader's voice, its translator, what it installs. */
export function sayLanguage(language: Language): void {
  document.documentElement.lang = language
  document.querySelector('[rel=manifest]')?.setAttribute('href', manifestAddress(language))
}
