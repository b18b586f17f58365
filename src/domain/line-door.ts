import type { Line } from '#contract/rest/offices.ts'

/**
 * What stands between a person and a number of a line: nothing; the office is shut; the line is frozen; its
 * numbers are given at the office alone; it is attended by booked time alone; it gives neither numbers nor
 * times.
 */
export type LineDoor = 'open' | 'shut' | 'frozen' | 'at-office' | 'by-time' | 'neither'

/**
 * Whether a line gives no numbers for a reason of its own. That the office is shut is said once, of all its
 * lines.
 * @param isOpen whether the office is, now
 */
export const isStopped = ({ frozen, stopped }: Pick<Line, 'frozen' | 'stopped'>, isOpen: boolean): boolean =>
  frozen && (isOpen || !stopped?.by_clock)

/**
 * @param isOpen whether the office is, now
 * @param books whether times can be booked in the line
 */
export function lineDoor(
  { type, takes_tickets, frozen }: Pick<Line, 'type' | 'takes_tickets' | 'frozen'>,
  isOpen: boolean,
  books: boolean,
): LineDoor {
  // At the office, too, no number is given of such a line.
  if (!takes_tickets) return books ? 'by-time' : 'neither'
  if (type === 'kiosk') return 'at-office'
  if (!isOpen) return 'shut'
  return frozen ? 'frozen' : 'open'
}
