import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Figures } from '#contract/rest/figures.ts'
import { wallClockText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { capacityScale, tightestHour } from './capacity-scale.ts'
import { DayTable } from './day-table.tsx'
import { minutesText } from './minutes-text.ts'
import styles from './hour-plot.module.css'
import { clockOf, HourPlot, pointAt } from './hour-plot.tsx'

type Capacity = NonNullable<Figures['capacity']>

/** By hour of the day: how many came, and how many the open modulos had time for. */
export function CapacityPlot({ capacity, days }: { capacity: Capacity; days: number }) {
  const { hours, ticks } = capacityScale(capacity)
  const could = hours.flatMap(hour => [pointAt(hour.from, hour.could), pointAt(hour.to, hour.could)])
  return (
    <HourPlot
      title={<Trans>Llegadas y capacidad</Trans>}
      legend={[
        { of: 'comers', word: <Trans>llegadas</Trans> },
        { of: 'came', word: <Trans>alcanzaba para (personas)</Trans> },
      ]}
      ticks={ticks}
      hours={hours}
      shapes={<polyline className={styles.came} points={could.join(' ')} />}
      said={<InWords capacity={capacity} days={days} />}
      summary={<Trans>Ver la capacidad por hora</Trans>}
      table={labelledBy => <CapacityTable hours={capacity.hours} labelledBy={labelledBy} />}
    />
  )
}

function InWords({ capacity, days }: { capacity: Capacity; days: number }) {
  const language = useLanguage()
  const tightest = tightestHour(capacity.hours)
  const time = wallClockText(clockOf(tightest?.hour ?? 0), language)
  const came = tightest?.came ?? 0
  const could = Math.round(tightest?.could ?? 0)
  return (
    <>
      {tightest ? (
        <Trans>
          A las {time} fue cuando más faltó:{' '}
          <Plural value={came} one="llegó # persona" other="llegaron # personas" /> y los módulos abiertos
          alcanzaban para {could}.
        </Trans>
      ) : (
        <Trans>Los módulos abiertos alcanzaban para todos, a toda hora.</Trans>
      )}{' '}
      <Trans>Una atención dura {minutesText(Math.round(capacity.attention), language)} en promedio.</Trans>
      {capacity.days < days && (
        <>
          {' '}
          <Plural
            value={capacity.days}
            one="Solo de # día se sabe qué módulos estaban abiertos."
            other="Solo de # días se sabe qué módulos estaban abiertos."
          />
        </>
      )}
    </>
  )
}

function CapacityTable({ hours, labelledBy }: Pick<Capacity, 'hours'> & { labelledBy: string }) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <DayTable
      labelledBy={labelledBy}
      head={[
        t({ message: 'Hora', context: 'del día' }),
        t`Llegaron`,
        t`Alcanzaba para`,
        t`Módulos abiertos, en total`,
      ]}
      rows={hours.map(({ hour, came, could, open_minutes }) => ({
        key: hour,
        name: wallClockText(clockOf(hour), language),
        cells: [
          came.toLocaleString(language),
          Math.round(could).toLocaleString(language),
          minutesText(open_minutes, language),
        ],
      }))}
    />
  )
}
