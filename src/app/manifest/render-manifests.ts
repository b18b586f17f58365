import { type Messages, setupI18n } from '@lingui/core'
import type { Language } from '#contract/primitives.ts'
import { messages as english } from '#locales/en/manifest.po'
import { messages as spanish } from '#locales/es/manifest.po'
import { messages as portuguese } from '#locales/pt/manifest.po'
import { LANGUAGES, manifestAddress } from '#src/domain/languages.ts'
import { manifestIn } from './manifest.ts'

const MESSAGES: Record<Language, Messages> = { es: spanish, en: english, pt: portuguese }

/** The manifests as files, by their addresses. Run by the build. */
export const renderManifests = (): [address: string, json: string][] =>
  LANGUAGES.map(language => {
    const i18n = setupI18n({ locale: language, messages: MESSAGES })
    return [manifestAddress(language), JSON.stringify(manifestIn(language, i18n))]
  })
