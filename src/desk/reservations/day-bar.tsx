import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addDays } from '#contract/rules/office-time.ts'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Calendar } from '#src/ui/calendar/calendar.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import styles from './day-bar.module.css'

/** How far one looks back and ahead: a time may be booked for a year. */
const DAYS = { back: 60, ahead: 366 }

export interface DayBarProps {
  /** YYYY-MM-DD, by the office's calendar. */
  day: string
  today: string
  onDay: (day: string) => void
}

/** Which day is looked at: the one before, the one after, today, or any from the calendar. */
export function DayBar({ day, today, onDay }: DayBarProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const [isChoosing, setChoosing] = useState(false)
  const name = calendarDayText(day, language)
  return (
    <div className={styles.bar}>
      <div className={styles.steps}>
        <IconButton icon="back" label={t`Día anterior`} onClick={() => onDay(addDays(day, -1))} />
        <Button look="plain" className={styles.day} onClick={() => setChoosing(true)}>
          <span className={styles.name}>{day === today ? <Trans>Hoy, {name}</Trans> : name}</span>
        </Button>
        <IconButton icon="chevron" label={t`Día siguiente`} onClick={() => onDay(addDays(day, 1))} />
      </div>
      {day !== today && (
        <Button look="soft" size="tight" onClick={() => onDay(today)}>
          <Trans>Hoy</Trans>
        </Button>
      )}
      <Sheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        side="end"
        title={<Trans>¿Qué día?</Trans>}
        closeLabel={t`Cerrar`}
      >
        {isChoosing && (
          <Calendar
            label={t`Día de las reservas`}
            value={day}
            onChange={chosen => {
              setChoosing(false)
              onDay(chosen)
            }}
            first={addDays(today, -DAYS.back)}
            last={addDays(today, DAYS.ahead)}
            today={today}
            isFree={() => true}
            language={language}
            words={{
              previous: t`Mes anterior`,
              next: t`Mes siguiente`,
              today: t`hoy`,
              taken: t`no disponible`,
            }}
          />
        )}
      </Sheet>
    </div>
  )
}
