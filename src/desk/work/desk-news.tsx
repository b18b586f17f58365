import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '#src/api/api-error.ts'
import { Note } from '#src/ui/state/note.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import type { DeskActing } from '../use-desk-action.ts'
import styles from './desk-news.module.css'
import { OfficeNews, type OfficeTrouble } from '../office-news.tsx'

export interface DeskNewsProps {
  /** How the last press went wrong, and what became of it where no answer came. */
  fault: Error | null
  outcome: DeskActing['outcome']
  trouble: OfficeTrouble | null
  waiting: number
}

/** Above the number: it may push the card down, but never the buttons from under a finger. */
export function DeskNews({ fault, outcome, trouble, waiting }: DeskNewsProps) {
  return (
    <div className={styles.news}>
      <div role="alert">{fault && <Fault error={fault} outcome={outcome} waiting={waiting} />}</div>
      <div aria-live="polite">
        {trouble && <OfficeNews {...trouble} isTold={codeOf(fault) === codeOf(trouble.error)} />}
      </div>
    </div>
  )
}

const codeOf = (error: Error | null) => (error instanceof ApiError ? error.code : null)

function Fault({ error, outcome, waiting }: { error: Error } & Pick<DeskNewsProps, 'outcome' | 'waiting'>) {
  const { i18n } = useLingui()
  const isNobody = codeOf(error) === 'nobody-waiting'
  const isCalm = isNobody || codeOf(error) === 'waiting-for-others'
  // Somebody has come since.
  if (isNobody && waiting > 0) return null
  if (outcome === 'done') {
    return (
      <Note tone="ok" icon="check">
        <Trans>La respuesta no llegó, pero lo último que pediste sí se hizo.</Trans>
      </Note>
    )
  }
  if (outcome === 'not-done') {
    return (
      <Note tone="loss">
        <Trans>Lo último que pediste no se hizo. Puedes pedirlo otra vez.</Trans>
      </Note>
    )
  }
  if (outcome === 'looking') {
    return (
      <Note icon="clock">
        <Trans>No llegó respuesta. Veremos si se hizo apenas haya conexión; no hace falta repetirlo.</Trans>
      </Note>
    )
  }
  return (
    <Note tone={isCalm ? 'plain' : 'loss'} icon={isCalm ? 'people' : undefined}>
      {i18n._(actionErrorText(error))}
    </Note>
  )
}
