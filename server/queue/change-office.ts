import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { appendFacts } from '#server/facts/append-facts.ts'
import type { Fact, NewFact } from '#server/facts/fact.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { pushJobsOf } from './queue-jobs.ts'
import type { QueueContext } from './queue-context.ts'

/**
 * The one way in which an office's turns change, taking a number aside: holds the office, lets the change happen, logs
 * its facts, asks for the pushes that follow from them, commits, and then tells the facts: in this process in their order.
 * A change that throws leaves nothing behind.
 */
export async function changeOffice(
  { database, clock, tell, gate }: Pick<QueueContext, 'database' | 'clock' | 'tell' | 'gate'>,
  officeId: number,
  change: (transaction: Transaction<Tables>, at: Date) => Promise<NewFact[]>,
): Promise<Fact[]> {
  return await gate.pass(officeId, async () => {
    const facts = await database.transaction(async transaction => {
      await holdOffice(transaction, officeId)
      const happened = await change(transaction, clock.now())
      const logged = await appendFacts(transaction, happened)
      await enqueueJobs(transaction, pushJobsOf(logged))
      return logged
    })
    tell(facts)
    return facts
  })
}
