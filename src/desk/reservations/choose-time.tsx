import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import type { BookableLine } from '#contract/rest/desk-booking.ts'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Calendar } from '#src/ui/calendar/calendar.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { FailedQuestion } from '../failed-question.tsx'
import type { Block } from './booking-api.ts'
import styles from './choose-time.module.css'
import { type AskedLine, useDayTimes, useTakenDays } from './use-free-times.ts'

export interface ChooseTimeProps extends AskedLine {
  line: Pick<BookableLine, 'first_day' | 'last_day'>
  timeZone: string
  value: Block | null
  onChange: (block: Block) => void
}

/** The first day from here on that is not taken; null where there is none. YYYY-MM-DD, both ends included. */
function firstFreeDay(from: string, last: string, taken: ReadonlySet<string>): string | null {
  for (let day = from; day <= last; day = addDays(day, 1)) if (!taken.has(day)) return day
  return null
}

/** A day and a time of a line: the first free day stands there already, and its times below. */
export function ChooseTime({ line, timeZone, value, onChange, ...asked }: ChooseTimeProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const days = useTakenDays(asked)
  const [chosenDay, setDay] = useState(value && wallTime(new Date(value.from), timeZone).day)
  const [jumps, setJumps] = useState(0)
  const taken = new Set(days.data?.dates)
  const day = chosenDay ?? (days.data ? firstFreeDay(line.first_day, line.last_day, taken) : null)
  const times = useDayTimes(asked, day)
  const error = days.error ?? times.error
  if (error && !(days.data && times.data)) {
    const retry = () => void Promise.all([days.refetch(), times.refetch()])
    return (
      <FailedQuestion title={<Trans>No pudimos ver las horas libres</Trans>} error={error} onAgain={retry} />
    )
  }
  if (!days.data) return <TimesSkeleton />
  if (day === null) {
    return (
      <EmptyState icon="calendar" title={<Trans>No quedan horas en esta fila</Trans>}>
        <Trans>Todos los días que se pueden reservar están tomados.</Trans>
      </EmptyState>
    )
  }
  const name = calendarDayText(day, language)
  const free = times.data?.filter(({ availables }) => availables > 0)
  const later = firstFreeDay(addDays(day, 1), line.last_day, taken)
  const jump = (to: string) => {
    setDay(to)
    setJumps(jumps + 1)
  }
  return (
    <div className={styles.choose}>
      <Calendar
        // A day that was gone to from below is shown in its own month.
        key={jumps}
        label={t`Día de la reserva`}
        value={day}
        onChange={setDay}
        first={line.first_day}
        last={line.last_day}
        today={line.first_day}
        isFree={each => !taken.has(each)}
        language={language}
        words={{
          previous: t`Mes anterior`,
          next: t`Mes siguiente`,
          today: t`hoy`,
          taken: t`no disponible`,
        }}
      />
      <div>
        <h3 className={styles.day}>{name}</h3>
        <p aria-live="polite" className={styles.count}>
          {free && <Plural value={free.length} _0="sin horas" one="# hora libre" other="# horas libres" />}
        </p>
        {!free ? (
          <Skeleton height="var(--control)" />
        ) : free.length > 0 ? (
          <RadioGroup
            legend={<Trans>Hora</Trans>}
            legendHidden
            look="grid"
            value={value?.from}
            onChange={from => {
              const block = free.find(each => each.from === from)
              if (block) onChange({ from, to: block.to })
            }}
            options={free.map(({ from, availables }) => ({
              value: from,
              label: (
                <>
                  {timeText(new Date(from), language, timeZone)}
                  {availables > 1 && (
                    <span className={styles.places}>
                      {' '}
                      <Plural value={availables} one="# cupo" other="# cupos" />
                    </span>
                  )}
                </>
              ),
            }))}
          />
        ) : (
          <Note icon="clock">
            <Trans>No quedan horas ese día</Trans>
            {later && (
              <Button look="plain" size="tight" onClick={() => jump(later)}>
                <Trans>Ver el {calendarDayText(later, language)}</Trans>
              </Button>
            )}
          </Note>
        )}
      </div>
    </div>
  )
}

const TimesSkeleton = () => (
  <>
    <Skeleton height="20rem" />
    <Skeleton height="var(--control)" />
  </>
)
