import { waitByPace } from '#server/wait/by-pace.ts'
import { calibrate, type FinishedWait } from '#server/wait/calibrate.ts'
import { habitsOf } from '#server/wait/habits.ts'
import { flowOf, tellWait } from '#server/wait/tell-wait.ts'
import { type Learned, lineAt, PAST_DAYS, pastDay } from './line-at.ts'
import { type Look, looksOf } from './look.ts'
import type { Said } from './score.ts'
import type { LivedDay } from './simulate.ts'

/** Whoever says how long somebody will wait. */
export const FORETELLERS = ['told', 'formula', 'thumb', 'head of line', 'last to enter', 'oracle'] as const
export type Foreteller = (typeof FORETELLERS)[number]

export interface DaySaid {
  /** How many days were over before. */
  day: number
  said: Partial<Record<Foreteller, Said>>
}

const LAST_ATTENTIONS = 20

/** What one of the lines above takes of a desk, as it was. */
function perCallAbove(days: readonly LivedDay[]): number {
  const above = days.flatMap(({ turns }) => turns.filter(({ line, ended }) => line === 1 && ended !== null))
  return above.reduce((sum, { called, ended }) => sum + ended! - called!, 0) / Math.max(1, above.length)
}

/** People ahead × mean of the last twenty attentions ÷ open desks, rounded up. */
function thumb({ called, ahead, desks, at }: Look): number {
  const over = called.filter(({ ended }) => ended! <= at).slice(-LAST_ATTENTIONS)
  const mean = over.reduce((sum, turn) => sum + turn.ended! - turn.called!, 0) / Math.max(1, over.length)
  return Math.ceil((ahead.length * mean) / Math.max(1, desks))
}

/** The mean of what may come, and of it all but a tenth at either end. */
function foreseen(waits: readonly number[], real: number): Said {
  const about = waits.reduce((sum, wait) => sum + wait, 0) / waits.length
  const at = (part: number) => waits[Math.round(part * (waits.length - 1))]!
  return { about, range: { from: at(0.1), to: at(0.9) }, real }
}

/** How long the one has waited who was called last. */
function lastToEnter({ called }: Look): number {
  const last = called.at(-1)
  return last ? last.called! - last.came : 0
}

/**
 * Has an office's days go by: what is said to each who waits behind others, by what could be known by then,
 * and at night what is learned.
 * @param foresee the waits that may come, the shortest first, by who knows more than can be known; undefined
 * where nobody is asked
 */
export function liveDays(
  days: readonly LivedDay[],
  fallbackMinutes: number,
  foresee: (look: Look, day: number) => number[] | undefined = () => undefined,
): DaySaid[] {
  const all: DaySaid[] = []
  const finished: FinishedWait[][] = []
  for (const [day, today] of days.entries()) {
    const before = days.slice(Math.max(0, day - PAST_DAYS), day)
    const learned: Learned = {
      habits: habitsOf(before.map(pastDay)),
      calibration: calibrate(finished.slice(-PAST_DAYS).flat()),
      perCallAbove: perCallAbove(before),
    }
    const over: FinishedWait[] = []
    for (const look of looksOf(today, before)) {
      const { ahead, turn, at } = look
      const real = turn.called! - at
      const line = lineAt(look, learned, fallbackMinutes)
      const flow = flowOf(line, ahead.length)
      if (flow !== null) over.push({ flow, real })
      const told = tellWait(line, ahead.length)
      const formula = waitByPace(line, ahead.length)
      const middle = ({ from, to }: { from: number; to: number }) => (from + to) / 2
      const bare = (about: number): Said => ({ about, range: null, real })
      const oracle = foresee(look, day)
      all.push({
        day,
        said: {
          told: { about: told.about ?? middle(told), range: told, real },
          formula: { about: middle(formula), range: formula, real },
          thumb: bare(thumb(look)),
          'head of line': bare(at - ahead[0]!.came),
          'last to enter': bare(lastToEnter(look)),
          ...(oracle !== undefined && { oracle: foreseen(oracle, real) }),
        },
      })
    }
    finished.push(over)
  }
  return all
}
