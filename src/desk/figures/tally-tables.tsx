import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { Figures, Tally } from '#contract/rest/figures.ts'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import type { FiguresWish } from '../desk-api.ts'
import { DayTable, type DayTableProps } from './day-table.tsx'
import { minutesText, NOTHING, percent } from './minutes-text.ts'
import { comersOf } from './plot-scale.ts'
import { SaveTable } from './save-table.tsx'
import styles from './tally-tables.module.css'

/** Line by line, person by person, service by service, and day by day where there are several. */
export function TallyTables({ figures, wish }: { figures: Figures; wish: FiguresWish }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { lines, clerks, days, services } = figures
  return (
    <>
      {lines.length > 1 && (
        <Tallies
          title={<Trans>Por fila</Trans>}
          first={t`Fila`}
          rows={lines.map(({ line_id, name, ...tally }) => ({ key: line_id, name, tally }))}
        />
      )}
      {clerks.length > 0 && (
        <Pane
          title={<Trans>Quién atendió</Trans>}
          head={[t`Persona`, t`Atendió`, t`No llegaron`, t`Atención, mediana`]}
          rows={clerks.map(({ clerk_id, name, attended, missed, attention }) => ({
            key: clerk_id,
            name,
            cells: [
              attended.toLocaleString(language),
              missed.toLocaleString(language),
              attention.median === null ? NOTHING : minutesText(attention.median, language),
            ],
          }))}
        />
      )}
      {services.length > 0 && (
        <Pane
          title={<Trans>Lo que se hizo</Trans>}
          head={[t`Servicio`, t`Veces`, t`Personas`]}
          rows={services.map(({ service, quantity, turns }) => ({
            key: service,
            name: service,
            cells: [quantity.toLocaleString(language), turns.toLocaleString(language)],
          }))}
          foot={<SaveTable officeId={figures.office_id} wish={wish} table="figures-services" />}
        />
      )}
      {days.length > 1 && (
        <Tallies
          title={<Trans>Por día</Trans>}
          first={t`Día`}
          rows={days.toReversed().map(({ day, ...tally }) => ({
            key: day,
            name: calendarDayText(day, language),
            tally,
          }))}
        />
      )}
    </>
  )
}

interface TalliesProps {
  title: ReactNode
  first: string
  rows: readonly { key: string | number; name: string; tally: Tally }[]
}

function Tallies({ title, first, rows }: TalliesProps) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <Pane
      title={title}
      head={[first, t`Llegaron`, t`Atendidos`, t`Espera, mediana`, t`Se cumplió`]}
      rows={rows.map(({ key, name, tally: { wait, told, ...counts } }) => ({
        key,
        name,
        cells: [
          comersOf(counts).toLocaleString(language),
          counts.attended.toLocaleString(language),
          wait.median === null ? NOTHING : minutesText(wait.median, language),
          told.of === 0 ? NOTHING : percent(told.within, told.of, language),
        ],
      }))}
    />
  )
}

interface PaneProps extends Omit<DayTableProps, 'labelledBy'> {
  title: ReactNode
  foot?: ReactNode
}

function Pane({ title, foot, ...table }: PaneProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.pane}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <DayTable labelledBy={id} {...table} />
      {foot && <div className={styles.foot}>{foot}</div>}
    </section>
  )
}
