import type { ReactNode } from 'react'
import { useBack } from '#src/screens/shared/back-link.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { standAboveDock } from '#src/ui/shell/bottom-dock.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Steps } from '#src/ui/state/steps.tsx'
import styles from './wizard-frame.module.css'

/** Where a question stands among the others, and the way back from it. */
export interface WizardPlace {
  kicker: ReactNode
  /** From 1. */
  current: number
  total: number
  /** "Paso 3 de 5" */
  progress: string
  back: string
}

export interface WizardFrameProps {
  place: WizardPlace
  title: ReactNode
  /** The press that goes on. */
  foot?: ReactNode
  /** What is typed here is not in the draft: leaving would lose it. */
  isUnkept?: boolean
  children: ReactNode
}

/**
 * One question a screen: how far one is, the question, what can be answered, and the way on, always in sight.
 */
export function WizardFrame({ place, title, foot, isUnkept = false, children }: WizardFrameProps) {
  const back = useBack(place.back)
  const heading = useHeadingFocus()
  return (
    <div className={styles.wizard} data-kept={isUnkept ? undefined : ''}>
      <ScreenHeader
        kicker={place.kicker}
        title={title}
        back={back}
        between={<Steps current={place.current} total={place.total} label={place.progress} />}
        headingRef={heading}
      />
      <ScreenBody width="column">
        {children}
        {foot && (
          <div ref={standAboveDock} className={styles.foot}>
            {foot}
          </div>
        )}
      </ScreenBody>
    </div>
  )
}
