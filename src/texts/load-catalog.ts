import { i18n, type Messages } from '@lingui/core'
import type { Language } from '#contract/primitives.ts'
import { messages as spanish } from '#locales/es/first.po'
import { sayLanguage } from './say-language.ts'

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

/** The screens' words of the language of the moment, once somebody has asked for them. */
let wordsOfScreens: Promise<void> | null = null

async function loadScreens(language: Language): Promise<void> {
  const { messages } = await screens[language]()
  i18n.load(language, messages)
}

/**
 * Settles when the screens' words are there, in the language of the moment. Whoever needs them to paint at
 * all asks at once; whoever does not asks after the first paint.
 */
export function screenWords(): Promise<void> {
  if (!wordsOfScreens) {
    const loading = loadScreens(i18n.locale as Language)
    wordsOfScreens = loading
    // The network went in that moment: whoever asks next tries again.
    loading.catch(() => {
      if (wordsOfScreens === loading) wordsOfScreens = null
    })
  }
  return wordsOfScreens
}

function activate(language: Language, messages: Messages): void {
  i18n.loadAndActivate({ locale: language, messages })
  sayLanguage(language)
}

/**
 * Words everything in the language from now on: lingui's texts, and what the browser says by itself (lang).
 * Screens that are worded already change all at once: until their words have come, the old ones stay.
 * @returns when the first paint's words are there; undefined where they are there at once
 */
export function loadCatalog(language: Language): Promise<void> | undefined {
  const words = first[language]()
  if (!(words instanceof Promise) && wordsOfScreens === null) {
    activate(language, words)
    return undefined
  }
  return (async () => {
    const rest = wordsOfScreens === null ? undefined : (await screens[language]()).messages
    activate(language, { ...(await words), ...rest })
  })()
}
