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

/** What is said after it, each kind in a download of its own. */
const later: Record<'lists' | 'screens', Record<Language, Catalog>> = {
  lists: {
    es: () => import('#locales/es/lists.po'),
    en: () => import('#locales/en/lists.po'),
    pt: () => import('#locales/pt/lists.po'),
  },
  screens: {
    es: () => import('#locales/es/screens.po'),
    en: () => import('#locales/en/screens.po'),
    pt: () => import('#locales/pt/screens.po'),
  },
}
type Kind = keyof typeof later

/** The words of the language of the moment, by their kind, once somebody has asked for them. */
const asked = new Map<Kind, Promise<void>>()

async function load(kind: Kind, language: Language): Promise<void> {
  const { messages } = await later[kind][language]()
  i18n.load(language, messages)
}

function wordsOf(kind: Kind): Promise<void> {
  const before = asked.get(kind)
  if (before) return before
  const loading = load(kind, i18n.locale as Language)
  asked.set(kind, loading)
  // The network went in that moment: whoever asks next tries again.
  loading.catch(() => {
    if (asked.get(kind) === loading) asked.delete(kind)
  })
  return loading
}

/**
 * Settles when the screens' words are there, in the language of the moment. Whoever needs them to paint at
 * all asks at once; whoever does not asks after the first paint.
 */
export const screenWords = (): Promise<void> => wordsOf('screens')

/** The same of home's lists alone, which are painted before any other screen. */
export const listWords = (): Promise<void> => wordsOf('lists')

function activate(language: Language, messages: Messages): void {
  i18n.loadAndActivate({ locale: language, messages })
  sayLanguage(language)
}

/** Of two that are on their way the one that was chosen last is meant, whichever comes first. */
let chosen: Language

/**
 * Words everything in the language from now on: lingui's texts, and what the browser says by itself (lang).
 * Screens that are worded already change all at once: until their words have come, the old ones stay.
 * @returns when the first paint's words are there; undefined where they are there at once
 */
export function loadCatalog(language: Language): Promise<void> | undefined {
  chosen = language
  const words = first[language]()
  if (!(words instanceof Promise) && asked.size === 0) {
    activate(language, words)
    return undefined
  }
  return (async () => {
    const messages = { ...(await words) }
    const kinds = new Set<Kind>()
    // What a screen asks for meanwhile, in the language before, has to be said in this one as well.
    while (kinds.size < asked.size) {
      for (const kind of asked.keys()) kinds.add(kind)
      const rest = await Promise.all([...kinds].map(kind => later[kind][language]()))
      Object.assign(messages, ...rest.map(each => each.messages))
    }
    if (language === chosen) activate(language, messages)
  })()
}
