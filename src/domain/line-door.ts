import type { Line } from '#contract/rest/offices.ts'

/**
 * What stands between a person and a number of a line: nothing; the office is shut; the line is frozen; its
 * numbers are given at the office alone; it is attended by booked time alone; it gives neither numbers nor
 * times.
 */
export type LineDoor = 'open' | 'shut' | 'frozen' | 'at-office' | 'by-time' | 'neither'

/** Whether it gives no numbers: what was to end by now has, though nobody has told this page of it yet. */
export const isFrozen = ({ frozen, stopped }: Pick<Line, 'frozen' | 'stopped'>, now: Date): boolean =>
  frozen && !(stopped?.until && Date.parse(stopped.until) <= now.getTime())

/**
 * Whether a line gives no numbers for a reason of its own. That the office is shut is said once, of all its
 * lines.
 * @param isOpen whether the office is, now
 */
export const isStopped = (line: Pick<Line, 'frozen' | 'stopped'>, isOpen: boolean, now: Date): boolean =>
  isFrozen(line, now) && (isOpen || !line.stopped?.by_clock)

/**
 * @param isOpen whether the office is, now
 * @param books whether times can be booked in the line
 */
export function lineDoor(
  line: Pick<Line, 'type' | 'takes_tickets' | 'frozen' | 'stopped'>,
  isOpen: boolean,
  books: boolean,
  now: Date,
): LineDoor {
  const { type, takes_tickets } = line
  // At the office, too, no number is given of such a line.
  if (!takes_tickets) return books ? 'by-time' : 'neither'
  if (type === 'kiosk') return 'at-office'
  if (!isOpen) return 'shut'
  return isFrozen(line, now) ? 'frozen' : 'open'
}
