import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { toldWaitsQuery } from '#src/queries/told-waits-query.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Section } from '#src/ui/shell/screen-body.tsx'

/** Fewer say nothing about the next one. */
const LEAST = 30

/**
 * Said against real, for everybody (STAT-02). It stands last, so that nothing moves when it comes; where it
 * cannot be had, nothing is missed.
 */
export function ToldWaits({ officeId }: { officeId: number }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data } = useQuery(toldWaitsQuery(officeId))
  if (!data || data.of < LEAST) return null
  const percent = (part: number) =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(part / data.of)
  const all = new Intl.NumberFormat(language).format(data.of)
  const { days } = data
  return (
    <Section title={t`¿Cumplimos con la espera?`}>
      <p>
        <Trans>
          En los últimos {days} días, el {percent(data.within)} esperó lo que dijimos, el{' '}
          {percent(data.earlier)} menos y el {percent(data.later)} más.
        </Trans>
      </p>
      <p>
        <Trans>De {all} personas que tomaron un número.</Trans>
      </p>
    </Section>
  )
}
