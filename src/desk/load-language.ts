import type { I18n, Messages } from '@lingui/core'
import type { Language } from '#contract/primitives.ts'

type Catalogues = Record<Language, () => Promise<{ messages: Messages }>>

/** Each is a download of its own: a desk speaks one language. What is said at the door comes first. */
const door: Catalogues = {
  es: () => import('#locales/es/door.po'),
  en: () => import('#locales/en/door.po'),
  pt: () => import('#locales/pt/door.po'),
}

const desk: Catalogues = {
  es: () => import('#locales/es/desk.po'),
  en: () => import('#locales/en/desk.po'),
  pt: () => import('#locales/pt/desk.po'),
}

/** Fetches what the door says in this language, and words the page in it. */
export async function loadLanguage(
  i18n: I18n,
  language: Language,
  root: Pick<HTMLElement, 'lang'>,
): Promise<void> {
  const { messages } = await door[language]()
  i18n.loadAndActivate({ locale: language, messages })
  root.lang = language
}

/** Fetches everything else, in the page's language. */
export async function loadWords(i18n: I18n): Promise<void> {
  const { messages } = await desk[i18n.locale as Language]()
  i18n.load(i18n.locale, messages)
}
