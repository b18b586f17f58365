import type { ComponentProps } from 'react'
import styles from './choice.module.css'
import { FieldError, type FieldWords, useFieldIds } from './field-frame.tsx'

export type CheckboxProps = FieldWords &
  Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onChange?: (checked: boolean) => void }

/** A thing agreed to or chosen. The whole line can be pressed. */
export function Checkbox({ label, hint, error, optional, id: given, onChange, ...input }: CheckboxProps) {
  const { id, hintId, errorId, describedBy } = useFieldIds(given, hint, error)
  return (
    <div>
      <label className={styles.row}>
        <input
          {...input}
          type="checkbox"
          id={id}
          className={styles.mark}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          onChange={event => onChange?.(event.target.checked)}
        />
        <span className={styles.words}>
          {label}
          {optional && <span className={styles.optional}> {optional}</span>}
        </span>
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  )
}
