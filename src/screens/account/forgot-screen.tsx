import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { waysInQuery } from '#src/queries/account-queries.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { emailFaults } from '#src/domain/account-draft.ts'
import { contactOf } from '#src/domain/person-draft.ts'
import { accountFieldId, EmailField } from '#src/screens/introduction/account-fields.tsx'
import { AccountFormFrame } from '#src/screens/introduction/account-form-frame.tsx'
import { useAccountDraft } from '#src/screens/introduction/use-account-draft.ts'
import { useAccountForm } from '#src/screens/introduction/use-account-form.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useNext } from '#src/screens/shared/use-next.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { placeOfWay } from '#src/screens/shared/way-in.ts'

/** A link for a new password. Nobody learns here whether there is an account. */
function ForgotScreen() {
  const { t } = useLingui()
  const next = useNext()
  const place = placeOfWay('sign-in', next)
  const back = useBack(place)
  const heading = useHeadingFocus()
  const { person, change } = useAccountDraft()
  const { email } = person
  const { run, busy, outcome, failure, forget } = useErrand('forgetPassword')
  const form = useAccountForm({
    faults: emailFaults(person),
    refusal: failure,
    busy,
    idOf: accountFieldId,
    onSend: () => void run(contactOf(person).email),
  })
  const { data: ways } = useQuery(waysInQuery())
  const isNotOffered = ways?.email === false
  const isSent = outcome?.status === 'done'
  return (
    <>
      <ScreenHeader title={<Trans>Una contraseña nueva</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        {isNotOffered ? (
          <FailedState
            icon="mail"
            title={<Trans>Aquí todavía no se envían correos</Trans>}
            action={
              <Button href={placeOfWay('sign-up', next)}>
                <Trans>Crea una cuenta</Trans>
              </Button>
            }
          >
            <Trans>
              Sin eso no podemos darte otra contraseña. Con otro correo puedes crear una cuenta nueva.
            </Trans>
          </FailedState>
        ) : isSent ? (
          <Note
            tone="ok"
            icon="mail"
            role="status"
            title={<Trans>Revisa tu correo</Trans>}
            action={
              <ButtonRow>
                <Button look="soft" size="tight" href={place}>
                  <Trans>Inicia sesión</Trans>
                </Button>
                <Button look="plain" size="tight" onClick={forget}>
                  <Trans>Escribir otro correo</Trans>
                </Button>
              </ButtonRow>
            }
          >
            <Trans>
              Si {email} tiene una cuenta, en un momento llega un enlace para elegir otra contraseña. Sirve
              una vez, durante una hora.
            </Trans>
          </Note>
        ) : (
          <AccountFormFrame
            form={form}
            summary={t`Revisa estos datos`}
            intro={
              <p>
                <Trans>Te mandamos un enlace para elegir otra.</Trans>
              </p>
            }
            busy={busy}
            submitLabel={
              busy ? <Trans>Comprobando que eres una persona…</Trans> : <Trans>Enviar el enlace</Trans>
            }
          >
            <EmailField
              value={email}
              error={form.errorOf('email')}
              enterKeyHint="send"
              onChange={typed => change({ email: typed })}
            />
          </AccountFormFrame>
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(ForgotScreen)
