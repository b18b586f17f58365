import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/texts/use-language.ts'
import { useToday } from '../use-today.ts'
import { DayList } from './day-list.tsx'
import { dayName } from './day-name.ts'
import { CheckAt } from './fields.tsx'
import styles from './settings.module.css'
import { useDraft, useSettings } from './use-settings.ts'
import { useTouches } from './use-touches.ts'

/** Days on which the office does not work, and who would come in vain. */
export function ClosuresPart() {
  const { t } = useLingui()
  const touches = useTouches('closures')
  const { time_zone } = useDraft()
  const today = useToday(time_zone)
  const held = touches?.reservations.days ?? []
  return (
    <>
      <DayList
        at="closures"
        label={t`Días cerrados`}
        addLabel={<Trans>Cerrar un día</Trans>}
        empty={<Trans>Ningún día por venir.</Trans>}
        about={day => {
          const count = held.find(one => one.day === day)?.count
          const waiting = day === today ? touches?.day_ends?.waiting : undefined
          return (
            <>
              {waiting !== undefined && (
                <span className={styles.almost}>
                  <Plural value={waiting} one="# persona espera ahora" other="# personas esperan ahora" />
                </span>
              )}
              {count !== undefined && (
                <span className={styles.almost}>
                  <Plural value={count} one="# persona tiene reserva" other="# personas tienen reserva" />
                </span>
              )}
            </>
          )
        }}
      />
      <CheckAt at="open_on_holidays" />
      <Holidays />
    </>
  )
}

/** The days that stand for all offices of the installation, which are not this office’s to change. */
function Holidays() {
  const language = useLanguage()
  const { time_zone } = useDraft()
  const holidays = useSettings(({ begun }) => begun?.settings.holidays ?? [])
  const today = useToday(time_zone)
  const coming = holidays.filter(day => day >= today).sort()
  if (coming.length === 0) {
    return (
      <p className={styles.soft}>
        <Trans>No hay feriados cargados: los de todas las oficinas se cargan con el archivo.</Trans>
      </p>
    )
  }
  return (
    <details className={styles.more}>
      <summary>
        <Plural value={coming.length} one="# feriado por venir" other="# feriados por venir" />
      </summary>
      <ul>
        {coming.map(day => (
          <li key={day}>{dayName(day, today, language)}</li>
        ))}
      </ul>
    </details>
  )
}
