import { i18n, type Messages } from '@lingui/core'
import type { Language } from '#contract/primitives.ts'

type Catalog = () => Promise<{ messages: Messages }>

/** What the first paint says, and what every other screen says: two downloads, the second after the first paint. */
const catalogs: Record<Language, { first: Catalog; screens: Catalog }> = {
  es: { first: () => import('#locales/es/first.po'), screens: () => import('#locales/es/screens.po') },
  en: { first: () => import('#locales/en/first.po'), screens: () => import('#locales/en/screens.po') },
  pt: { first: () => import('#locales/pt/first.po'), screens: () => import('#locales/pt/screens.po') },
}

let wordsOfScreens: Promise<void> = Promise.resolve()

/** Settles when the screens' words are there, in the language of the moment. */
export const screenWords = (): Promise<void> => wordsOfScreens

async function loadScreens(language: Language): Promise<void> {
  const { messages } = await catalogs[language].screens()
  i18n.load(language, messages)
}

/**
 * Words everything in the language from now on: lingui's texts, and what the browser says by itself (lang).
 * @returns when the first paint's words are there
 */
export async function loadCatalog(language: Language): Promise<void> {
  const { messages } = await catalogs[language].first()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
  wordsOfScreens = loadScreens(language)
  // Whoever waits for the words hears of it; where nobody does, the next language change tries again.
  wordsOfScreens.catch(() => {})
}
