import type { Movement } from '#server/wait/by-pace.ts'
import type { Calibration } from '#server/wait/calibrate.ts'
import type { DeskWork, FlowHabits } from '#server/wait/flow.ts'
import type { PastDay } from '#server/wait/habits.ts'
import type { WaitingLine } from '#server/wait/tell-wait.ts'
import type { Look } from './look.ts'
import type { LivedDay, Turn } from './simulate.ts'

/** The office opens at nine by its own clock. */
export const OPENS = 540
/** So far back the server looks. */
export const PAST_DAYS = 14
/** How far the server looks back for how long attentions take. */
const LATELY_MINUTES = 240
const HOUR = 60

/** What was learned by the night before. */
export interface Learned {
  habits: FlowHabits | null
  calibration: Calibration | null
  /** What one of those who are called first takes. */
  perCallAbove: number
}

const onClock = (minutes: number | null) => (minutes === null ? null : OPENS + minutes)

/** What the nightly job learns from. */
export const pastDay = ({ turns, sittings }: LivedDay): PastDay => ({
  turns: turns
    .filter(({ line }) => line === 0)
    .map(({ came, called, ended, left }) => ({
      came: OPENS + came,
      called: onClock(called),
      ended: onClock(ended),
      left: onClock(left),
    })),
  open: sittings.map(({ from, to }) => ({ from: OPENS + from, to: OPENS + to })),
  above: turns.flatMap(({ line, came, called, ended }) =>
    line === 1 && called !== null && ended !== null ? [{ came: OPENS + came, minutes: ended - called }] : [],
  ),
})

/** As `linePaces` counts: between two calls, from when the later one could have been made. */
function movementOf(turns: readonly Turn[], from: number, to: number): Movement {
  const within = turns.filter(
    ({ line, called }) => line === 0 && called !== null && called > from && called <= to,
  )
  const calls = within.sort((a, b) => a.called! - b.called!)
  let minutes = 0
  for (const [index, { called, came }] of calls.entries()) {
    const earlier = calls[index - 1]?.called ?? null
    if (earlier !== null) minutes += called! - Math.max(earlier, came)
  }
  return { calls: Math.max(0, calls.length - 1), minutes }
}

function usually({ at, before }: Look): Movement {
  const days = before.slice(-PAST_DAYS).map(({ turns }) => movementOf(turns, at - HOUR / 2, at + HOUR / 2))
  return {
    calls: days.reduce((sum, { calls }) => sum + calls, 0),
    minutes: days.reduce((sum, { minutes }) => sum + minutes, 0),
  }
}

function workOf({ called, at }: Look): DeskWork {
  const work = { calls: 0, minutes: 0 }
  for (const { called: from, ended } of called) {
    if (ended! > at || ended! <= at - LATELY_MINUTES) continue
    work.calls++
    work.minutes += ended! - from!
  }
  return work
}

/** The line as the server would see it in that moment. */
export function lineAt(look: Look, learned: Learned, fallbackMinutes: number): WaitingLine {
  const { at, called, ahead, desks, attended, above } = look
  const first = Math.min(...ahead.map(({ came }) => came))
  return {
    lately: movementOf(called, at - HOUR, at),
    usually: usually(look),
    idleMinutes: Math.max(0, at - Math.max(first, called.at(-1)?.called ?? first)),
    openModulos: desks,
    fallbackMinutes,
    minuteOfDay: OPENS + at,
    desks,
    free: Math.max(0, desks - attended.length),
    work: workOf(look),
    waiting: ahead.length,
    first: above.length * learned.perCallAbove,
    beside: 0,
    habits: learned.habits,
    calibration: learned.calibration,
    closesIn: null,
  }
}
