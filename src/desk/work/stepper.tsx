import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import styles from './stepper.module.css'

export interface StepperProps {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
  ref?: Ref<HTMLInputElement> | undefined
}

/**
 * How often: pressed up and down, or typed. For the keyboard the number alone is a stop: the arrows do what
 * the two targets beside it do.
 */
export function Stepper({ label, value, max, onChange, ref }: StepperProps) {
  const { t } = useLingui()
  const id = useId()
  const put = (next: number) => onChange(Math.min(Math.max(next, 0), max))
  const steps: Record<string, number> = {
    ArrowUp: value + 1,
    ArrowDown: value - 1,
    PageUp: value + 10,
    PageDown: value - 10,
    Home: 0,
    End: max,
  }
  const press = (event: KeyboardEvent) => {
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    put(next)
  }
  return (
    <div className={styles.stepper}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.steps}>
        <IconButton
          icon="minus"
          label={t`Uno menos: ${label}`}
          tabIndex={-1}
          aria-disabled={value === 0 || undefined}
          className={styles.step}
          onClick={() => put(value - 1)}
        />
        <input
          ref={ref}
          id={id}
          type="text"
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-valuemin={0}
          aria-valuemax={max}
          aria-valuenow={value}
          value={value}
          className={`${styles.value} ${value === 0 ? styles.none : ''} numerals`}
          onFocus={event => event.target.select()}
          onKeyDown={press}
          // What does not fit any more pushes nothing out: 99 and a 9 is 99.
          onChange={event => put(Number(event.target.value.replace(/\D/g, '')))}
        />
        <IconButton
          icon="plus"
          label={t`Uno más: ${label}`}
          tabIndex={-1}
          aria-disabled={value === max || undefined}
          className={styles.step}
          onClick={() => put(value + 1)}
        />
      </div>
    </div>
  )
}
