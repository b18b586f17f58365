import { classNames } from '../class-names.ts'
import type { SelectOption } from '../form/select-field.tsx'
import { Icon } from '../icon.tsx'
import styles from './chip.module.css'

export interface SelectChipProps {
  /** What it filters by: drawn while nothing is chosen, and its name all the while. */
  label: string
  /** The first line of the list, which chooses nothing. */
  none: string
  value: string | null
  options: readonly SelectOption[]
  onChange: (value: string | null) => void
}

/**
 * A filter with many values: a chip to the eye, the device's own picker to the finger. Lives in a
 * `ChipGroup`.
 */
export function SelectChip({ label, none, value, options, onChange }: SelectChipProps) {
  const chosen = options.find(option => option.value === value)
  return (
    <span className={classNames(styles.chip, styles.select)} data-on={chosen ? true : undefined}>
      {chosen && <Icon name="check" size="s" />}
      <span aria-hidden="true">{chosen?.label ?? label}</span>
      <Icon name="down" size="s" />
      <select
        aria-label={label}
        value={chosen?.value ?? ''}
        onChange={event => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{none}</option>
        {options.map(option => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
