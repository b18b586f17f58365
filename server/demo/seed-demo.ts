import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { faultText } from '#server/offices/file/fault.ts'
import { readOfficesSource } from '#server/offices/file/read-offices-source.ts'
import { loadOffices } from '#server/offices/load/load-offices.ts'
import { type DemoOffice, staffDemoOffices } from './demo-offices.ts'
import { seedDemoQueue } from './seed-demo-queue.ts'
import { type BookedSeedContext, seedDemoReservations } from './seed-demo-reservations.ts'

/** The offices file of the demonstration, in parts: one for each region. */
export const DEMO_OFFICES = join(import.meta.dirname, 'offices')

interface DemoContext extends BookedSeedContext {
  database: Database
}

async function loadIntoEmpty({ database, clock }: DemoContext): Promise<void> {
  // A demonstration that a start without one retired comes back where nobody has opened an office since.
  const known = await database.db
    .selectFrom('offices')
    .select('id')
    .where(office => office.or([office('active', '=', true), office('demo', '=', false)]))
    .limit(1)
    .executeTakeFirst()
  if (known) return
  const outcome = await loadOffices({ database, clock }, await readOfficesSource(DEMO_OFFICES), 'keep', true)
  if (!outcome.loaded) throw new Error(outcome.faults.map(faultText).join('\n'))
}

/** Its clerks do not say who has come: whom they attend must not be missed by itself. */
async function letClerksTakeTheirTime({ database: { db } }: DemoContext): Promise<void> {
  await db
    .updateTable('offices')
    .set({ call_repeats: 0 })
    .where('demo', '=', true)
    .where('call_repeats', '>', 0)
    .execute()
}

/**
 * Makes a demonstration of an empty database, and of one that is a demonstration already a living one: clerks
 * at their desks, people waiting, times booked. Offices that somebody loaded themselves are left alone. To be
 * called before the server listens.
 * @returns the demonstration offices, for {@link createDemoClerks}
 */
export async function seedDemo(context: DemoContext): Promise<DemoOffice[]> {
  await loadIntoEmpty(context)
  await letClerksTakeTheirTime(context)
  const offices = await staffDemoOffices(context.database.db)
  await seedDemoQueue(context, offices)
  await seedDemoReservations(context)
  return offices
}
