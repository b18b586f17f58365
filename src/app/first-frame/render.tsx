import { type Messages, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '#contract/primitives.ts'
import { messages as english } from '#locales/en/first.po'
import { messages as spanish } from '#locales/es/first.po'
import { messages as portuguese } from '#locales/pt/first.po'
import { LANGUAGES } from '#src/domain/languages.ts'
import { HomeHeader } from '#src/screens/home/home-header.tsx'
import { HomeSearch } from '#src/screens/home/home-search.tsx'
import { DesktopFrame, MobileFrame } from '#src/ui/shell/frames.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { DockPlace, RailPlace } from '../shell/places.tsx'
import { frameId, notStartedId, VIEWS, type View } from './frame-id.ts'
import { NotStarted } from './not-started.tsx'

const MESSAGES: Record<Language, Messages> = { es: spanish, en: english, pt: portuguese }
const FRAMES = {
  mobile: ({ children }: { children: React.ReactNode }) => (
    <MobileFrame dock={<DockPlace />}>{children}</MobileFrame>
  ),
  desktop: ({ children }: { children: React.ReactNode }) => (
    <DesktopFrame rail={<RailPlace />}>{children}</DesktopFrame>
  ),
}
const unheard = () => undefined

function template(id: string, language: Language, children: React.ReactNode): string {
  const i18n = setupI18n({ locale: language, messages: { [language]: MESSAGES[language] } })
  const markup = renderToStaticMarkup(<I18nProvider i18n={i18n}>{children}</I18nProvider>)
  return `<template id="${id}">${markup}</template>`
}

function frame(language: Language, view: View): string {
  const Frame = FRAMES[view]
  return template(
    frameId(language, view),
    language,
    <Frame>
      <HomeHeader />
      <ScreenBody>
        <HomeSearch text="" onChange={unheard} />
      </ScreenBody>
    </Frame>,
  )
}

/**
 * The top of the home screen, which needs nothing but words, in a template for each language and view; and
 * what is said where nothing else comes.
 */
export const renderFrames = (): string =>
  LANGUAGES.flatMap(language => [
    ...VIEWS.map(view => frame(language, view)),
    template(notStartedId(language), language, <NotStarted />),
  ]).join('\n    ')
