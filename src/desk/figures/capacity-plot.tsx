import { Plural, Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Figures } from '#contract/rest/figures.ts'
import { wallClockText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { capacityScale, tightestHour } from './capacity-scale.ts'
import { DayTable } from './day-table.tsx'
import { minutesText } from './minutes-text.ts'
import styles from './wait-plot.module.css'

type Capacity = NonNullable<Figures['capacity']>

/** A plot is drawn in this many units each way, and stretched to the room that there is. */
const SIZE = 1_000
const at = (x: number, y: number) => `${Math.round(x * SIZE)},${Math.round((1 - y) * SIZE)}`

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/**
 * By hour of the day: how many came, and how many the open modulos had time for. The shapes are a picture;
 * the words beside it say where it was too tight, and the table all of it.
 */
export function CapacityPlot({ capacity, days }: { capacity: Capacity; days: number }) {
  const named = useId()
  const { hours, ticks } = capacityScale(capacity)
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <h2 className={styles.title}>
          <Trans>Llegadas y capacidad</Trans>
        </h2>
        <ul className={styles.legend} aria-hidden="true">
          <li data-of="comers">
            <Trans>llegadas</Trans>
          </li>
          <li data-of="came">
            <Trans>alcanzaba para (personas)</Trans>
          </li>
        </ul>
      </figcaption>
      <InWords capacity={capacity} days={days} />
      <div className={styles.plot} aria-hidden="true">
        {ticks.map(({ people, y }) => (
          <span key={people} className={styles.tick} style={{ insetBlockEnd: `${100 * y}%` }}>
            <span>{people}</span>
          </span>
        ))}
        <div className={styles.field}>
          {hours.map(({ hour, came }) => (
            <span key={hour} className={styles.hour}>
              <span className={styles.bar} style={{ blockSize: `${100 * came}%` }} />
              <span className={styles.name}>{hour}</span>
            </span>
          ))}
          <svg className={styles.shapes} viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none">
            <polyline
              className={styles.came}
              points={hours.flatMap(({ from, to, could }) => [at(from, could), at(to, could)]).join(' ')}
            />
          </svg>
        </div>
      </div>
      <details className={styles.words}>
        <summary id={named}>
          <Trans>Ver la capacidad por hora</Trans>
        </summary>
        <CapacityTable hours={capacity.hours} labelledBy={named} />
      </details>
    </figure>
  )
}

function InWords({ capacity, days }: { capacity: Capacity; days: number }) {
  const language = useLanguage()
  const tightest = tightestHour(capacity.hours)
  const time = wallClockText(clock(tightest?.hour ?? 0), language)
  const came = tightest?.came ?? 0
  const could = Math.round(tightest?.could ?? 0)
  return (
    <p className={styles.said}>
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
    </p>
  )
}

function CapacityTable({ hours, labelledBy }: Pick<Capacity, 'hours'> & { labelledBy: string }) {
  const language = useLanguage()
  return (
    <DayTable
      labelledBy={labelledBy}
      head={[
        <Trans key="hour">Hora</Trans>,
        <Trans key="came">Llegaron</Trans>,
        <Trans key="could">Alcanzaba para</Trans>,
        <Trans key="open">Módulos abiertos, en total</Trans>,
      ]}
      rows={hours.map(({ hour, came, could, open_minutes }) => ({
        key: hour,
        name: wallClockText(clock(hour), language),
        cells: [
          came.toLocaleString(language),
          Math.round(could).toLocaleString(language),
          minutesText(open_minutes, language),
        ],
      }))}
    />
  )
}
