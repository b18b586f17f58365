import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/press/button.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import type { Standing } from '../word-of-arrival.ts'
import styles from './arrival-question.module.css'
import { NextKey } from './next-key.tsx'

export interface ArrivalQuestionProps {
  standing: Standing
  acting: DeskActing
  /** It was opened by the press that calls the next: both answers go on to that. */
  andCall: { onSay: (arrived: boolean) => void; onBack: () => void } | null
}

/** Whether whoever was called came: the clerk's word, without which nobody becomes attended (DESK-06). */
export function ArrivalQuestion({ standing, acting, andCall }: ArrivalQuestionProps) {
  const { act, pending } = acting
  const { tuid, ticket } = standing
  const yes = useRef<HTMLButtonElement>(null)
  const isAsked = andCall !== null
  // The focus goes where the press has led.
  useEffect(() => {
    if (isAsked) yes.current?.focus()
  }, [isAsked])
  return (
    <fieldset className={styles.question} aria-labelledby="arrival-question">
      <div className={classNames(styles.top, isAsked && styles.alone)}>
        <p id="arrival-question" className={styles.words} aria-live="polite">
          {andCall ? <Trans>¿Llegó el {ticket}?</Trans> : <Trans>¿Llegó?</Trans>}
        </p>
        {andCall && (
          <Button look="plain" size="tight" onClick={andCall.onBack}>
            <Trans>Volver</Trans>
          </Button>
        )}
      </div>
      <Button
        ref={yes}
        icon="check"
        className={classNames(styles.answer, styles.yes)}
        aria-keyshortcuts="Control+Enter"
        busy={pending === 'arrived' || (andCall !== null && pending === 'call')}
        onClick={() => (andCall ? andCall.onSay(true) : act({ do: 'arrived', tuid }))}
      >
        {andCall ? <Trans>Sí, y llamar</Trans> : <Trans>Sí, atiendo</Trans>} <NextKey />
      </Button>
      <Button
        look="quiet"
        icon="walk"
        className={styles.answer}
        busy={pending === 'absent'}
        onClick={() => (andCall ? andCall.onSay(false) : act({ do: 'absent', tuid }))}
      >
        {andCall ? <Trans>No, y llamar</Trans> : <Trans>No llegó</Trans>}
      </Button>
    </fieldset>
  )
}
