import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Policy } from '#contract/rest/policies.ts'
import { acceptedPoliciesQuery, policyQuery } from '#src/queries/policy-queries.ts'
import { PolicySheet } from '#src/screens/policy/policy-sheet.tsx'
import { useSession } from '#src/stores/session-store.ts'
import { dateText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'

/**
 * What this person accepted, to be read in the words of then (KEEP-03); to whoever accepted nothing, what
 * holds here.
 */
export function PolicyCard() {
  const { t } = useLingui()
  const language = useLanguage()
  const isIn = useSession(({ token }) => token !== null)
  const { data: accepted = [] } = useQuery({ ...acceptedPoliciesQuery(), enabled: isIn })
  const { data: here } = useQuery(policyQuery(null))
  const [read, setRead] = useState<Policy | null>(null)
  const rows = accepted.length > 0 ? accepted : here ? [{ ...here, accepted_at: null }] : []
  if (rows.length === 0) return null
  return (
    <Section title={t`Política de datos`}>
      <List label={t`Política de datos`}>
        {rows.map(policy => (
          <ListRow
            key={policy.version}
            icon="info"
            title={<Trans>Lee la política</Trans>}
            detail={
              policy.accepted_at === null ? (
                <Trans>Versión {policy.version}</Trans>
              ) : (
                <Trans>
                  Versión {policy.version}, aceptada el {dateText(new Date(policy.accepted_at), language)}
                </Trans>
              )
            }
            onClick={() => setRead(policy)}
          />
        ))}
      </List>
      {read && <PolicySheet policy={read} open onClose={() => setRead(null)} />}
    </Section>
  )
}
