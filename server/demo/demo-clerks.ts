import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import { Refusal } from '#server/web/refusal.ts'
import { type Arrival, DemoArrivals } from './demo-arrivals.ts'
import { type Confirmation, DemoConfirmations } from './demo-confirmations.ts'
import { DemoLook } from './demo-look.ts'
import type { DemoOffice } from './demo-offices.ts'
import { SERVICE_MS, VERBS_A_SECOND } from './demo-pace.ts'
import { DemoSeat } from './demo-seat.ts'
import type { DemoVerbs } from './demo-verbs.ts'

const TICK_MS = 1_000

/** What is to be done, one verb each. */
type Due = DemoSeat | Arrival | Confirmation

export interface DemoClerksOptions {
  database: Pick<Database, 'db'>
  clock: Clock
  timers: Timers
  random: Random
  verbs: DemoVerbs
  offices: readonly DemoOffice[]
  /** Told of what is no refusal; the demonstration goes on. */
  onFault(error: unknown): void
}

export interface DemoClerks {
  /** Somebody looks at this office: for a while it works at its natural pace. */
  lookedAt(officeId: number): void
  /** One second of the demonstration, which the timer brings by itself once it is started. */
  tick(): Promise<void>
  start(): void
  /** Begins nothing more, and resolves when what runs has finished. */
  stop(): Promise<void>
}

/**
 * Clerks who call people and confirm reservations, and people who come for a paper number, so that whoever
 * takes a number or books a time in the demonstration is answered. At most VERBS_A_SECOND in all: where
 * somebody waits with a phone, or looks, the pace is a real office's; the other offices share what is left.
 * Only modulos that no real clerk has taken are used.
 */
export function createDemoClerks(options: DemoClerksOptions): DemoClerks {
  const { database, clock, timers, random, verbs, offices, onFault } = options
  const look = new DemoLook(database, clock, offices)
  const arrivals = new DemoArrivals(offices, look, { clock, random, verbs })
  const confirmations = new DemoConfirmations({ database, clock, verbs })
  const context = { database, clock, random, verbs, look, arrivals }
  const seats = offices.flatMap(office => office.desks.map(desk => new DemoSeat(desk, office, context)))
  const openSeats = () => seats.filter(seat => seat.isOpen).length
  let hasBegun = false

  /** Clerks who were seated before stay so, and do not all begin in the same second. */
  async function begin(): Promise<void> {
    hasBegun = true
    const open = await database.db
      .selectFrom('modulos')
      .select('clerk_id')
      .where('clerk_id', 'is not', null)
      .execute()
    const seated = new Set(open.map(modulo => modulo.clerk_id))
    for (const seat of seats) seat.isOpen = seated.has(seat.desk.clerk_id)
    await look.refresh(openSeats())
    const at = clock.now().getTime()
    for (const seat of seats) {
      const pause = SERVICE_MS.longest * (seat.isWatched ? 1 : look.stretch)
      seat.nextAt = at + (seat.isOpen ? random.fraction() * pause : 0)
    }
  }

  /** What is due, watched offices before all others. */
  function dueNow(): Due[] {
    const at = clock.now().getTime()
    const due: { item: Due; at: number; rank: number }[] = [
      ...seats
        .filter(seat => seat.nextAt <= at)
        .map(seat => ({ item: seat, at: seat.nextAt, rank: seat.isWatched ? 0 : 1 })),
      ...confirmations.due.map(confirmation => ({ item: confirmation, at: 0, rank: 0 })),
      ...arrivals.due(at).map(arrival => ({ item: arrival, at: arrival.at, rank: 1 })),
    ]
    return due.sort((a, b) => a.rank - b.rank || a.at - b.at).map(({ item }) => item)
  }

  /** @returns whether a verb was tried */
  async function attempt(item: Due): Promise<boolean> {
    try {
      if (item instanceof DemoSeat) return await item.work()
      return await ('line_id' in item ? arrivals.letIn(item) : confirmations.say(item))
    } catch (error) {
      if (item instanceof DemoSeat) item.giveWay()
      if (!(error instanceof Refusal)) onFault(error)
      return true
    }
  }

  async function tick(): Promise<void> {
    if (!hasBegun) await begin()
    else if (await look.refresh(openSeats())) {
      arrivals.fillThinLines()
      await confirmations.look()
      for (const seat of seats) seat.hurry()
    }
    let left = (VERBS_A_SECOND * TICK_MS) / 1_000
    for (const item of dueNow()) {
      if (await attempt(item)) left--
      if (left === 0) return
    }
  }

  let running: Promise<void> | null = null
  let stopTimer: (() => void) | null = null
  function tickOnce(): Promise<void> {
    // A slow database gets no second helping.
    running ??= tick().finally(() => {
      running = null
    })
    return running
  }

  return {
    lookedAt: officeId => look.note(officeId),
    tick: tickOnce,
    start() {
      stopTimer ??= timers.every(TICK_MS, () => void tickOnce().catch(onFault))
    },
    async stop() {
      stopTimer?.()
      await running
    },
  }
}
