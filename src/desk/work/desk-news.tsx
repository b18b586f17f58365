import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { Note } from '#src/ui/state/note.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import styles from './desk-news.module.css'

export interface DeskNewsProps {
  /** How the last press went wrong. */
  fault: Error | null
  waiting: number
  /** What is wrong with what is seen. */
  children: ReactNode
}

/** Above the number: it may push the card down, but never the buttons from under a finger. */
export function DeskNews({ fault, waiting, children }: DeskNewsProps) {
  return (
    <div className={styles.news}>
      <div role="alert">{fault && <Fault error={fault} waiting={waiting} />}</div>
      <div aria-live="polite">{children}</div>
    </div>
  )
}

function Fault({ error, waiting }: { error: Error; waiting: number }) {
  const { i18n } = useLingui()
  const isNobody = error instanceof ApiError && error.code === 'nobody-waiting'
  // Somebody has come since.
  if (isNobody && waiting > 0) return null
  return (
    <Note tone={isNobody ? 'plain' : 'loss'} icon={isNobody ? 'people' : undefined}>
      {i18n._(actionErrorText(error))}
    </Note>
  )
}
