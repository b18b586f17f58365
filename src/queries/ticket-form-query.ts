import { queryOptions } from '@tanstack/react-query'
import type { Form } from '#contract/rest/forms.ts'
import { broughtAnswer } from './brought.ts'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/** What a line asks before it gives a number: `{ questions }`, empty where it asks nothing (TKT-12). */
export const ticketFormQuery = (officeId: number, lineId: number) =>
  queryOptions({
    queryKey: queryKeys.ticketForm(officeId, lineId),
    queryFn: async ({ signal }) => (await apiPart.get()).forms.ofTicket(officeId, lineId, signal),
    initialData: () =>
      broughtAnswer<Form>('v1', `/offices/${officeId}/lines/${lineId}/forms?ticket=true`)?.data,
    staleTime: 5 * 60_000,
  })
