import type { LinePace } from './wait-estimate.ts'

/** What past days, this one so far and the office's hours say of a line: @see createSharedPaces */
export type LineUsual = Pick<LinePace, 'usually' | 'work' | 'habits' | 'calibration'> & {
  /** When those who still wait are sent home; null where they are not, or not today. */
  closesAt: Date | null
  /** When the office's hours begin; null while they last. */
  hoursFrom: Date | null
}

export interface ReadPace {
  moving: Omit<LinePace, keyof LineUsual | 'closesIn' | 'opensAt'> & { backAt: Date | null }
  usual: LineUsual
}

/** How a line moves, by what was read of it now and what is known of its days. */
export function paceOf({ backAt, ...moving }: ReadPace['moving'], usual: LineUsual, at: Date): LinePace {
  const { closesAt, hoursFrom, ...known } = usual
  const minutesUntil = (time: Date) => Math.max(0, (time.getTime() - at.getTime()) / 60_000)
  return {
    ...moving,
    ...known,
    closesIn: closesAt && minutesUntil(closesAt),
    opensAt: moving.desks > 0 ? null : (hoursFrom ?? backAt),
  }
}
