import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Figures } from '#contract/rest/figures.ts'
import { wallClockText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { DayTable } from './day-table.tsx'
import { minutesText, NOTHING, percent } from './minutes-text.ts'
import { comersOf, plotOf, stretches } from './plot-scale.ts'
import styles from './wait-plot.module.css'

/** A plot is drawn in this many units each way, and stretched to the room that there is. */
const SIZE = 1_000
const at = (x: number, y: number) => `${Math.round(x * SIZE)},${Math.round((1 - y) * SIZE)}`

/**
 * By hour of the day: what was said, what came, and how many came. The shapes are a picture; its words stand
 * beside it as a table, for whoever does not see it or wants the numbers.
 */
export function WaitPlot({ hours }: Pick<Figures, 'hours'>) {
  const named = useId()
  const plot = plotOf(hours)
  const told = stretches(plot.hours, hour => hour.told)
  const waits = stretches(plot.hours, hour => hour.wait)
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <h2 className={styles.title}>
          <Trans>Espera: lo dicho y lo real</Trans>
        </h2>
        <ul className={styles.legend} aria-hidden="true">
          <li data-of="told">
            <Trans>dicho</Trans>
          </li>
          <li data-of="came">
            <Trans>real (minutos)</Trans>
          </li>
          <li data-of="comers">
            <Trans>llegadas</Trans>
          </li>
        </ul>
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        {plot.ticks.map(({ minutes, y }) => (
          <span key={minutes} className={styles.tick} style={{ insetBlockEnd: `${100 * y}%` }}>
            <span>{minutes}</span>
          </span>
        ))}
        <div className={styles.field}>
          {plot.hours.map(({ hour, bar }) => (
            <span key={hour} className={styles.hour}>
              <span className={styles.bar} style={{ blockSize: `${100 * bar}%` }} />
              <span className={styles.name}>{hour}</span>
            </span>
          ))}
          <svg className={styles.shapes} viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none">
            {told.map(stretch => (
              <polygon
                key={stretch[0]?.x}
                className={styles.told}
                data-alone={stretch.length === 1 ? true : undefined}
                points={[
                  ...stretch.map(({ x, shown }) => at(x, shown.to)),
                  ...stretch.toReversed().map(({ x, shown }) => at(x, shown.from)),
                ].join(' ')}
              />
            ))}
            {waits.map(stretch => (
              <polyline
                key={stretch[0]?.x}
                className={styles.came}
                points={stretch.map(({ x, shown }) => at(x, shown)).join(' ')}
              />
            ))}
          </svg>
          {plot.hours.map(
            ({ hour, x, wait }) =>
              wait !== null && (
                <span
                  key={hour}
                  className={styles.point}
                  style={{ insetInlineStart: `${100 * x}%`, insetBlockEnd: `${100 * wait}%` }}
                />
              ),
          )}
        </div>
      </div>
      <details className={styles.words}>
        <summary id={named}>
          <Trans>Ver los números por hora</Trans>
        </summary>
        <HourTable hours={hours} labelledBy={named} />
      </details>
    </figure>
  )
}

function HourTable({ hours, labelledBy }: Pick<Figures, 'hours'> & { labelledBy: string }) {
  const language = useLanguage()
  return (
    <DayTable
      labelledBy={labelledBy}
      head={[
        <Trans key="hour">Hora</Trans>,
        <Trans key="came">Llegaron</Trans>,
        <Trans key="told">Les dijimos</Trans>,
        <Trans key="waited">Esperaron</Trans>,
        <Trans key="kept">Se cumplió</Trans>,
      ]}
      rows={hours.map(hour => {
        const { told, wait } = hour
        const [from, to] = [Math.round(told.from ?? 0), Math.round(told.to ?? 0)]
        return {
          key: hour.hour,
          name: wallClockText(`${String(hour.hour).padStart(2, '0')}:00`, language),
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
