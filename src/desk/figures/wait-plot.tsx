import { Trans, useLingui } from '@lingui/react/macro'
import type { Figures } from '#contract/rest/figures.ts'
import { wallClockText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { DayTable } from './day-table.tsx'
import styles from './hour-plot.module.css'
import { clockOf, HourPlot, pointAt } from './hour-plot.tsx'
import { minutesText, NOTHING, percent } from './minutes-text.ts'
import { comersOf, plotOf, stretches } from './plot-scale.ts'

/** By hour of the day: what was said, what came, and how many came. */
export function WaitPlot({ hours }: Pick<Figures, 'hours'>) {
  const plot = plotOf(hours)
  const told = stretches(plot.hours, hour => hour.told)
  const waits = stretches(plot.hours, hour => hour.wait)
  return (
    <HourPlot
      title={<Trans>Espera: lo dicho y lo real</Trans>}
      legend={[
        { of: 'told', word: <Trans>dicho</Trans> },
        { of: 'came', word: <Trans>real (minutos)</Trans> },
        { of: 'comers', word: <Trans>llegadas</Trans> },
      ]}
      ticks={plot.ticks}
      hours={plot.hours}
      shapes={
        <>
          {told.map(stretch => (
            <polygon
              key={stretch[0]?.x}
              className={styles.told}
              data-alone={stretch.length === 1 ? true : undefined}
              points={[
                ...stretch.map(({ x, shown }) => pointAt(x, shown.to)),
                ...stretch.toReversed().map(({ x, shown }) => pointAt(x, shown.from)),
              ].join(' ')}
            />
          ))}
          {waits.map(stretch => (
            <polyline
              key={stretch[0]?.x}
              className={styles.came}
              points={stretch.map(({ x, shown }) => pointAt(x, shown)).join(' ')}
            />
          ))}
        </>
      }
      points={plot.hours.map(
        ({ hour, x, wait }) =>
          wait !== null && (
            <span
              key={hour}
              className={styles.point}
              style={{ insetInlineStart: `${100 * x}%`, insetBlockEnd: `${100 * wait}%` }}
            />
          ),
      )}
      summary={<Trans>Ver los números por hora</Trans>}
      table={labelledBy => <HourTable hours={hours} labelledBy={labelledBy} />}
    />
  )
}

function HourTable({ hours, labelledBy }: Pick<Figures, 'hours'> & { labelledBy: string }) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <DayTable
      labelledBy={labelledBy}
      head={[
        t({ message: 'Hora', context: 'del día' }),
        t`Llegaron`,
        t`Les dijimos`,
        t`Esperaron`,
        t`Se cumplió`,
      ]}
      rows={hours.map(hour => {
        const { told, wait } = hour
        const [from, to] = [Math.round(told.from ?? 0), Math.round(told.to ?? 0)]
        return {
          key: hour.hour,
          name: wallClockText(clockOf(hour.hour), language),
          cells: [
            comersOf(hour).toLocaleString(language),
            told.of === 0 ? (
              NOTHING
            ) : (
              <Trans key="told">
                {from} a {to} min
              </Trans>
            ),
            wait.median === null ? NOTHING : minutesText(wait.median, language),
            told.of === 0 ? NOTHING : percent(told.within, told.of, language),
          ],
        }
      })}
    />
  )
}
