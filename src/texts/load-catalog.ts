import { i18n } from '@lingui/core'
import type { Language } from '#contract/primitives.ts'

const catalogs = {
  es: () => import('#locales/es/messages.po'),
  en: () => import('#locales/en/messages.po'),
  pt: () => import('#locales/pt/messages.po'),
} satisfies Record<Language, () => Promise<{ messages: Record<string, unknown> }>>

/** Words everything in the language from now on: lingui's texts, and what the browser says by itself (lang). */
export async function loadCatalog(language: Language): Promise<void> {
  const { messages } = await catalogs[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}
