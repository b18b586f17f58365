import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { inLane, type Lane } from '#server/database/lanes.ts'

/**
 * Holds so many connections as somebody of this lane would. Gives what lets them go, once all of them are
 * held.
 */
export async function holdConnections(
  { db }: Database,
  lane: Lane,
  count: number,
): Promise<() => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  const holding: Promise<unknown>[] = []
  const released = Array.from({ length: count }, () =>
    inLane(lane, () =>
      db.connection().execute(async connection => {
        holding.push(sql`select 1`.execute(connection))
        await held
      }),
    ),
  )
  while (holding.length < count) await new Promise(setImmediate)
  await Promise.all(holding)
  return async () => {
    letGo()
    await Promise.all(released)
  }
}
