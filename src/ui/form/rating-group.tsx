import { type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import { FieldError, useFieldIds } from './field-frame.tsx'
import styles from './rating-group.module.css'

export interface RatingStep {
  value: number
  /** What it means, in a word or two. */
  word: string
}

export interface RatingGroupProps {
  legend: ReactNode
  /** The legend is read aloud in any case; hide it where a heading has just said it. */
  legendHidden?: boolean
  /** From the worst to the best. */
  steps: readonly RatingStep[]
  value: number | null
  onChange: (value: number) => void
  error?: ReactNode
  /** Goes on the first radio, so that the error summary's link arrives there. */
  id?: string
}

/**
 * How good it was, in stars: native radios, so that the arrows walk through them and each is read by its
 * word. The chosen one's word stands large below, and before that the words of both ends.
 */
export function RatingGroup(props: RatingGroupProps) {
  const { legend, legendHidden = false, steps, value, onChange, error } = props
  const { id, errorId, describedBy } = useFieldIds(props.id, undefined, error)
  const name = useId()
  const chosen = steps.find(step => step.value === value)
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={describedBy}
      aria-invalid={error ? true : undefined}
      className={styles.group}
    >
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={styles.stars}>
        {steps.map((step, at) => (
          <label key={step.value} className={styles.star} data-lit={value !== null && step.value <= value}>
            <input
              type="radio"
              id={at === 0 ? id : undefined}
              name={name}
              value={step.value}
              checked={step.value === value}
              onChange={() => onChange(step.value)}
            />
            <Icon name="star" filled={value !== null && step.value <= value} className={styles.sign} />
            <span className="visually-hidden">{step.word}</span>
          </label>
        ))}
      </div>
      {/* Each radio says its own word: for eyes alone. */}
      <p aria-hidden="true" className={styles.words}>
        {chosen ? (
          <strong className={styles.chosen}>{chosen.word}</strong>
        ) : (
          <>
            <span>{steps[0]?.word}</span>
            <span>{steps.at(-1)?.word}</span>
          </>
        )}
      </p>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
