import { Trans, useLingui } from '@lingui/react/macro'
import type { Account, ProviderId, WaysIn } from '#contract/rest/accounts.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'

const NAMES: Partial<Record<ProviderId, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  microsoft: 'Microsoft',
}

/** The services by which one can come in as well. Nothing where there is none. */
export function LinkedProviders({ account, ways }: { account: Account; ways: WaysIn | undefined }) {
  const { t } = useLingui()
  if (account.providers.length === 0 && !account.document_proven) return null
  const nameOf = (id: ProviderId) =>
    NAMES[id] ?? ways?.providers.find(way => way.id === id)?.label ?? t`Tu documento`
  return (
    <Section title={t`Entras también con`}>
      <List label={t`Entras también con`}>
        {account.providers.map(id => (
          <ListRow
            key={id}
            icon={id === 'document' ? 'shield' : 'external'}
            title={nameOf(id)}
            detail={
              id === 'document' && account.document_proven ? (
                <Trans>Tu documento está comprobado</Trans>
              ) : undefined
            }
          />
        ))}
      </List>
    </Section>
  )
}
