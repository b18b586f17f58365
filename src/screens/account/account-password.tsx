import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type AccountFault, newPasswordFaults } from '#src/domain/account-draft.ts'
import { accountFieldId, CURRENT_PASSWORD_ID, PasswordOf } from '#src/screens/introduction/account-fields.tsx'
import { AccountFormFrame } from '#src/screens/introduction/account-form-frame.tsx'
import { useAccountForm } from '#src/screens/introduction/use-account-form.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'

/** Another password, or the first one of whoever came by a provider. */
export function AccountPassword({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useLingui()
  const [isChanging, setChanging] = useState(false)
  return (
    <Section title={t`Contraseña`}>
      {isChanging ? (
        <PasswordForm hasPassword={hasPassword} onEnd={() => setChanging(false)} />
      ) : (
        <List label={t`Contraseña`}>
          <ListRow
            icon="lock"
            title={hasPassword ? <Trans>Cambiar la contraseña</Trans> : <Trans>Poner una contraseña</Trans>}
            detail={hasPassword ? undefined : <Trans>Así entras también sin otro servicio</Trans>}
            further
            onClick={() => setChanging(true)}
          />
        </List>
      )}
    </Section>
  )
}

function PasswordForm({ hasPassword, onEnd }: { hasPassword: boolean; onEnd: () => void }) {
  const { t } = useLingui()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { run, busy, failure, forget } = useErrand('changePassword')
  const isCurrentMissing = hasPassword && current === ''
  const isCurrentWrong = failure?.code === 'wrong-credentials'
  const faults: AccountFault[] = newPasswordFaults(password)
  const form = useAccountForm({
    faults,
    refusal: isCurrentWrong ? null : failure,
    busy,
    idOf: accountFieldId,
    onSend() {
      if (isCurrentMissing) return
      void run({ password, ...(hasPassword && { current }) }).then(({ status }) => {
        if (status === 'done') onEnd()
      })
    },
  })
  const currentError =
    form.attempt > 0 && isCurrentMissing
      ? t`Escribe tu contraseña`
      : isCurrentWrong
        ? t`No es tu contraseña actual`
        : undefined
  const shown = [
    ...(currentError === undefined ? [] : [{ fieldId: CURRENT_PASSWORD_ID, message: currentError }]),
    ...form.shown,
  ]
  return (
    <AccountFormFrame
      form={{ ...form, shown }}
      summary={t`Revisa estos datos`}
      busy={busy}
      submitLabel={<Trans>Guardar la contraseña</Trans>}
      below={
        <Button look="plain" wide onClick={onEnd}>
          <Trans>Dejarla como está</Trans>
        </Button>
      }
    >
      {hasPassword && (
        <PasswordOf
          which="current"
          label={t`Contraseña actual`}
          value={current}
          error={currentError}
          onChange={typed => {
            setCurrent(typed)
            forget()
          }}
        />
      )}
      <PasswordOf
        which="new"
        label={t`Contraseña nueva`}
        value={password}
        error={form.errorOf('password')}
        onChange={typed => {
          setPassword(typed)
          forget()
        }}
      />
    </AccountFormFrame>
  )
}
