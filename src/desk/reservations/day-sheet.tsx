import { Trans } from '@lingui/react/macro'
import type { DeskReservation } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import styles from './day-sheet.module.css'

export interface DaySheetProps {
  office: Pick<Office, 'name' | 'time_zone'>
  /** YYYY-MM-DD. */
  day: string
  /** The names of those that it is of; null where it is of all that the office has. */
  lines: readonly string[] | null
  reservations: readonly DeskReservation[]
}

/**
 * The day on paper, for a table at the door or a morning without a network: a row each, and a box to tick.
 */
export function DaySheet({ office, day, lines, reservations }: DaySheetProps) {
  const language = useLanguage()
  const names = lines?.join(', ')
  const time = (at: string) => timeText(new Date(at), language, office.time_zone)
  return (
    <article className={styles.sheet}>
      <h1 className={styles.office}>{office.name}</h1>
      <p className={styles.day}>{calendarDayText(day, language)}</p>
      {lines && (
        <p>
          <Trans>Solo de estas filas: {names}</Trans>
        </p>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Llegó</Trans>
            </th>
            <th scope="col">
              <Trans>Hora</Trans>
            </th>
            <th scope="col">
              <Trans>Nombre</Trans>
            </th>
            <th scope="col">
              <Trans>Código</Trans>
            </th>
            <th scope="col">
              <Trans>Fila</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {reservations.map(({ id, from, to, name, code, line_name, meet, arrived_at }) => (
            <tr key={id}>
              <td className={styles.box}>{arrived_at ? time(arrived_at) : '☐'}</td>
              <td className={styles.time}>
                {time(from)}–{time(to)}
              </td>
              <td>{name ?? '–'}</td>
              <td className={styles.time}>{code}</td>
              <td>
                {line_name}
                {meet && (
                  <>
                    {' · '}
                    <Trans>Por video</Trans>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
