import '#src/ui/late-icons.ts'
import { type Messages, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '#contract/primitives.ts'
import { messages as english } from '#locales/en/first.po'
import { messages as englishScreens } from '#locales/en/screens.po'
import { messages as spanish } from '#locales/es/first.po'
import { messages as spanishScreens } from '#locales/es/screens.po'
import { messages as portuguese } from '#locales/pt/first.po'
import { messages as portugueseScreens } from '#locales/pt/screens.po'
import { LANGUAGES } from '#src/domain/languages.ts'
import { FRAME_KINDS, type FrameKind, frameId, notStartedId, VIEWS } from './frame-id.ts'
import { FirstFrame } from './frames.tsx'
import { NotStarted } from './not-started.tsx'

/** At the build all words are at hand, the first ones and those of the screens. */
const MESSAGES: Record<Language, Messages> = {
  es: { ...spanish, ...spanishScreens },
  en: { ...english, ...englishScreens },
  pt: { ...portuguese, ...portugueseScreens },
}

function template(id: string, language: Language, children: React.ReactNode): string {
  const i18n = setupI18n({ locale: language, messages: { [language]: MESSAGES[language] } })
  const markup = renderToStaticMarkup(<I18nProvider i18n={i18n}>{children}</I18nProvider>)
  return `<template id="${id}">${markup}</template>`
}

/** A template for each language and view, by the kind of screen whose top it holds. */
export const renderFrames = (): Record<FrameKind, string> =>
  Object.fromEntries(
    FRAME_KINDS.map(kind => [
      kind,
      LANGUAGES.flatMap(language =>
        VIEWS.map(view =>
          template(frameId(kind, language, view), language, <FirstFrame kind={kind} view={view} />),
        ),
      ).join(''),
    ]),
  ) as Record<FrameKind, string>

/** What is said where nothing else comes, in a template for each language. */
export const renderNotStarted = (): string =>
  LANGUAGES.map(language => template(notStartedId(language), language, <NotStarted />)).join('')
