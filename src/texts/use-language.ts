import { useLingui } from '@lingui/react'
import { LANGUAGES, type Language } from '#contract/primitives.ts'

/** The language in which the screen is worded now. */
export function useLanguage(): Language {
  const { i18n } = useLingui()
  return LANGUAGES.find(language => language === i18n.locale) ?? 'es'
}
