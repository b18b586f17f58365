import {
  ABSENT,
  ABSENT_MINUTES,
  DAY_SPREAD,
  GIVES_UP,
  type OfficeLaw,
  PATIENCE,
  type Switch,
} from './office-laws.ts'
import type { RepeatableRandom } from './repeatable-random.ts'

/** One who came, in minutes since the opening; null for what did not happen to them. */
export interface Turn {
  /** 0 the line that is looked at, 1 one that is called first. */
  line: 0 | 1
  came: number
  called: number | null
  /** When the attention ended, or nobody had come to the desk. */
  ended: number | null
  left: number | null
  desk: number | string | null
}

/** A desk that was open without a break. */
export interface Sitting {
  desk: number | string
  from: number
  to: number
}

/** What is known of an office's day once it is over: as its own tables keep it. */
export interface LivedDay {
  turns: Turn[]
  sittings: Sitting[]
}

/** One who waits, and until when they have the patience. */
interface Waiting {
  turn: Turn
  patience: number
}

interface DeskNow {
  isOpen: boolean
  /** Until then somebody is there. */
  busy: number | null
  since: number
  shifts: Switch[]
}

/** An office at a moment, and what chance already knows of its day. */
export interface OfficeNow {
  at: number
  /** What this day's attentions take beside those of others. */
  pace: number
  desks: DeskNow[]
  lines: [Waiting[], Waiting[]]
  arrivals: { line: 0 | 1; at: number }[]
}

export const patienceOf = (random: RepeatableRandom, came: number): number =>
  random.fraction() < GIVES_UP
    ? came + PATIENCE.least + PATIENCE.span * random.fraction()
    : Number.POSITIVE_INFINITY

export function attentionOf(random: RepeatableRandom, law: OfficeLaw, line: 0 | 1, pace: number): number {
  const { mean, spread } = (line === 1 && law.above?.attention) || law.attention
  return random.fraction() < ABSENT ? ABSENT_MINUTES : random.logNormal(mean * pace, spread)
}

/** Who comes to a line from `now` on, in order. */
export function arrivalsOf(random: RepeatableRandom, perHour: readonly number[], now = 0): number[] {
  return perHour.flatMap((people, hour) => {
    const found: number[] = []
    const from = Math.max(now, hour * 60)
    for (let at = from + random.exponential(60 / people); at < (hour + 1) * 60; ) {
      found.push(at)
      at += random.exponential(60 / people)
    }
    return found
  })
}

export function opening(law: OfficeLaw, random: RepeatableRandom): OfficeNow {
  const pace = random.logNormal(1, DAY_SPREAD)
  const desks = Array.from({ length: law.desks }, (_, desk) => ({
    isOpen: false,
    busy: null,
    since: 0,
    shifts: law.shifts(random, desk, -1, false),
  }))
  const of = (line: 0 | 1, perHour: readonly number[]) =>
    arrivalsOf(random, perHour).map(at => ({ line, at }))
  const arrivals = [...of(0, law.arrivals), ...of(1, law.above?.arrivals ?? [])]
  return { at: -1, pace, desks, lines: [[], []], arrivals: arrivals.sort((a, b) => a.at - b.at) }
}

/**
 * Lets an office live on until `isOver`, or nothing more happens: people come, are called in their turn and
 * attended, do not come, give up; clerks leave as soon as the one before them is done. The office is used up.
 */
export function live(
  office: OfficeNow,
  law: OfficeLaw,
  random: RepeatableRandom,
  isOver: () => boolean = () => false,
): LivedDay {
  const { desks, lines, arrivals, pace } = office
  const day: LivedDay = { turns: [], sittings: [] }
  let coming = 0

  function leaveDesk(desk: DeskNow, index: number): void {
    desk.isOpen = false
    if (office.at > desk.since) day.sittings.push({ desk: index, from: desk.since, to: office.at })
  }

  function call(desk: DeskNow, index: number): void {
    if (desk.busy !== null || !desk.isOpen) return
    const next = lines[1].shift() ?? lines[0].shift()
    if (!next) return
    const minutes = attentionOf(random, law, next.turn.line, pace)
    desk.busy = office.at + minutes
    Object.assign(next.turn, { called: office.at, ended: desk.busy, desk: index })
  }

  /** Whether the clerk should be there, by what has happened of the plan. */
  const stays = desks.map(({ isOpen }) => isOpen)

  function follow(desk: DeskNow, index: number): void {
    if (stays[index] && !desk.isOpen) {
      desk.isOpen = true
      desk.since = office.at
    } else if (!stays[index] && desk.isOpen && desk.busy === null) leaveDesk(desk, index)
    call(desk, index)
  }

  const isDayOver = () =>
    coming === arrivals.length &&
    lines.every(line => line.length === 0) &&
    desks.every(({ busy }) => busy === null)

  while (!isOver() && !isDayOver()) {
    let next = arrivals[coming]?.at ?? Number.POSITIVE_INFINITY
    for (const { busy, shifts } of desks) next = Math.min(next, busy ?? next, shifts[0]?.at ?? next)
    for (const line of lines) for (const { patience } of line) next = Math.min(next, patience)
    if (next === Number.POSITIVE_INFINITY) break
    office.at = next
    for (const line of lines) {
      const index = line.findIndex(({ patience }) => patience <= next)
      if (index >= 0) line.splice(index, 1)[0]!.turn.left = next
    }
    for (const [index, desk] of desks.entries()) {
      const isDone = desk.busy !== null && desk.busy <= next
      if (isDone) desk.busy = null
      const isTime = desk.shifts[0] !== undefined && desk.shifts[0].at <= next
      if (isTime) stays[index] = desk.shifts.shift()!.open
      if (isDone || isTime) follow(desk, index)
    }
    for (let came = arrivals[coming]; came && came.at <= next; came = arrivals[++coming]) {
      const turn: Turn = { line: came.line, came: came.at, called: null, ended: null, left: null, desk: null }
      day.turns.push(turn)
      lines[came.line].push({ turn, patience: patienceOf(random, came.at) })
      for (const [index, desk] of desks.entries()) call(desk, index)
    }
  }
  for (const [index, desk] of desks.entries()) if (desk.isOpen) leaveDesk(desk, index)
  return day
}
