import { useLingui } from '@lingui/react'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import type { AccountFault, AccountField } from '#src/domain/account-draft.ts'
import {
  accountFaultText,
  type AccountRefusal,
  accountRefusalText,
  fieldOfRefusal,
} from '#src/texts/account-texts.ts'
import type { FieldFault } from '#src/ui/form/error-summary.tsx'

export interface AccountFormOptions {
  faults: readonly AccountFault[]
  /** The server's refusal of what was sent last. */
  refusal: AccountRefusal | null
  busy: boolean
  /** It is not known yet what is asked: what is pressed is judged once it is. */
  isPending?: boolean
  /** The id of a field. */
  idOf: (field: AccountField) => string
  onSend: () => void
}

export type AccountForm = ReturnType<typeof useAccountForm>

/**
 * What the forms around an account have in common: nobody is told of a fault while still writing, and what
 * the server finds at fault in a field is said there, as what was found before.
 */
export function useAccountForm({
  faults,
  refusal,
  busy,
  isPending = false,
  idOf,
  onSend,
}: AccountFormOptions) {
  const { i18n } = useLingui()
  const [attempt, setAttempt] = useState(0)
  const [isHeld, setHeld] = useState(false)
  function judge(): void {
    setAttempt(count => count + 1)
    if (faults.length === 0 && !busy) onSend()
  }
  const judgeHeld = useEffectEvent(() => {
    setHeld(false)
    judge()
  })
  useEffect(() => {
    if (isHeld && !isPending) judgeHeld()
  }, [isHeld, isPending])
  const refusedField = refusal && fieldOfRefusal(refusal)
  const words = refusal && accountRefusalText(refusal, i18n)
  const shown: FieldFault[] =
    attempt === 0
      ? []
      : faults.map(fault => ({ fieldId: idOf(fault.field), message: i18n._(accountFaultText(fault)) }))
  const isNamed = refusedField !== null && shown.every(({ fieldId }) => fieldId !== idOf(refusedField))
  if (isNamed && words !== null) shown.push({ fieldId: idOf(refusedField), message: words })
  return {
    attempt,
    /** Where it is about a field. */
    refusal: refusedField && refusal,
    shown,
    errorOf: (field: AccountField) => shown.find(({ fieldId }) => fieldId === idOf(field))?.message,
    /** In words, where it is about no field. */
    failure: refusedField === null ? words : null,
    /** Pressed, and not judged yet. */
    isHeld,
    send(event: FormEvent) {
      event.preventDefault()
      if (isPending) setHeld(true)
      else judge()
    },
  }
}
