import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database/database.ts'
import { type Clock, isSure } from './platform/clock.ts'
import { createSteadyClock } from './platform/steady-clock.ts'
import { HELD, type UpkeepTask } from './upkeep.ts'

/** Two machines whose clocks are kept differ by far less. */
const APART_MS = 60_000

/** This machine's time of day, whose jumps are told and at first not followed. */
export function machineClock(log: FastifyBaseLogger): Clock {
  return createSteadyClock({
    wall: () => Date.now(),
    elapsed: () => performance.now(),
    onJump(ms, believed) {
      const seconds = Math.round(ms / 1_000)
      if (believed)
        log.warn({ seconds }, 'the clock still stands elsewhere: that is the time of day from now on')
      else log.warn({ seconds }, 'the clock jumped: the time of day goes on without it until it is sure')
    },
  })
}

/** How far the database's own clock is from this one, in ms: the other servers live by it, too. */
export async function apartFromDatabase({ db }: Pick<Database, 'db'>, clock: Clock): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return Math.abs((rows[0]?.at.getTime() ?? Number.NaN) - clock.now().getTime())
}

/**
 * Tasks that end or erase by the time of day, in bulk and for good: not begun while it is in doubt, nor where
 * the database lives at another time. They come round again.
 * @param database null asks none
 */
export function holdWhileInDoubt(
  clock: Clock,
  database: Pick<Database, 'db'> | null,
  log: Pick<FastifyBaseLogger, 'warn'>,
): (tasks: readonly UpkeepTask[]) => UpkeepTask[] {
  async function maySweep(task: string): Promise<boolean> {
    if (!isSure(clock)) return false
    const apart = database ? await apartFromDatabase(database, clock) : 0
    if (apart <= APART_MS) return true
    log.warn({ task, seconds: Math.round(apart / 1_000) }, 'held: the database lives at another time of day')
    return false
  }
  return tasks =>
    tasks.map(({ name, everyMs, run }) => ({
      name,
      everyMs,
      run: async ending => ((await maySweep(name)) ? run(ending) : HELD),
    }))
}
