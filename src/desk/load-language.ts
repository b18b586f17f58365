import type { I18n, Messages } from '@lingui/core'
import type { Language } from '#contract/primitives.ts'

/** Each catalogue is a download of its own: a desk speaks one language. */
const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  es: () => import('#locales/es/desk.po'),
  en: () => import('#locales/en/desk.po'),
  pt: () => import('#locales/pt/desk.po'),
}

/** Fetches the language's sentences and words the page in it. */
export async function loadLanguage(
  i18n: I18n,
  language: Language,
  root: Pick<HTMLElement, 'lang'>,
): Promise<void> {
  const { messages } = await catalogues[language]()
  i18n.loadAndActivate({ locale: language, messages })
  root.lang = language
}
