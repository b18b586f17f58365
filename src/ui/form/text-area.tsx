import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

export type TextAreaProps = FieldWords & ComponentProps<'textarea'>

export function TextArea({ label, hint, error, optional, id, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id}>
      {wiring => <textarea {...area} {...wiring} className={classNames(styles.control, styles.area)} />}
    </FieldFrame>
  )
}
