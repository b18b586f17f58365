import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export type SelectFieldProps = FieldWords &
  Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
    options: readonly SelectOption[]
    /** The first line, which chooses nothing yet. */
    placeholder?: string
  }

/** The device's own picker, which every hand knows. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id}>
      {wiring => (
        <div className={styles.picker}>
          <select {...select} {...wiring} className={styles.control}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(option => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" size="s" className={styles.arrow} />
        </div>
      )}
    </FieldFrame>
  )
}
