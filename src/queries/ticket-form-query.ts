import { queryOptions } from '@tanstack/react-query'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/** What a line asks before it gives a number: `{ questions }`, empty where it asks nothing (TKT-12). */
export const ticketFormQuery = (officeId: number, lineId: number) =>
  queryOptions({
    queryKey: queryKeys.ticketForm(officeId, lineId),
    queryFn: async ({ signal }) => (await apiPart.get()).forms.ofTicket(officeId, lineId, signal),
    staleTime: 5 * 60_000,
  })
