import type { Language } from '#contract/primitives.ts'

/** Beside the contract's own list, which brings its schemas along: this one is in the first download. */
export const LANGUAGES = ['es', 'en', 'pt'] as const satisfies readonly Language[]

export const DEFAULT_LANGUAGE: Language = 'es'

export const isLanguage = (text: string | null): text is Language =>
  (LANGUAGES as readonly (string | null)[]).includes(text)
