import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { changeOffice, type Goes } from '#server/facts/change-office.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import type { Fact, NewFact } from '#server/facts/fact.ts'
import type { QueueContext } from '../queue-context.ts'
import { pushJobsOf } from './queue-jobs.ts'
import { repeatJobsOf } from './repeat-jobs.ts'

/**
 * The one way in which an office's turns change, taking a number aside; the pushes that follow are asked for
 * with it.
 * @param where, goes see changeOffice
 */
export const changeTurns = async (
  context: Pick<QueueContext, 'database' | 'clock' | 'tell' | 'gate'>,
  where: number | DoneAt,
  change: (transaction: Transaction<Tables>, at: Date, agreed: Date) => Promise<NewFact[]>,
  goes?: Goes,
): Promise<Fact[]> => {
  const { facts } = await changeOffice(
    context,
    where,
    async (transaction, at, now) => ({
      facts: await change(transaction, at, now),
      jobsOf: (logged, agreed) => [...pushJobsOf(logged, agreed), ...repeatJobsOf(logged, agreed)],
    }),
    goes,
  )
  return facts
}
