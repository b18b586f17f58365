import { type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'

export interface FieldWords {
  label: ReactNode
  hint?: ReactNode
  /** Absent or empty, the field is at peace. */
  error?: ReactNode
  /** "(Opcional)", in the person's language; the rest is required. */
  optional?: ReactNode
}

/** What ties a control to its words; spread on the control itself. */
export interface ControlWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldFrameProps = FieldWords & { id?: string; children: (wiring: ControlWiring) => ReactNode }

/** The label above, the hint under it, the fault below, all read with the control that they speak of. */
export function FieldFrame({ label, hint, error, optional, id: given, children }: FieldFrameProps) {
  const { id, hintId, errorId, describedBy } = useFieldIds(given, hint, error)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        <span className={styles.label}>{label}</span>
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      <FieldError id={errorId} error={error} />
    </div>
  )
}

/** The ids that a control and its words find each other by; the id given, or one of its own. */
export function useFieldIds(given: string | undefined, hint: ReactNode, error: ReactNode) {
  const own = useId()
  const id = given ?? own
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const words: string[] = []
  if (hint) words.push(hintId)
  if (error) words.push(errorId)
  return { id, hintId, errorId, describedBy: words.length > 0 ? words.join(' ') : undefined }
}

export function FieldError({ id, error }: { id: string; error: ReactNode }) {
  if (!error) return null
  return (
    <p id={id} className={styles.error}>
      <Icon name="warning" size="s" />
      <span>{error}</span>
    </p>
  )
}
