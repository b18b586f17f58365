import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database/database.ts'
import { agreedNow, type Clock, isSure, systemClock } from './platform/clock.ts'
import { createSteadyClock } from './platform/steady-clock.ts'
import { HELD, type UpkeepTask } from './upkeep.ts'

/** Two machines whose clocks are kept differ by far less. */
const APART_MS = 60_000

/** A clock, and how it stands to the database's own: the other servers live by that one, too. */
export interface HeldClock extends Clock {
  /** Asks the database for its time of day. */
  look(): Promise<void>
  /** In ms, by the last look and what has elapsed since; infinite before the first. */
  apartMs(): number
}

/** This clock, which is not sure where the database lives at another time. */
export function holdAgainstDatabase(clock: Clock, database: Pick<Database, 'db'>): HeldClock {
  /** The database's time of day when nothing had elapsed, ms since 1970. */
  let began = Number.POSITIVE_INFINITY
  const apartMs = () => Math.abs(began + performance.now() - clock.now().getTime())
  return {
    now: () => clock.now(),
    isSure: () => isSure(clock) && apartMs() <= APART_MS,
    agreed: () => (Number.isFinite(began) ? new Date(began + performance.now()) : clock.now()),
    apartMs,
    async look() {
      const asked = performance.now()
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database.db)
      const at = rows[0]?.at.getTime() ?? Number.POSITIVE_INFINITY
      // It was that time somewhere between question and answer, which may have come late: what is known more
      // exactly stays, or a busy server would begin jobs by a time that is over.
      const [earliest, latest] = [at - performance.now(), at - asked]
      began = Number.isFinite(began) ? Math.min(Math.max(began, earliest), latest) : (earliest + latest) / 2
    },
  }
}

/**
 * The database's own time of day, for a command that does one thing and ends: the machine at which an
 * operator types may live at any other, and servers would begin what it asks for hours late.
 */
export async function databaseClock(database: Pick<Database, 'db'>): Promise<Clock> {
  const clock = holdAgainstDatabase(systemClock, database)
  await clock.look()
  return { now: () => agreedNow(clock) }
}

/**
 * This machine's time of day, whose jumps are told and at first not followed, and by which nothing ends where
 * the database lives at another time. That was asked already: before, nobody knows which jobs are due.
 */
export async function machineClock(
  database: Pick<Database, 'db'>,
  log: FastifyBaseLogger,
): Promise<HeldClock> {
  const steady = createSteadyClock({
    wall: () => Date.now(),
    elapsed: () => performance.now(),
    onJump(ms, believed) {
      const seconds = Math.round(ms / 1_000)
      if (believed)
        log.warn({ seconds }, 'the clock still stands elsewhere: that is the time of day from now on')
      else log.warn({ seconds }, 'the clock jumped: the time of day goes on without it until it is sure')
    },
  })
  const clock = holdAgainstDatabase(steady, database)
  await clock.look()
  return clock
}

/**
 * Tasks that end or erase by the time of day, in bulk and for good: not begun while it is in doubt, nor where
 * the database lives at another time. They come round again.
 * @param clock one that does not answer for itself is held against the database's anew before each task
 */
export function holdWhileInDoubt(
  clock: Clock | HeldClock,
  log: Pick<FastifyBaseLogger, 'warn'>,
): (tasks: readonly UpkeepTask[]) => UpkeepTask[] {
  const held = 'look' in clock ? clock : null
  async function maySweep(task: string): Promise<boolean> {
    await held?.look()
    if (isSure(clock)) return true
    const apart = held?.apartMs() ?? 0
    if (apart > APART_MS) {
      const seconds = Math.round(apart / 1_000)
      log.warn({ task, seconds }, 'held: the database lives at another time of day')
    }
    return false
  }
  return tasks =>
    tasks.map(({ name, everyMs, run }) => ({
      name,
      everyMs,
      run: async ending => ((await maySweep(name)) ? run(ending) : HELD),
    }))
}
