import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Account, ProviderId, WaysIn } from '#contract/rest/accounts.ts'
import { ProviderButtons } from '#src/screens/introduction/provider-buttons.tsx'
import { useProviderName } from '#src/screens/introduction/provider-name.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'

/**
 * The services by which one can come in as well, and those that can be had besides. Nothing where there is
 * none.
 */
export function LinkedProviders({ account, ways }: { account: Account; ways: WaysIn | undefined }) {
  const { t } = useMacro()
  const nameOf = useProviderName(ways)
  const { providers, has_password } = account
  const isMore = ways?.providers.some(({ id }) => !providers.includes(id)) === true
  if (providers.length === 0 && !isMore && !account.document_proven) return null
  return (
    <Section title={t`Entras también con`}>
      {providers.length > 0 && (
        <List label={t`Entras también con`}>
          {providers.map(id => (
            <ProviderRow
              key={id}
              id={id}
              name={nameOf(id)}
              isProven={id === 'document' && account.document_proven}
              isOnly={!has_password && providers.length === 1}
            />
          ))}
        </List>
      )}
      {account.document_proven && !providers.includes('document') && (
        <Note icon="shield">
          <Trans>Tu documento está comprobado</Trans>
        </Note>
      )}
      <ProviderButtons purpose="link" only={id => !providers.includes(id)} onDone={nothing} />
    </Section>
  )
}

/** The account is asked for anew by the verb itself. */
const nothing = () => undefined

function ProviderRow(props: { id: ProviderId; name: string; isProven: boolean; isOnly: boolean }) {
  const { id, name, isProven, isOnly } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { run, busy, failure } = useErrand('unlinkProvider', id)
  return (
    <ListRow
      icon={id === 'document' ? 'shield' : 'user'}
      title={name}
      detail={
        isOnly ? (
          <Trans>Tu única manera de entrar</Trans>
        ) : isProven ? (
          <Trans>Tu documento está comprobado</Trans>
        ) : undefined
      }
    >
      {!isOnly && (
        <Button
          look="danger"
          size="tight"
          busy={busy}
          aria-label={t`Quitar ${name}`}
          onClick={() => void run(id)}
        >
          <Trans>Quitar</Trans>
        </Button>
      )}
      {failure && (
        <Note tone="loss" role="alert">
          {i18n._(errorText(failure.code))}
        </Note>
      )}
    </ListRow>
  )
}
