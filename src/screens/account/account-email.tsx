import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Account } from '#contract/rest/accounts.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { accountRefusalText } from '#src/texts/account-texts.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './account.module.css'

/** By which one signs in. Where e-mail is sent, whether it is known to be theirs. */
export function AccountEmail({ account, isMailOffered }: { account: Account; isMailOffered: boolean }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { run, busy, outcome, failure } = useErrand('sendConfirmation')
  const isMissing = isMailOffered && !account.email_confirmed
  return (
    <Section title={t`Correo`}>
      <List label={t`Correo`}>
        <ListRow
          icon="mail"
          title={<AddressText email={account.email} />}
          detail={
            isMailOffered &&
            (account.email_confirmed ? <Trans>Confirmado</Trans> : <Trans>Falta confirmarlo</Trans>)
          }
        >
          <div className={styles.acts}>
            <Button look="plain" size="tight" href="/profile/correct">
              <Trans>Cambiar el correo</Trans>
            </Button>
            {isMissing && outcome?.status !== 'done' && (
              <Button look="plain" size="tight" busy={busy} onClick={() => void run()}>
                <Trans>Enviar el enlace otra vez</Trans>
              </Button>
            )}
          </div>
        </ListRow>
      </List>
      {isMissing && outcome?.status === 'done' && (
        <Note tone="ok" icon="mail" role="status">
          <Trans>Enviado. Abre el enlace que te llegó por correo.</Trans>
        </Note>
      )}
      {failure && (
        <Note tone="loss" role="alert">
          {accountRefusalText(failure, i18n)}
        </Note>
      )}
    </Section>
  )
}

/** On a small phone it goes on in the next line behind the @, and not in the middle of a word. */
function AddressText({ email }: { email: string }) {
  const at = email.indexOf('@') + 1
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
