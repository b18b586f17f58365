import { useLingui } from '@lingui/react/macro'
import type { Office } from '#contract/rest/offices.ts'
import { otherOffices } from '#src/domain/other-offices.ts'
import { useNow } from '#src/queries/use-now.ts'
import { List } from '#src/ui/list/list.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { OfficeRow } from './office-row.tsx'
import { useOfficeWaits } from './use-office-waits.ts'
import { useOffices } from './use-offices.ts'

const SHOWN = 2

/** Open ones of the same kind nearby, with their wait. Nothing where there are none. */
export function OtherOffices({ office }: { office: Office }) {
  const { t } = useLingui()
  const now = new Date(useNow())
  const others = otherOffices(useOffices().offices, office).slice(0, SHOWN)
  const waitOf = useOfficeWaits(others, SHOWN)
  if (others.length === 0) return null
  return (
    <Section title={t`Abiertas ahora, cerca de esta`}>
      <List label={t`Abiertas ahora, cerca de esta`}>
        {others.map(other => (
          <OfficeRow key={other.slug} office={other} now={now} wait={waitOf(other)} />
        ))}
      </List>
    </Section>
  )
}
