import type { Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import type { NewJob } from '#server/jobs/job.ts'
import type { Clock } from '#server/platform/clock.ts'
import { appendFacts } from './append-facts.ts'
import type { Fact, NewFact, TellFacts } from './fact.ts'
import { holdOffice } from './hold-office.ts'
import type { OfficeGate } from './office-gate.ts'

/** What changing an office needs of the world. */
export interface ChangeContext {
  database: Database
  clock: Clock
  tell: TellFacts
  /** One for all that happens on this database in this process. */
  gate: OfficeGate
}

/**
 * The one way in which an office's turns and reservations change, taking a number aside: holds the office, lets the
 * change happen, logs its facts, asks for the jobs that follow from them, commits, and then tells the facts: in this
 * process in their order. A change that throws leaves nothing behind.
 */
export async function changeOffice(
  { database, clock, tell, gate }: ChangeContext,
  officeId: number,
  jobsOf: (facts: readonly Fact[]) => readonly NewJob<string, object>[],
  change: (transaction: Transaction<Tables>, at: Date) => Promise<NewFact[]>,
): Promise<Fact[]> {
  return await gate.pass(officeId, async () => {
    const facts = await database.transaction(async transaction => {
      await holdOffice(transaction, officeId)
      const happened = await change(transaction, clock.now())
      const logged = await appendFacts(transaction, happened)
      await enqueueJobs(transaction, jobsOf(logged))
      return logged
    })
    tell(facts)
    return facts
  })
}
