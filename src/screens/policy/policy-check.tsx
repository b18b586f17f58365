import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { useState } from 'react'
import type { Policy } from '#contract/rest/policies.ts'
import { useSession } from '#src/stores/session-store.ts'
import { formTexts } from '#src/texts/form-texts.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { PolicySheet } from './policy-sheet.tsx'
import styles from './policy.module.css'

export interface PolicyCheckProps {
  id: string
  /** Undefined while it is asked for, and where it cannot be read. */
  policy: Policy | undefined
  checked: boolean
  error: string | undefined
  /** They make an account with it. Whoever has one is known to. */
  makesAccount?: boolean
  onChange: (accepts: boolean) => void
}

/** 'Acepto la política', and the way to its text (FORM-04). */
export function PolicyCheck({
  id,
  policy,
  checked,
  error,
  makesAccount = false,
  onChange,
}: PolicyCheckProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [isReading, setReading] = useState(false)
  // What an account holds is kept as long as it is there; the rest is forgotten.
  const isKept = useSession(({ user }) => makesAccount || user?.temporal === false)
  return (
    <div className={styles.check}>
      <Checkbox
        id={id}
        label={i18n._(formTexts.policy)}
        hint={
          isKept
            ? t`Usamos estos datos solo para atenderte, mientras tengas la cuenta.`
            : t`Usamos estos datos solo para atenderte; los olvidamos 30 días después de tu último turno.`
        }
        checked={checked}
        error={error}
        onChange={onChange}
      />
      {/* It has its place before it is there: under it stands what is pressed to send the form. */}
      <Button
        look="plain"
        size="tight"
        className={policy ? undefined : styles.unread}
        onClick={() => setReading(true)}
      >
        <Trans>Lee la política</Trans>
      </Button>
      {policy && <PolicySheet policy={policy} open={isReading} onClose={() => setReading(false)} />}
    </div>
  )
}
