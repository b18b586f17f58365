import type { Line } from '#contract/rest/offices.ts'

/**
 * What stands between a person and a number of a line: nothing; the office is shut; the line is frozen; its
 * numbers are given at the office alone; it is attended by booked time alone.
 */
export type LineDoor = 'open' | 'shut' | 'frozen' | 'at-office' | 'by-time'

/**
 * Whether a line gives no numbers for a reason of its own. That the office is shut is said once, of all its
 * lines.
 * @param isOpen whether the office is, now
 */
export const isStopped = ({ frozen, stopped }: Pick<Line, 'frozen' | 'stopped'>, isOpen: boolean): boolean =>
  frozen && (isOpen || !stopped?.by_clock)

/** @param isOpen whether the office is, now */
export function lineDoor(
  { type, takes_tickets, frozen }: Pick<Line, 'type' | 'takes_tickets' | 'frozen'>,
  isOpen: boolean,
): LineDoor {
  if (type === 'kiosk') return 'at-office'
  if (!takes_tickets) return 'by-time'
  if (!isOpen) return 'shut'
  return frozen ? 'frozen' : 'open'
}
