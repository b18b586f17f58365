import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import choice from './choice.module.css'
import { FieldError, useFieldIds } from './field-frame.tsx'
import styles from './radio-group.module.css'

export interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps<Value extends string> {
  legend: ReactNode
  /** The legend is read aloud in any case; hide it where a heading has just said it. */
  legendHidden?: boolean
  options: readonly RadioOption<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  /**
   * rows: one under the other, with hints; segments: two or three short words; grid: hours, set in the
   * numerals' face.
   */
  look?: 'rows' | 'segments' | 'grid'
  hint?: ReactNode
  error?: ReactNode
  /** Goes on the first radio, so that the error summary's link arrives there. */
  id?: string
}

/** One of several. The same native radios under three faces. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, legendHidden = false, options, value, onChange, look = 'rows', hint, error } = props
  const { id, hintId, errorId, describedBy } = useFieldIds(props.id, hint, error)
  const name = useId()
  return (
    <fieldset role="radiogroup" aria-describedby={describedBy} aria-invalid={error ? true : undefined}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      {hint && (
        <p id={hintId} className={choice.hint}>
          {hint}
        </p>
      )}
      <div className={styles[look]}>
        {options.map((option, at) => (
          <label
            key={option.value}
            className={classNames(
              look === 'rows' ? choice.row : styles.press,
              look === 'rows' && styles.row,
              look === 'grid' && 'numerals',
            )}
          >
            <input
              type="radio"
              id={at === 0 ? id : undefined}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              className={look === 'rows' ? classNames(choice.mark, choice.dot) : undefined}
              onChange={() => onChange(option.value)}
            />
            <span className={choice.words}>
              {option.label}
              {option.hint && <span className={choice.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
