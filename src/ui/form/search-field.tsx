import { type ComponentProps, useRef } from 'react'
import { Icon } from '../icon.tsx'
import { IconButton } from '../press/icon-button.tsx'
import styles from './search-field.module.css'

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
  /** Read aloud; the placeholder and the glass say it to the eye. */
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
}

/** Put it in a `<search>` or a form; emptying it returns the focus to it, so that typing goes on. */
export function SearchField({ label, clearLabel, value, onChange, ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  return (
    <div className={styles.search}>
      <Icon name="search" className={styles.glass} />
      <input
        enterKeyHint="search"
        autoComplete="off"
        {...input}
        ref={field}
        type="search"
        aria-label={label}
        className={styles.input}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      {value !== '' && (
        <IconButton icon="close" label={clearLabel} className={styles.clear} onClick={clear} />
      )}
    </div>
  )
}
