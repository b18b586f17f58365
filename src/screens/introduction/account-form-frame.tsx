import type { ReactNode } from 'react'
import { ErrorSummary } from '#src/ui/form/error-summary.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './introduction.module.css'
import type { AccountForm } from './use-account-form.ts'

/** Where the fields and the button stand, for whoever puts something of their own around them. */
export type Arrange = (fields: ReactNode, button: ReactNode) => ReactNode

export interface AccountFormFrameProps {
  form: AccountForm
  /** Above what is at fault. */
  summary: string
  /** What the form is for, where nothing around it says so. */
  intro?: ReactNode
  /** The fields. */
  children: ReactNode
  /** A way on from what failed. */
  failureAction?: ReactNode
  /** What is said beside the press while it works. */
  progress?: ReactNode
  busy: boolean
  submitLabel: ReactNode
  /** Under the button. */
  below?: ReactNode
  arrange?: Arrange | undefined
}

/** A form around an account: its fields, what is at fault, and what failed beside the press it answers. */
export function AccountFormFrame(props: AccountFormFrameProps) {
  const { form, summary, intro, children, failureAction, progress, busy, submitLabel, below, arrange } = props
  const fields = (
    <div className={styles.form}>
      {intro}
      <ErrorSummary title={summary} faults={form.shown} attempt={form.attempt} refusal={form.refusal} />
      {children}
      {form.failure && (
        <Note tone="loss" role="alert" action={failureAction}>
          {form.failure}
        </Note>
      )}
      {progress}
    </div>
  )
  const button = (
    <Button type="submit" wide size="tall" busy={busy}>
      {submitLabel}
    </Button>
  )
  return (
    <form noValidate onSubmit={form.send} className={styles.form}>
      {arrange ? (
        arrange(fields, button)
      ) : (
        <>
          {fields}
          {button}
        </>
      )}
      {below}
    </form>
  )
}
