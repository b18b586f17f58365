import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { changeOffice, type Happened } from '#server/facts/change-office.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import type { NewFact } from '#server/facts/fact.ts'
import type { ReservationJob } from './reservation-jobs.ts'
import type { ReservationsContext } from './reservations-context.ts'

/** What a change did: the facts that it logs, and what is to be done later because of it. */
export interface Changed {
  facts: NewFact[]
  /** @param agreed now, by the time on which all servers agree */
  jobs?: (agreed: Date) => readonly ReservationJob[]
}

export const UNCHANGED: Changed = { facts: [] }

/**
 * The one way in which an office's reservations change, bookings aside.
 * @param where, goes see changeOffice
 * @returns what the change returned, once it is committed
 */
export async function changeReservations<Done extends Changed>(
  context: ReservationsContext,
  where: number | DoneAt,
  change: (transaction: Transaction<Tables>, at: Date) => Promise<Done>,
  goes?: 'alone',
): Promise<Happened<Done>> {
  const happens = async (transaction: Transaction<Tables>, at: Date) => {
    const done = await change(transaction, at)
    return { ...done, jobsOf: (_facts: unknown, agreed: Date) => done.jobs?.(agreed) ?? [] }
  }
  return await changeOffice(context, where, happens, goes)
}
