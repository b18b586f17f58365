import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Account } from '#contract/rest/accounts.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { dayText } from '#src/texts/clock-text.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './account.module.css'

/** Every device on which the account is open; this one first. Each other one can be closed from here. */
export function OpenSessions({ sessions }: Pick<Account, 'sessions'>) {
  const { t } = useMacro()
  const rows = sessions.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at),
  )
  return (
    <Section title={t`Dónde está abierta`}>
      <List label={t`Dónde está abierta`}>
        {rows.map(session => (
          <SessionRow key={session.id} session={session} />
        ))}
      </List>
    </Section>
  )
}

function SessionRow({ session }: { session: Account['sessions'][number] }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const language = useLanguage()
  const now = new Date(useNow())
  const { run, busy, failure } = useErrand('endOtherSession', session.id)
  const device = session.device ?? t`Otro navegador`
  const seen = dayText(new Date(session.last_seen_at), now, language)
  return (
    <ListRow
      icon={/Android|iPhone|iPad/.test(device) ? 'phone' : 'screen'}
      title={device}
      detail={
        session.current ? <Trans>Este, donde estás ahora</Trans> : <Trans>Usada por última vez: {seen}</Trans>
      }
    >
      {!session.current && (
        <>
          <div className={styles.acts}>
            {' '}
            <Button
              look="danger"
              size="tight"
              icon="logout"
              busy={busy}
              aria-label={t`Cerrar en ${device}`}
              onClick={() => void run(session.id)}
            >
              <Trans context="sesión">Cerrar</Trans>
            </Button>
          </div>
          {failure && (
            <Note tone="loss" role="alert">
              {i18n._(errorText(failure.code))}
            </Note>
          )}
        </>
      )}
    </ListRow>
  )
}
