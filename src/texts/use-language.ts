import { useLingui } from '@lingui/react'
import type { Language } from '#contract/primitives.ts'
import { LANGUAGES } from '#src/domain/languages.ts'

/** The language in which the screen is worded now. */
export function useLanguage(): Language {
  const { i18n } = useLingui()
  return LANGUAGES.find(language => language === i18n.locale) ?? 'es'
}
