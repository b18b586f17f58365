import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import type { QueueOffice } from '#tests/support/queue-office.ts'
import { Agenda } from './agenda.ts'
import { ABSENT, ABSENT_MINUTES, ARRIVALS, DAY_SPREAD, GIVES_UP, PATIENCE } from './office-laws.ts'
import type { RepeatableRandom } from './repeatable-random.ts'

/** One who took a number behind others, in minutes. */
export interface Wait {
  shown: { from: number; to: number }
  /**
   * What the rule of thumb would have shown: ahead × mean of the last 20 attentions ÷ open desks, rounded up.
   */
  naive: number
  real: number
}

export type Desk = Awaited<ReturnType<QueueOffice['clerk']>>

export interface OfficeDay {
  office: QueueOffice
  line_id: number
  desks: Desk[]
  /** What the last attentions took, in minutes, newest last; goes on from day to day. */
  attentions: number[]
  opensAt: Date
  random: RepeatableRandom
  /** Whether newcomers look at the estimate. */
  isMeasured: boolean
}

const MINUTE_MS = 60_000
const ATTENTION = { mean: 6, spread: 0.7 }
const LAST_ATTENTIONS = 20

interface DeskState {
  desk: Desk
  isOpen: boolean
  isBusy: boolean
  /** Leaves as soon as the one at the desk is done. */
  isLeaving: boolean
}

/**
 * A day of one line, minute by minute by the clock of the office, through the server's own verbs on its own
 * database: people come, take a number, are attended, do not come, give up; clerks go to lunch one after the
 * other.
 */
export async function liveOfficeDay(day: OfficeDay): Promise<Wait[]> {
  const { office, line_id, attentions, random } = day
  const { context, clock, office_id } = office
  const agenda = new Agenda()
  const opensAt = day.opensAt.getTime()
  const pace = random.logNormal(1, DAY_SPREAD)
  const desks = day.desks.map((desk): DeskState => ({ desk, isOpen: false, isBusy: false, isLeaving: false }))
  /** By ticket, since when and what was said. */
  const waiting = new Map<string, { since: number; shown: Wait['shown'] | null; naive: number }>()
  const waits: Wait[] = []
  const now = () => clock.at.getTime()
  const later = (minutes: number, happen: () => Promise<void>) =>
    agenda.add(now() + minutes * MINUTE_MS, happen)

  async function callTo(state: DeskState): Promise<void> {
    const { tuid } = await office.call(state.desk, [line_id])
    const turn = waiting.get(tuid)
    waiting.delete(tuid)
    state.isBusy = true
    if (turn?.shown) {
      waits.push({ shown: turn.shown, naive: turn.naive, real: (now() - turn.since) / MINUTE_MS })
    }
    const isAbsent = random.fraction() < ABSENT
    const minutes = isAbsent ? ABSENT_MINUTES : random.logNormal(ATTENTION.mean * pace, ATTENTION.spread)
    later(minutes, async () => {
      await (isAbsent ? markAbsent : markAttended)(context, state.desk)
      attentions.push(minutes)
      if (attentions.length > LAST_ATTENTIONS) attentions.shift()
      state.isBusy = false
      await goOn(state)
    })
  }

  async function goOn(state: DeskState): Promise<void> {
    if (state.isBusy) return
    if (state.isLeaving) {
      state.isOpen = false
      await closeModulo(context, { clerk_id: state.desk.clerk_id })
    } else if (state.isOpen && waiting.size > 0) await callTo(state)
  }

  async function arrive(): Promise<void> {
    const ahead = waiting.size
    const open = Math.max(1, desks.filter(state => state.isOpen).length)
    const mean = attentions.reduce((sum, minutes) => sum + minutes, 0) / Math.max(1, attentions.length)
    // Whoever takes a number has looked: what they saw is kept with it.
    const { lines } = await context.lines.now(office_id)
    const asks = day.isMeasured && ahead > 0
    const user_id = await office.user()
    const { tuid } = await office.take(line_id, user_id)
    waiting.set(tuid, {
      since: now(),
      shown: (asks && lines[0]?.wait) || null,
      naive: Math.ceil((ahead * mean) / open),
    })
    if (random.fraction() < GIVES_UP) {
      later(PATIENCE.least + PATIENCE.span * random.fraction(), async () => {
        if (waiting.delete(tuid)) await giveUp(context, { tuid, user_id })
      })
    }
    const free = desks.find(state => state.isOpen && !state.isBusy)
    if (free) await callTo(free)
  }

  async function sitDown(state: DeskState): Promise<void> {
    state.isOpen = true
    state.isLeaving = false
    await openModulo(context, state.desk)
    await goOn(state)
  }

  async function leave(state: DeskState): Promise<void> {
    state.isLeaving = true
    await goOn(state)
  }

  const atMinute = (minute: number, happen: () => Promise<void>) =>
    agenda.add(opensAt + minute * MINUTE_MS, happen)
  for (const [index, state] of desks.entries()) {
    atMinute(index * 10, () => sitDown(state))
    atMinute(210 + index * 45, () => leave(state))
    atMinute(255 + index * 45, () => sitDown(state))
  }
  for (let hour = 0; hour < ARRIVALS.length; hour++) {
    const gap = 60 / (ARRIVALS[hour] ?? 1)
    for (let minute = random.exponential(gap); minute < 60; minute += random.exponential(gap)) {
      atMinute(hour * 60 + minute, arrive)
    }
  }
  await agenda.run(at => {
    clock.at = new Date(at)
  })
  for (const { desk } of desks) await closeModulo(context, { clerk_id: desk.clerk_id })
  return waits
}
