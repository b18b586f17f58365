import { LONGEST_WAIT_MINUTES } from './bounds.ts'

/** Habits are kept by quarters of an hour, from the midnight of the office's own clock on. */
export const QUARTERS = 96
export const QUARTER_MINUTES = 15

/** Work that was done at desks, and what it took of them. */
export interface DeskWork {
  calls: number
  /** Of desks together: two desks that are busy for a minute make two. */
  minutes: number
}

/** What past days say of a line. Each list has one figure for each quarter of the day. */
export interface FlowHabits {
  /** Desks that serve it. */
  desks: readonly number[]
  /** Of these desks, what is taken by people who come later and are called first all the same. */
  claimed: readonly number[]
  work: DeskWork
  /** Which part of those who wait gives up, each minute. */
  leaving: number
  /** In so many minutes what is unusual about its desks falls to a third; none where that was not learned. */
  fade?: number
}

/** A line as it stands at a moment. */
export interface LineFlow {
  /** By the office's own clock. */
  minuteOfDay: number
  /** Open now, and calling from this line. */
  desks: number
  /** What was seen of it lately. */
  work: DeskWork
  /** Who waits in it. */
  waiting: number
  /** Desk-minutes that wait in other lines and are called before anybody in this one. */
  first: number
  /** Desk-minutes that wait in lines with which it takes turns by arrival. */
  beside: number
  habits: FlowHabits
}

/** The past weighs as much as so many calls: by so much one day differs from another. */
const STEADY_CALLS = 25
/** What is unusual now is usual again in about so many minutes, where it was not seen how long that takes. */
export const FADE_MINUTES = 30
const STEP_MINUTES = 3
/** However much is called first, something of a desk is left. */
const LEFT_OVER = 0.15

/** What one call takes of a desk: as it was lately, steadied by past days. */
function minutesPerCall({ work, habits }: Pick<LineFlow, 'work' | 'habits'>): number {
  const steady = Math.min(habits.work.calls, STEADY_CALLS)
  const usual = steady > 0 ? habits.work.minutes / habits.work.calls : 0
  return (work.minutes + usual * steady) / Math.max(1, work.calls + steady)
}

/**
 * Minutes until the one with `ahead` people before them is called: until `ahead + 1` attentions are over, at
 * desks that are as many as usual at that time of day, and as many more or fewer as there are now, which
 * fades. Those who usually give up are taken off on the way. It is the fluid model of a queue whose servers
 * vary and whose customers lose patience; see R. Ibrahim and W. Whitt, "Wait-time predictors for customer
 * service systems with time-varying demand and capacity", Operations Research 59(5), 2011.
 *
 * More people ahead, or fewer desks, never make it shorter: two such flows never cross.
 * @returns LONGEST_WAIT_MINUTES where it is not over by then
 */
export function flowMinutes(flow: LineFlow, ahead: number): number {
  const { minuteOfDay, desks, waiting, first, beside, habits } = flow
  const perCall = minutesPerCall(flow)
  const usualNow = at(habits.desks, minuteOfDay)
  const fade = habits.fade ?? FADE_MINUTES
  const slowness = habits.work.minutes > 0 ? (perCall * habits.work.calls) / habits.work.minutes : 1
  // Of those who came to the other lines, as many came before as stand before in this one.
  const turns = beside * Math.min(1, (ahead + 1) / (waiting + 1))
  let work = first + turns + perCall * (ahead + 1)
  for (let minute = 0; minute < LONGEST_WAIT_MINUTES; minute += STEP_MINUTES) {
    const middle = minute + STEP_MINUTES / 2
    const unusual = (desks - usualNow) * Math.exp(-middle / fade)
    const open = Math.max(0, at(habits.desks, minuteOfDay + middle) + unusual)
    const done = Math.max(LEFT_OVER * open, open - slowness * at(habits.claimed, minuteOfDay + middle))
    const left = Math.max(0, work - perCall) * habits.leaving
    const after = work - (done + left) * STEP_MINUTES
    if (after <= 0) return minute + STEP_MINUTES * (work / (work - after))
    work = after
  }
  return LONGEST_WAIT_MINUTES
}

/** Between the middles of two quarters it moves evenly. */
function at(byQuarter: readonly number[], minuteOfDay: number): number {
  const place = minuteOfDay / QUARTER_MINUTES - 0.5
  const before = Math.floor(place)
  const of = (quarter: number) => byQuarter[((quarter % QUARTERS) + QUARTERS) % QUARTERS] ?? 0
  return of(before) + (of(before + 1) - of(before)) * (place - before)
}
