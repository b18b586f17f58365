import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { changeOffice } from '#server/facts/change-office.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import type { Fact, NewFact } from '#server/facts/fact.ts'
import type { ReservationJob } from './reservation-jobs.ts'
import type { ReservationsContext } from './reservations-context.ts'

/** What a change did: the facts that it logs, and what is to be done later because of it. */
export interface Changed {
  facts: NewFact[]
  jobs?: readonly ReservationJob[]
}

export const UNCHANGED: Changed = { facts: [] }

/**
 * The one way in which an office's reservations change, bookings aside.
 * @param where, goes see changeOffice
 */
export async function changeReservations(
  context: ReservationsContext,
  where: number | DoneAt,
  change: (transaction: Transaction<Tables>, at: Date) => Promise<Changed>,
  goes?: 'alone',
): Promise<Fact[]> {
  const happens = async (transaction: Transaction<Tables>, at: Date) => {
    const { facts, jobs = [] } = await change(transaction, at)
    return { facts, jobsOf: () => jobs }
  }
  return await changeOffice(context, where, happens, goes)
}
