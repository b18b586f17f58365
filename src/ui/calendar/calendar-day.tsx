import { classNames } from '../class-names.ts'
import styles from './calendar.module.css'

export interface CalendarDayProps {
  day: string
  /** "martes, 24 de noviembre" */
  name: string
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
  const { day, name, words, isFree, isPast, isToday, isChosen, isStop, onChoose } = props
  const said = [isToday && words.today, name, !isFree && words.taken]
  return (
    <td aria-selected={isChosen}>
      <button
        type="button"
        data-day={day}
        data-past={isPast || undefined}
        tabIndex={isStop ? 0 : -1}
        aria-label={said.filter(Boolean).join(', ')}
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
