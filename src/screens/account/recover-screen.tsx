import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { useEffect } from 'react'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useLead } from '#src/screens/shared/use-lead.ts'
import { accountRefusalText } from '#src/texts/account-texts.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { useLinkToken } from './use-link-token.ts'

/**
 * Where the link leads that came to an e-mail which an account has no more. It does nothing before the press:
 * whoever changed it themselves opens it, too, and mailboxes open links to look at them.
 */
function RecoverScreen() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const back = useBack('/sign-in')
  const heading = useHeadingFocus()
  const lead = useLead()
  const token = useLinkToken()
  const { run, busy, outcome, failure } = useErrand('recoverAccount', token ?? '')
  const next = outcome?.status === 'done' ? outcome.token : null
  useEffect(() => {
    if (next !== null) lead(`/account/reset#${next}`)
  }, [next, lead])
  const isDead = token === null || failure?.code === 'link-invalid'
  return (
    <>
      <ScreenHeader title={<Trans>Recupera tu cuenta</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        {isDead ? (
          <FailedState
            title={<Trans>Este enlace ya no sirve. Se usa una vez, durante siete días.</Trans>}
            action={
              <Button href="/password/forgot">
                <Trans>Elegir otra contraseña</Trans>
              </Button>
            }
          >
            <Trans>Si ya recuperaste tu cuenta con él, elige otra contraseña con este correo.</Trans>
          </FailedState>
        ) : (
          <>
            <p>
              <Trans>Este correo era el de tu cuenta. Si no lo cambiaste tú, recupérala.</Trans>
            </p>
            <Section title={t`Si la recuperas`}>
              <List label={t`Si la recuperas`}>
                <ListRow
                  icon="mail"
                  title={<Trans>Tu cuenta vuelve a este correo</Trans>}
                  detail={<Trans>Y la sesión se cierra en todos los teléfonos</Trans>}
                />
                <ListRow
                  icon="user"
                  title={<Trans>Se quitan las otras formas de entrar, y el número de WhatsApp</Trans>}
                  detail={
                    <Trans>Quien cambió tu correo pudo agregarlos. Después puedes volver a ponerlos.</Trans>
                  }
                />
                <ListRow
                  icon="lock"
                  title={<Trans>Eliges otra contraseña</Trans>}
                  detail={<Trans>La que tenías deja de servir</Trans>}
                />
              </List>
            </Section>
            <p>
              <Trans>Si lo cambiaste tú, no hagas nada.</Trans>
            </p>
            {failure && (
              <Note tone="loss" role="alert">
                {accountRefusalText(failure, i18n)}
              </Note>
            )}
            <Button wide size="tall" busy={busy || next !== null} onClick={() => void run(token)}>
              <Trans>Recuperar mi cuenta</Trans>
            </Button>
          </>
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(RecoverScreen)
