import { i18n, type Messages } from '@lingui/core'
import type { Language } from '#contract/primitives.ts'
import { messages as spanish } from '#locales/es/first.po'
import { firstPaint } from '#src/platform/first-paint.ts'

type Catalog = () => Promise<{ messages: Messages }>

/** What the first paint says: Spanish, the default, waits for nothing. */
const first: Record<Language, () => Messages | Promise<Messages>> = {
  es: () => spanish,
  en: async () => (await import('#locales/en/first.po')).messages,
  pt: async () => (await import('#locales/pt/first.po')).messages,
}

/** What every other screen says: a download of its own, after the first paint. */
const screens: Record<Language, Catalog> = {
  es: () => import('#locales/es/screens.po'),
  en: () => import('#locales/en/screens.po'),
  pt: () => import('#locales/pt/screens.po'),
}

let wordsOfScreens: Promise<void> = Promise.resolve()

/** Settles when the screens' words are there, in the language of the moment. */
export const screenWords = (): Promise<void> => wordsOfScreens

async function loadScreens(language: Language): Promise<void> {
  await firstPaint()
  const { messages } = await screens[language]()
  i18n.load(language, messages)
}

/**
 * Words everything in the language from now on: lingui's texts, and what the browser says by itself (lang).
 * @returns when the first paint's words are there
 */
export async function loadCatalog(language: Language): Promise<void> {
  i18n.loadAndActivate({ locale: language, messages: await first[language]() })
  document.documentElement.lang = language
  wordsOfScreens = loadScreens(language)
  // Whoever waits for the words hears of it; where nobody does, the next language change tries again.
  wordsOfScreens.catch(() => {})
}
