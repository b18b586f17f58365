import { i18n, type Messages } from '@lingui/core'
import type { Language } from '#contract/primitives.ts'

/** Few at a desk come here: its words are a download of their own, like its screens. */
const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  es: () => import('#locales/es/settings.po'),
  en: () => import('#locales/en/settings.po'),
  pt: () => import('#locales/pt/settings.po'),
}

/** Fetches the page and its words, in the language of the moment. */
export async function openSettings(): Promise<typeof import('./settings-screen.tsx')> {
  const language = i18n.locale as Language
  const [{ messages }, screen] = await Promise.all([catalogues[language](), import('./settings-screen.tsx')])
  i18n.load(language, messages)
  return screen
}
