import { type Messages, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '#contract/primitives.ts'
import { messages as english } from '#locales/en/first.po'
import { messages as spanish } from '#locales/es/first.po'
import { messages as portuguese } from '#locales/pt/first.po'
import { LANGUAGES } from '#src/domain/languages.ts'
import { FRAME_KINDS, frameId, notStartedId, viewsOf } from './frame-id.ts'
import { FirstFrame } from './frames.tsx'
import { NotStarted } from './not-started.tsx'

const MESSAGES: Record<Language, Messages> = { es: spanish, en: english, pt: portuguese }

function template(id: string, language: Language, children: React.ReactNode): string {
  const i18n = setupI18n({ locale: language, messages: { [language]: MESSAGES[language] } })
  const markup = renderToStaticMarkup(<I18nProvider i18n={i18n}>{children}</I18nProvider>)
  return `<template id="${id}">${markup}</template>`
}

/**
 * The tops of the screens in a template for each language and view; and what is said where nothing else
 * comes.
 */
export const renderFrames = (): string =>
  LANGUAGES.flatMap(language => [
    ...FRAME_KINDS.flatMap(kind =>
      viewsOf(kind).map(view =>
        template(frameId(kind, language, view), language, <FirstFrame kind={kind} view={view} />),
      ),
    ),
    template(notStartedId(language), language, <NotStarted />),
  ]).join('\n    ')
