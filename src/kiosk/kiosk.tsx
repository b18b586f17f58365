import { Trans } from '@lingui/react/macro'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { KIOSK_IDLE_MS } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { ArriveScreen } from './arrive-screen.tsx'
import { ChooseScreen } from './choose-screen.tsx'
import { KioskFrame } from './kiosk-frame.tsx'
import styles from './kiosk.module.css'
import { NumberScreen } from './number-screen.tsx'
import { useGiving } from './use-giving.ts'
import { useIdle } from './use-idle.ts'
import { useKiosk } from './use-kiosk.ts'

export interface KioskProps {
  language: Language
  onLanguage(language: Language): void
}

/** The whole of the kiosk: its question, or the number that somebody was given. */
export function Kiosk({ language, onLanguage }: KioskProps) {
  const { state, isReached } = useKiosk()
  const giving = useGiving()
  const [isLarge, setLarge] = useState(false)
  const [prefers, setPrefers] = useState(false)
  const [isArriving, setArriving] = useState(false)
  /** Each finds the question as it begins: the focus of whoever stood here before is nowhere in it. */
  const [person, setPerson] = useState(0)
  const first = state?.languages[0]
  const hasChosen = useRef(false)
  const isKnown = state !== undefined
  const [speaks, setSpeaks] = useState(false)
  // Before the question is there at all, and not only once the first person has gone: a screen reader says it
  // as it was when it came.
  useLayoutEffect(() => {
    if (first && !hasChosen.current) onLanguage(first)
    setSpeaks(isKnown)
  }, [first, isKnown, onLanguage])

  const { forget, isGiving, paper } = giving
  const beginAnew = useCallback(() => {
    forget()
    setLarge(false)
    setPrefers(false)
    setArriving(false)
    setPerson(before => before + 1)
    hasChosen.current = false
    if (first) onLanguage(first)
    scrollTo({ top: 0 })
  }, [forget, onLanguage, first])
  const isTouched = useIdle(KIOSK_IDLE_MS, paper || isGiving ? nothing : beginAnew)
  const isInUse = isTouched || isGiving || paper !== undefined
  // For whoever would load the page anew.
  useLayoutEffect(() => void document.body.toggleAttribute('data-in-use', isInUse), [isInUse])

  const choose = (chosen: Language) => {
    hasChosen.current = true
    onLanguage(chosen)
  }
  const looks = { language, onLanguage: choose, isLarge, onLarge: setLarge }
  if (paper)
    return (
      <NumberScreen key={paper.tuid} paper={paper} office={state?.office} looks={looks} onDone={beginAnew} />
    )
  if (!state || !speaks) {
    return (
      <KioskFrame title={<Trans>Un momento</Trans>} looks={looks}>
        {isReached ? <Spinner size="l" /> : <Unreached />}
      </KioskFrame>
    )
  }
  if (!isReached) {
    return (
      <KioskFrame office={state.office} title={<Trans>Sin conexión</Trans>} looks={looks}>
        <Unreached />
      </KioskFrame>
    )
  }
  if (isArriving) return <ArriveScreen office={state.office} looks={looks} onDone={beginAnew} />
  return (
    <ChooseScreen
      key={person}
      state={state}
      giving={giving}
      looks={looks}
      prefers={prefers}
      onPrefers={setPrefers}
      onArrive={() => setArriving(true)}
    />
  )
}

const nothing = () => undefined

/** No place is promised that nobody keeps. */
function Unreached() {
  return (
    <div className={styles.middle} role="alert">
      <FailedState title={<Trans>Por ahora no podemos dar números aquí</Trans>}>
        <Trans>Pide tu número en el mesón. Esta pantalla vuelve sola cuando haya conexión.</Trans>
      </FailedState>
    </div>
  )
}
