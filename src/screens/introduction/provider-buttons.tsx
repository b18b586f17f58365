import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { ProviderId } from '#contract/rest/accounts.ts'
import { openProviderTrip } from '#src/platform/provider-trip.ts'
import { waysInQuery } from '#src/queries/account-queries.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useConnection } from '#src/stores/connection-store.ts'
import { accountRefusalText } from '#src/texts/account-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './introduction.module.css'
import { AttemptForm, isAnswerable } from './attempt-form.tsx'
import { useProviderName } from './provider-name.ts'
import { ProviderWaiting } from './provider-waiting.tsx'

export interface ProviderButtonsProps {
  /** Told when one of them let somebody in, or was linked. */
  onDone: () => void
  /** Where a window that has to leave comes back to; where one is, unless told. */
  next?: string
  /** These alone, of those that are offered. */
  only?: (id: ProviderId) => boolean
  /** What a press is for: to come in, to have one way more, or to have one's document proven. */
  purpose?: 'enter' | 'link' | 'prove'
}

/** The ways in that this installation offers beside the password. Nothing where there is none. */
export function ProviderButtons(props: ProviderButtonsProps) {
  const { onDone, next, only = () => true, purpose = 'enter' } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { data: ways } = useQuery(waysInQuery())
  const nameOf = useProviderName(ways)
  const online = useConnection(connection => connection.online)
  const { run, busy, asked, outcome, failure, forget } = useErrand('signInWithProvider')
  const isDone = outcome?.status === 'done'
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])
  const offered = (ways?.providers ?? []).filter(({ id }) => only(id))
  if (offered.length === 0) return null

  const documentName = nameOf('document')
  const words = (name: string) =>
    purpose === 'link'
      ? t`Unir ${name}`
      : purpose === 'prove'
        ? t`Comprobar con ${name}`
        : t`Entrar con ${name}`
  function leaveFor(id: ProviderId) {
    // In the press itself: a moment later no browser lets a window be opened.
    const trip = openProviderTrip(t`Un momento…`)
    void run(id, trip, next ?? location.pathname + location.search)
  }

  if (busy && asked) return <ProviderWaiting name={nameOf(asked[0])} trip={asked[1]} purpose={purpose} />
  if (failure && isAnswerable(failure)) {
    return <AttemptForm refusal={failure} onDone={onDone} onCancel={forget} />
  }
  return (
    <div className={styles.below}>
      {failure && (
        <Note tone="loss" role="alert">
          {accountRefusalText(failure, i18n)}
        </Note>
      )}
      {offered.map(({ id, proves_document }) => (
        <Button
          key={id}
          look="soft"
          wide
          icon={proves_document ? 'shield' : 'user'}
          disabled={!online}
          onClick={() => leaveFor(id)}
        >
          {words(nameOf(id))}
        </Button>
      ))}
      {purpose === 'enter' && offered.some(({ proves_document }) => proves_document) && (
        <p>
          <Trans>
            Con {documentName} tu documento queda comprobado: nadie te deja fuera por haberlo escrito antes.
          </Trans>
        </p>
      )}
    </div>
  )
}
