import { type ComponentProps, useState } from 'react'
import { IconButton } from '../press/icon-button.tsx'
import styles from './field.module.css'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

export type PasswordFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, 'type' | 'autoComplete'> & {
    /** By which a password manager knows whether to fill or to offer one. */
    autoComplete: 'current-password' | 'new-password'
    /** Of the eye, which is filled while the letters are seen. */
    showLabel: string
  }

/** What is typed is hidden, and can be looked at: on a phone nobody types blindly without a fault. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, id, showLabel, ...input } = props
  const [isSeen, setSeen] = useState(false)
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id}>
      {wiring => (
        <div className={styles.password}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...wiring}
            type={isSeen ? 'text' : 'password'}
            className={styles.control}
          />
          <IconButton
            icon="eye"
            label={showLabel}
            pressed={isSeen}
            className={styles.eye}
            onClick={() => setSeen(!isSeen)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
