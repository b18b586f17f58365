import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

export type TextFieldProps = FieldWords & ComponentProps<'input'>

export function TextField({ label, hint, error, optional, id, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id}>
      {wiring => <input type="text" {...input} {...wiring} className={styles.control} />}
    </FieldFrame>
  )
}
