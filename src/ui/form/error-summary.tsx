import { type MouseEvent, useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import styles from './error-summary.module.css'

export interface FieldFault {
  /** The id given to the field. */
  fieldId: string
  message: string
}

export interface ErrorSummaryProps {
  title: string
  faults: readonly FieldFault[]
  /** Count the attempts to send: each one that leaves faults brings the focus back here. */
  attempt: number
  /** What the server found at fault: its answer comes after the press, and brings the focus back too. */
  refusal?: unknown
}

/** All that must be put right, at the top of the form, each line a way to its field. */
export function ErrorSummary({ title, faults, attempt, refusal }: ErrorSummaryProps) {
  const summary = useRef<HTMLElement>(null)
  // Not with the faults: they come and go while somebody types, who would be taken out of the field.
  useEffect(() => {
    if (attempt > 0) summary.current?.focus()
  }, [attempt])
  useEffect(() => {
    if (refusal) summary.current?.focus()
  }, [refusal])
  if (faults.length === 0) return null

  // A bare fragment link would move the view and leave the keyboard behind, and write into the address.
  const goTo = (event: MouseEvent, fieldId: string) => {
    event.preventDefault()
    document.getElementById(fieldId)?.focus()
  }
  return (
    <section ref={summary} tabIndex={-1} role="alert" aria-label={title} className={styles.summary}>
      <h2 className={styles.title}>
        <Icon name="warning" />
        {title}
      </h2>
      <ul>
        {faults.map(fault => (
          <li key={fault.fieldId}>
            <a
              className={styles.link}
              href={`#${fault.fieldId}`}
              onClick={event => goTo(event, fault.fieldId)}
            >
              {fault.message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
