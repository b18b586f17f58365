import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { categoryColour } from '#contract/categories.ts'
import type { Language } from '#contract/primitives.ts'
import type { ShownOffice } from '#contract/rest/devices.ts'
import { LANGUAGES } from '#src/domain/languages.ts'
import { brandStyle } from '#src/ui/brand-style.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useKioskTools } from './kiosk-tools.ts'
import styles from './kiosk.module.css'

/** How the person before the screen reads it. */
export interface Looks {
  language: Language
  onLanguage(language: Language): void
  isLarge: boolean
  onLarge(isLarge: boolean): void
}

/** Each in its own words: whoever looks for theirs does not read the others. */
const NAMES: Record<Language, string> = { es: 'Español', en: 'English', pt: 'Português' }

export interface KioskFrameProps {
  office?: ShownOffice | undefined
  title: ReactNode
  looks: Looks
  /** What "Escuchar" says, one after the other; absent where there is nothing to hear. */
  spoken?: readonly string[]
  children: ReactNode
}

/** The head in the office's colour, and below everything the language, the size of the text, the voice. */
export function KioskFrame({ office, title, looks, spoken, children }: KioskFrameProps) {
  const { language, onLanguage, isLarge, onLarge } = looks
  const heading = useRef<HTMLHeadingElement>(null)
  // Another screen is read from its beginning.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    document.documentElement.classList.toggle('large-text', isLarge)
  }, [isLarge])
  return (
    <div className={styles.frame}>
      <header className={styles.head} style={brandStyle(office && categoryColour(office.category_id))}>
        <p className={styles.office}>{office?.name ?? 'Numerito'}</p>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
      </header>
      {/* Never `aria-busy`: under it readers keep to themselves that something is being done. */}
      <main className={styles.body}>{children}</main>
      <footer className={styles.tools}>
        {LANGUAGES.map(one => (
          <button
            key={one}
            type="button"
            lang={one}
            className={styles.tool}
            aria-pressed={one === language}
            onClick={() => onLanguage(one)}
          >
            {NAMES[one]}
          </button>
        ))}
        <button
          type="button"
          className={styles.tool}
          aria-pressed={isLarge}
          onClick={() => onLarge(!isLarge)}
        >
          <span aria-hidden>A+</span>
          <span className="visually-hidden">
            <Trans>Letra grande</Trans>
          </span>
        </button>
        {spoken && <Listen spoken={spoken} language={language} />}
      </footer>
    </div>
  )
}

function Listen({ spoken, language }: { spoken: readonly string[]; language: Language }) {
  const { t } = useLingui()
  const { voice } = useKioskTools()
  const speaks = useSyncExternalStore(voice.subscribe, () => voice.speaks(language))
  useEffect(() => voice.hush, [voice])
  return (
    <button
      type="button"
      className={classNames(styles.tool)}
      aria-disabled={!speaks}
      onClick={() => {
        if (!speaks) return
        voice.hush()
        void voice.say(spoken.join('. '), language)
      }}
    >
      <Icon name="sound" />
      {speaks ? t`Escuchar` : t`Sin voz en este idioma`}
    </button>
  )
}
