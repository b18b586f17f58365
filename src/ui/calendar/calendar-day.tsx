import { classNames } from '../class-names.ts'
import styles from './calendar.module.css'
import { dayName } from './calendar-words.ts'

export interface CalendarDayProps {
  day: string
  language: string
  words: { today: string; taken: string }
  isFree: boolean
  /** Before anything could be chosen. */
  isPast: boolean
  isToday: boolean
  isChosen: boolean
  /** The one at which the Tab key stops. */
  isStop: boolean
  onChoose: () => void
}

/** A day: its number to the eye; to a reader its whole name, and whether it can be had. */
export function CalendarDay(props: CalendarDayProps) {
  const { day, language, words, isFree, isPast, isToday, isChosen, isStop, onChoose } = props
  const name = [isToday && words.today, dayName(day, language), !isFree && words.taken]
  return (
    <td aria-selected={isChosen}>
      <button
        type="button"
        data-day={day}
        data-past={isPast || undefined}
        tabIndex={isStop ? 0 : -1}
        aria-label={name.filter(Boolean).join(', ')}
        aria-pressed={isChosen}
        aria-disabled={!isFree || undefined}
        aria-current={isToday ? 'date' : undefined}
        className={classNames(styles.day, 'numerals')}
        onClick={() => isFree && onChoose()}
      >
        {Number(day.slice(-2))}
      </button>
    </td>
  )
}
