import { Trans, useLingui } from '@lingui/react/macro'
import type { Office } from '#contract/rest/offices.ts'
import { addDays, hoursOn, wallTime } from '#contract/rules/office-time.ts'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'
import { wallClockText, weekdayText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import styles from './hours-sheet.module.css'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
/** Nearer ones are what somebody plans by; a year of holidays is not. */
const CLOSURES_SHOWN = 6

export interface HoursSheetProps {
  office: Office
  now: Date
  open: boolean
  onClose: () => void
}

/** The week as the office keeps it, on its own clock, and the next days on which it does not. */
export function HoursSheet({ office, now, open, onClose }: HoursSheetProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { day, weekday: today } = wallTime(now, office.time_zone)
  const coming = office.closures.filter(closed => closed >= day).toSorted()
  const hoursOf = (weekday: number) =>
    hoursOn(addDays(day, weekday - today), weekday === today ? office : { ...office, closures: [] }).map(
      ({ from, to }) =>
        from === '00:00' && to === '24:00'
          ? t`Todo el día`
          : `${wallClockText(from, language)} – ${wallClockText(to, language)}`,
    )
  return (
    <Sheet isText open={open} onClose={onClose} title={t`Horarios`} closeLabel={t`Cerrar`}>
      <List label={t`Horarios`}>
        {WEEKDAYS.map(weekday => {
          const hours = hoursOf(weekday)
          return (
            <ListRow
              key={weekday}
              current={weekday === today}
              title={<span className={styles.weekday}>{weekdayText(weekday, language)}</span>}
              detail={weekday === today ? <Trans>Hoy</Trans> : undefined}
              end={hours.length === 0 ? <Trans>Cerrado</Trans> : hours.join(' · ')}
            />
          )
        })}
      </List>
      {coming.length > 0 && (
        <Section title={<Trans>Estos días no atiende</Trans>}>
          <List>
            {coming.slice(0, CLOSURES_SHOWN).map(closed => (
              <ListRow
                key={closed}
                current={closed === day}
                title={<span className={styles.weekday}>{calendarDayText(closed, language)}</span>}
                detail={closed === day ? <Trans>Hoy</Trans> : undefined}
              />
            ))}
          </List>
        </Section>
      )}
    </Sheet>
  )
}
