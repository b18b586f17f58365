import { useCallback } from 'react'
import type { Database } from '#src/db/open-database.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { classifyTickets } from '#src/domain/classify-tickets.ts'
import { type Live, useLive } from './use-live.ts'
import { useNow } from './use-now.ts'

const allTickets = ({ tickets }: Database) => tickets.all()

/** Every ticket that this browser keeps, in no order. */
export const useReceipts = (): Live<TicketReceipt[]> => useLive(allTickets)

/** One ticket, or null where it is not kept here. */
export function useReceipt(tuid: string): Live<TicketReceipt | null> {
  return useLive(useCallback(({ tickets }: Database) => tickets.get(tuid), [tuid]))
}

/**
 * The tickets that matter now, called ones first, then those that wait, each newest first. None until they
 * are loaded.
 */
export function useActiveTickets(): readonly TicketReceipt[] {
  const { value = [] } = useReceipts()
  const { called, active } = classifyTickets(value, useNow())
  return [...called, ...active]
}
