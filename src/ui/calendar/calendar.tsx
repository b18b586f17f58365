import { type KeyboardEvent, type TouchEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../press/icon-button.tsx'
import { CalendarDay } from './calendar-day.tsx'
import { dayByKey, monthOf, shiftDay, shiftMonth, weeksOf } from './calendar-days.ts'
import styles from './calendar.module.css'
import { dayNames, monthName, weekdayNames } from './calendar-words.ts'

export interface CalendarProps {
  /** What the day is for. */
  label: string
  /** YYYY-MM-DD, or null before one is chosen. */
  value: string | null
  onChange: (day: string) => void
  /** The first and the last day that can be gone to. */
  first: string
  last: string
  today: string
  isFree: (day: string) => boolean
  /** Names the days and months. */
  language: string
  words: { previous: string; next: string; today: string; taken: string }
}

/** A finger that goes further than this across the month means the next one. */
const SWIPE_PX = 48

/**
 * One month, Monday first. A real grid: one stop of the Tab key, walked by the arrows, Home, End, PageUp and
 * PageDown. Days that cannot be chosen can be gone to all the same, and say so.
 */
export function Calendar(props: CalendarProps) {
  const { label, value, onChange, first, last, today, isFree, language, words } = props
  const within = (day: string) => (day < first ? first : day > last ? last : day)
  const [cursor, setCursor] = useState(() => within(value ?? firstFree(first, last, isFree)))
  const month = monthOf(cursor)
  const nameOf = dayNames(language)
  const title = useId()
  const grid = useRef<HTMLTableElement>(null)
  const isWalked = useRef(false)
  const touch = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    if (!isWalked.current) return
    isWalked.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus()
  }, [cursor])

  const turn = (months: number) => setCursor(day => within(shiftMonth(day, months)))
  const hasEarlier = month > monthOf(first)
  const hasLater = month < monthOf(last)

  function walk(event: KeyboardEvent) {
    const day = dayByKey(event.key, cursor)
    if (day === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    isWalked.current = within(day) !== cursor
    setCursor(within(day))
  }
  function swipe(event: TouchEvent) {
    const from = touch.current
    const to = event.changedTouches[0]
    touch.current = null
    if (!from || !to) return
    const [x, y] = [to.clientX - from.x, to.clientY - from.y]
    if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return
    turn(x < 0 ? 1 : -1)
  }

  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton
          icon="back"
          label={words.previous}
          aria-disabled={!hasEarlier || undefined}
          onClick={() => hasEarlier && turn(-1)}
        />
        <p id={title} className={styles.month} aria-live="polite">
          {monthName(month, language)}
        </p>
        <IconButton
          icon="chevron"
          label={words.next}
          aria-disabled={!hasLater || undefined}
          onClick={() => hasLater && turn(1)}
        />
      </div>
      <div
        className={styles.page}
        onTouchStart={({ touches }) => {
          const [at] = Array.from(touches)
          touch.current = at ? { x: at.clientX, y: at.clientY } : null
        }}
        onTouchEnd={swipe}
      >
        {/* A grid of days is a table to the eye, and is walked by keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={grid} role="grid" aria-label={label} aria-describedby={title} onKeyDown={walk}>
          <thead>
            <tr>
              {weekdayNames(language).map(({ short, long }) => (
                <th key={long} scope="col" aria-label={long} className={styles.weekday}>
                  <span className={styles.short}>{short}</span>
                  <span className={styles.initial}>{short.charAt(0).toUpperCase()}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map(week => (
              <tr key={week.join()}>
                {week.map((day, at) =>
                  day === null ? (
                    <td key={at} aria-hidden="true" />
                  ) : (
                    <CalendarDay
                      key={day}
                      day={day}
                      name={nameOf(day)}
                      words={words}
                      isFree={day >= first && day <= last && isFree(day)}
                      isPast={day < first}
                      isToday={day === today}
                      isChosen={day === value}
                      isStop={day === cursor}
                      onChoose={() => {
                        setCursor(within(day))
                        onChange(day)
                      }}
                    />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Where there is something to choose; the first day where there is nothing. */
function firstFree(first: string, last: string, isFree: (day: string) => boolean): string {
  for (let day = first; day <= last; day = shiftDay(day, 1)) if (isFree(day)) return day
  return first
}
