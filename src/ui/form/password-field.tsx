import { type ComponentProps, useState } from 'react'
import { IconButton } from '../press/icon-button.tsx'
import styles from './field.module.css'
import { FieldFrame, type FieldWords } from './field-frame.tsx'
import own from './password-field.module.css'

export type PasswordFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, 'type' | 'autoComplete'> & {
    /** By which a password manager knows whether to fill or to offer one. */
    autoComplete: 'current-password' | 'new-password'
    /** Of the eye, while the letters are hidden, and while they are seen. */
    showLabel: string
    hideLabel: string
  }

/** What is typed is hidden, and can be looked at: on a phone nobody types blindly without a fault. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, id, showLabel, hideLabel, ...input } = props
  const [isSeen, setSeen] = useState(false)
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id}>
      {wiring => (
        <div className={own.password}>
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
            icon={isSeen ? 'eye-off' : 'eye'}
            label={isSeen ? hideLabel : showLabel}
            className={own.eye}
            onClick={() => setSeen(!isSeen)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
