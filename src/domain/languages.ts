import type { Language } from '#contract/primitives.ts'

/** Beside the contract's own list, which brings its schemas along: this one is in the first download. */
export const LANGUAGES = ['es', 'en', 'pt'] as const satisfies readonly Language[]

const DEFAULT_LANGUAGE: Language = 'es'

/** The first of the browser's languages that we speak, whatever its region; Spanish where there is none. */
function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const own = tag.toLowerCase().split('-', 1)[0]
    const language = LANGUAGES.find(spoken => spoken === own)
    if (language) return language
  }
  return DEFAULT_LANGUAGE
}

const isLanguage = (text: string | null): text is Language =>
  (LANGUAGES as readonly (string | null)[]).includes(text)

/**
 * What a page begins in: what was chosen on this device, and at the first visit what the browser speaks
 * (HAND-04).
 * @param wanted the browser's languages
 */
export const firstLanguage = (chosen: string | null, wanted: readonly string[]): Language =>
  isLanguage(chosen) ? chosen : preferredLanguage(wanted)

/** The default one keeps the address that who installed it already follows. */
export const manifestAddress = (language: Language): string =>
  `/manifest${language === DEFAULT_LANGUAGE ? '' : `.${language}`}.webmanifest`
